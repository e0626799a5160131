// Reads of a node among several: private ones wait until they are recent enough, public ones are refused when what is
// here is old, every answer says how far this node is. A single machine says nothing of it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/core/language/commands.ts';
import { NotExecuted } from '../../src/sequencer/refusals.ts';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { BILLS, ORDER, PLACE, signedRequest } from './kit.ts';
import { NO_PAGE } from '../no-page.ts';
import { PATIENCE_MS } from '../patience.ts';
import { connect, handshakeOf, PRIVATE, PUBLIC, refusalOf } from '../push/push-kit.ts';
import { PRIVATE_V3, PUBLIC_V3 } from './v3/socket-kit.ts';

const TIME = '/capi/v2/market/time';
const ASSETS = '/capi/v2/account/assets';
const asked: [isPrivate: boolean, sequence: number | null][] = [];
let refusal: NotExecuted | null = null;
let kit: FrontKit;
let isBehind = false;
beforeAll(async () => {
  const node = {
    sequence: () => 4_711,
    async mayBeRead(...what: [boolean, number | null]) {
      asked.push(what);
      if (refusal !== null) throw refusal;
    },
    isBehind: () => isBehind,
    onOthers: () => undefined,
  };
  kit = await startFront(['--no-rate-limit-enabled'], undefined, NO_PAGE, { node });
});
afterAll(() => kit.close());
beforeEach(() => {
  isBehind = false;
  asked.length = 0;
  refusal = null;
});

const signed = (method: 'GET' | 'POST', path: string, body = '', headers: Record<string, string> = {}) =>
  kit.send(signedRequest(ACCOUNT, method, path, body, { timestamp: String(kit.knobs.nowMs), headers }));

it('counts in its order rates what came in at another node', async () => {
  let tell: (command: Command) => void = () => undefined;
  const node = {
    sequence: () => 1,
    mayBeRead: () => Promise.resolve(),
    isBehind: () => false,
    onOthers: (take: typeof tell) => void (tell = take),
  };
  const own = await startFront(['--rate-limit-orders-per-second', '3'], undefined, NO_PAGE, { node });
  const place = async (name: string): Promise<number> => {
    const body = JSON.stringify({ ...ORDER, client_oid: name });
    const request = signedRequest(ACCOUNT, 'POST', PLACE, body, { timestamp: String(own.knobs.nowMs) });
    return (await own.send(request)).status;
  };
  const elsewhere = { name: 'placeOrder', account: ACCOUNT.uid } as unknown as Command;
  expect(await place('o-1')).toBe(200);
  tell(elsewhere);
  expect(await place('o-2')).toBe(200);
  expect(await place('o-3')).toBe(429);
  own.knobs.monotonicMs += 1_100;
  for (let at = 0; at < 3; at++) tell(elsewhere);
  expect(await place('o-4')).toBe(429);
  await own.close();
});

describe('reads of a node', () => {
  it('are asked for as private or public, with the sequence that the caller names; commands are not', async () => {
    await kit.send({ target: TIME });
    await signed('GET', ASSETS);
    await signed('POST', BILLS, '{}', { 'X-Outcry-Sequence': '12' });
    await kit.send({ target: '/capi/v2/market/depth?symbol=cmt_btcusdt', headers: { 'X-Outcry-Sequence': '9' } });
    expect(asked).toEqual([
      [false, null],
      [true, null],
      [true, 12],
      [false, 9],
    ]);
    const placed = await signed('POST', PLACE, JSON.stringify({ ...ORDER, client_oid: 'n-1' }));
    expect(placed.status).toBe(200);
    expect(asked).toHaveLength(4);
  });

  it('are 503 when they can’t be recent enough; orders are not touched by that', async () => {
    refusal = new NotExecuted('order');
    for (const answer of [await kit.send({ target: TIME }), await signed('GET', ASSETS)]) {
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
      expect(answer.text).toContain('the order of the cluster can not be reached');
    }
    expect((await signed('POST', PLACE, JSON.stringify({ ...ORDER, client_oid: 'n-2' }))).status).toBe(200);
  });

  it('say with every answer how far the node is, to pages too, and refuse a sequence that is none', async () => {
    const { headers } = await kit.send({ target: TIME, headers: { Origin: 'https://page.example' } });
    expect(headers['x-outcry-sequence']).toBe('4711');
    expect(headers['access-control-expose-headers']).toContain('X-Outcry-Sequence');
    const wrong = await signed('GET', ASSETS, '', { 'X-Outcry-Sequence': '-1' });
    expect([wrong.status, wrong.json.code]).toEqual([400, '40017']);
    expect(wrong.json.hint ?? wrong.text).toContain('X-Outcry-Sequence');
    expect((await kit.send({ target: '/capi/v2/nothing' })).headers['x-outcry-sequence']).toBe('4711');
  });

  it('are no matter of a single machine', async () => {
    const alone = await startFront();
    const { status, headers } = await alone.send({
      target: TIME,
      headers: { Origin: 'https://page.example', 'X-Outcry-Sequence': 'x' },
    });
    expect(status).toBe(200);
    expect(headers['x-outcry-sequence']).toBeUndefined();
    expect(headers['access-control-expose-headers']).not.toContain('Sequence');
    await alone.close();
  });
});

it('sends those who listen to another node while this one is behind, through every door, and lets them in again', async () => {
  const url = kit.urls.url;
  let stamp = kit.knobs.nowMs;
  const doors = [PUBLIC, PRIVATE, PUBLIC_V3, PRIVATE_V3].map((path) => {
    const signedPath = path === PRIVATE || path === PRIVATE_V3 ? path : null;
    return () =>
      connect(
        url,
        path,
        signedPath === null ? {} : { headers: handshakeOf(ACCOUNT, String((stamp += 1)), signedPath) },
      );
  });
  for (let times = 0; times < 2; times++) {
    const sockets = await Promise.all(doors.map((open) => open()));
    const reasons = sockets.map(
      ({ ws }) => new Promise((resolve) => ws.once('close', (_, why) => resolve(String(why)))),
    );
    isBehind = true;
    expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([1013, 1013, 1013, 1013]);
    expect(new Set(await Promise.all(reasons))).toEqual(
      new Set(['this node is behind the others: connect again, to another']),
    );
    for (const open of doors)
      expect(await refusalOf(open())).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    isBehind = false;
    const again = async (): Promise<boolean> => {
      const socket = await doors[0]!().catch(() => null);
      socket?.close();
      return socket !== null;
    };
    await expect.poll(again, { timeout: PATIENCE_MS }).toBe(true);
  }
});
