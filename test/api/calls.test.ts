// Which requests are calls of the API, and how a server that is being closed ends with those it has.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrontKit, startFront } from './front-kit.ts';
import { talkTo } from './talk.ts';

const TIME = '/capi/v2/market/time';

let kit: FrontKit;
beforeAll(async () => {
  kit = await startFront();
});
afterAll(() => kit.close());

describe('a call is one by its path, letter by letter', () => {
  it.each([
    ['as it is', 'GET', TIME, 200],
    ['with a query', 'GET', `${TIME}?a=1`, 200],
    ['with a question mark alone', 'GET', `${TIME}?`, 200],
    ['as a whole address', 'GET', `http://127.0.0.1${TIME}`, 200],
    ['with more slashes in front', 'GET', `//${TIME}`, 200],
    ['with a letter written as a percent sign', 'GET', '/capi/v2/market/tim%65', 404],
    ['with a slash behind', 'GET', `${TIME}/`, 404],
    ['in capitals', 'GET', TIME.toUpperCase(), 404],
    ['with more behind a semicolon', 'GET', `${TIME};a=1`, 404],
    ['of another method', 'POST', TIME, 405],
    ['of a method without a body', 'HEAD', TIME, 405],
  ])('%s', async (_, method, target, status) => {
    expect(await talkTo(kit.urls.url, `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
  });
});

describe('a server that is being closed', () => {
  it('waits for no half of a request, and takes no other after it', async () => {
    const other = await startFront();
    const { hostname, port } = new URL(other.urls.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (part) => (text += part.toString('latin1')));
    const ended = new Promise((resolve) => socket.on('close', resolve));
    const begun = new Promise((resolve) => socket.once('data', resolve));
    // The body of the second is not whole yet; the first answer says that the server has seen it.
    socket.write(
      `GET ${TIME} HTTP/1.1\r\nHost: x\r\n\r\nPOST ${TIME} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n12`,
    );
    await begun;
    const closed = other.close();
    socket.write(`34GET ${TIME} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await Promise.all([ended, closed]);
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 405']);
  });
});
