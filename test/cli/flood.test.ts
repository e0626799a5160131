// Thousands of connections send large bodies, without a key and with the name of somebody's: the exchange does not keep
// them, and an honest trader goes on trading. A real process, real sockets, each sender at an address of its own.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedRequest } from '../api/kit.ts';
import { PATIENCE_MS } from '../patience.ts';
import { BODY_BYTES } from './flooder.ts';
import { call, cleanUp, launch, newFolder, root, type Running, startExchange } from './process.ts';

const UPLOAD = '/capi/v2/order/uploadAiLog';
const ADDRESSES = 10;
const PER_ADDRESS = 200;
const MIB = 1024 * 1024;
/** All bodies together have 1000 MiB. */
const MAY_GROW = 400 * MIB;

let running: Running;
beforeAll(async () => {
  running = await startExchange('start', newFolder(), '--no-market');
});
afterAll(async () => {
  await running.stop();
  await cleanUp();
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${running.ready.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

function headOf(key: string): string {
  const account = { ...running.ready.accounts[1]!, apiKey: key, secret: 'not the secret' };
  const { headers } = signedRequest(account, 'POST', UPLOAD, '');
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return `POST ${UPLOAD} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY_BYTES}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

let next = 0;
/** How many changes an honest trader got through, one after the other. */
async function changesMade(until: Promise<unknown>): Promise<number> {
  let isOver = false;
  void until.then(() => (isOver = true));
  let made = 0;
  do {
    const wish = { symbol: 'cmt_btcusdt', marginMode: 1, longLeverage: String(1 + (++next % 20)) };
    const set = await call(running.ready, running.ready.accounts[0]!, 'POST', '/capi/v2/account/leverage', wish);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    made++;
    await new Promise((resolve) => setTimeout(resolve, 150));
  } while (!isOver);
  return made;
}

describe('a flood of bodies', () => {
  it.each([
    ['of nobody', () => 'nobody-has-this-key', '(400|429)'],
    ['in the name of a key that everybody may know', () => running.ready.accounts[1]!.apiKey, '(400|429|503)'],
  ])('%s takes no memory and keeps nobody from trading', { timeout: 2 * PATIENCE_MS }, async (_, key, status) => {
    await changesMade(Promise.resolve());
    const before = await metric('outcry_resident_memory_bytes');
    const { port } = new URL(running.ready.url);
    const numbers = [port, ADDRESSES, PER_ADDRESS].map(String);
    const flood = launch(process.execPath, [join(root, 'test', 'cli', 'flooder.ts'), ...numbers, headOf(key())]);
    const made = await changesMade(flood.ended);
    const grown = (await metric('outcry_resident_memory_bytes')) - before;
    const { stdout, stderr } = await flood.ended;
    const answers = JSON.parse(stdout === '' ? stderr : stdout) as Record<string, number>;
    expect(made, 'changes while it lasts').toBeGreaterThan(3);
    expect(grown).toBeLessThan(MAY_GROW);
    for (const found of Object.keys(answers)) expect(found).toMatch(new RegExp(`^${status}$`));
    const answered = Object.values(answers).reduce((sum, count) => sum + count, 0);
    // Who is still sending when he is cut off may lose the answer on its way.
    expect(answered).toBeGreaterThan(ADDRESSES * PER_ADDRESS * 0.5);
    expect(await metric('outcry_http_body_bytes')).toBe(0);
  });
});
