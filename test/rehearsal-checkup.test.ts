// The checkup of a client that does everything wrong, one sin a rule, over real sockets; and of the example client,
// which does nothing wrong. What the figures say is what the exchange says.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { checkup } from '../src/rehearsal/checkup/checkup.ts';
import type { CheckupSources } from '../src/rehearsal/checkup/facts/gather.ts';
import { RequestLog } from '../src/rehearsal/checkup/facts/request-log.ts';
import { markdownOf } from '../src/rehearsal/checkup/markdown.ts';
import type { Report } from '../src/rehearsal/checkup/report.ts';
import { RULES } from '../src/rehearsal/checkup/rules/index.ts';
import { type Kit, LEVERAGE, order, PLACE, quote, signedRequest, startKit, SYMBOL } from './api/kit.ts';
import { log as aiLog, UPLOAD } from './api/ai-log-kit.ts';
import { handshakeOf, PRIVATE } from './push/push-kit.ts';
import { root } from './source.ts';

const OTHER = 'cmt_ethusdt';
const DEPTH = `/capi/v2/market/depth?symbol=${SYMBOL}`;
const ASSETS = '/capi/v2/account/assets';
const PLENTY = 1_000_000;
const A_SECOND = 20;

let folder: string;
let log: RequestLog;
let kit: Kit;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-checkup-'));
  log = new RequestLog(folder);
  const rates = (config: { rateLimit: object; ws: object }) => ({
    rateLimit: {
      ...config.rateLimit,
      ip: { budget: PLENTY, chargePrivate: true },
      uid: { budget: PLENTY },
      orders: { perSecond: A_SECOND },
    },
    ws: { ...config.ws, pingMs: 50 },
  });
  kit = await startKit([], rates, undefined, { requests: log });
  for (const symbol of [SYMBOL, OTHER]) await kit.setPrice(symbol, symbol === SYMBOL ? '90000' : '3000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '0.02');
  await quote(kit, SYMBOL, ['89000', '91000'], '10');
});
afterAll(async () => {
  await kit.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sources = (): CheckupSources => ({ requests: log, exchange: kit.app.exchange, run: 'test' });
const report = (uid: number): Promise<Report> => checkup(sources(), uid, null, 'en');

/** Sends a request and leaves before its answer. */
async function abandon(body: string): Promise<void> {
  const { headers } = signedRequest(kit.alice, 'POST', PLACE, body);
  const head = Object.entries({ ...headers, Host: 'localhost', 'Content-Length': String(body.length) });
  const text = `POST ${PLACE} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  const known = (await log.read(kit.alice.uid, 0, 100_000)).requests.length;
  const socket = connect(Number(new URL(kit.url).port), '127.0.0.1');
  socket.write(text, () => socket.resetAndDestroy());
  await expect.poll(async () => (await log.read(kit.alice.uid, 0, 100_000)).requests.length).toBe(known + 1);
}

/** One sin after the other; the last ones are followed by no read of the account's own. */
async function sin(): Promise<void> {
  const { alice } = kit;
  const place = (fields: object) => kit.post(alice, PLACE, order(fields));
  await kit.get(alice, ASSETS);
  // Signing: the query left out, seconds, another passphrase, a path that is not there.
  await kit.send(signedRequest(alice, 'GET', `${ASSETS}?a=1`, '', { signedTarget: ASSETS }));
  await kit.get(alice, ASSETS, { timestamp: String(Math.floor(Date.now() / 1_000)) });
  await kit.send(signedRequest({ ...alice, passphrase: 'wrong' }, 'GET', ASSETS, ''));
  // On the connection that it signs on.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { headers = {} } = signedRequest(alice, 'GET', ASSETS, '');
  for (const target of [ASSETS, '/capi/v2/market/tiker', ...Array.from({ length: 8 }, () => DEPTH)])
    await new Promise((resolve, reject) => {
      const options = { agent, headers: target === ASSETS ? headers : {} };
      get(kit.url + target, options, (answer) => answer.resume().on('end', resolve)).on('error', reject);
    });
  agent.destroy();
  // Fields nobody reads, numbers, guessed steps, three times the same.
  await place({ size: 0.01, stop_loss: '80000' });
  for (let n = 0; n < 3; n++) await place({ size: '0.00001234' });
  // A plan order that outlives its position, and a market order through the whole book.
  const plan = { symbol: SYMBOL, size: '0.01', type: '1', match_type: '1', execute_price: '0', trigger_price: '95000' };
  await kit.post(alice, '/capi/v2/order/plan_order', { ...plan, client_oid: 'plan-1' });
  await place({ size: '0.5' });
  await place({ size: '0.51', type: '3' });
  // An order without an id; a change whose twin was signed at the same moment, and so taken for its copy.
  await place({ client_oid: undefined });
  const leverage = JSON.stringify({ symbol: OTHER, marginMode: 1, longLeverage: '5', shortLeverage: '5' });
  const timestamp = String(Date.now());
  for (let n = 0; n < 2; n++) await kit.send(signedRequest(alice, 'POST', LEVERAGE, leverage, { timestamp }));
  // A refusal inside of an answer of 200, taken for an order.
  const rows = [{ client_oid: 'row-1', size: '0.000001', type: '2', order_type: '0', match_price: '1' }];
  await kit.post(alice, '/capi/v2/order/batchOrders', { symbol: SYMBOL, orderDataList: rows });
  await place({ size: '0.01', type: '4' });
  // A contract nobody looked at; a log about an order that is not there.
  await place({ symbol: OTHER, size: '0.1' });
  await kit.post(alice, UPLOAD, aiLog({ orderId: '700000000999999' }));
  for (let n = 0; n < 400; n++) await kit.post(alice, '/capi/v2/order/cancelAllOrders', { cancelOrderType: 'normal' });
  await silentSocket();
  // Orders whose outcome nobody waits for or asks about; then more than the rate allows.
  for (let n = 0; n < 2; n++) await abandon(JSON.stringify(order({ match_price: '0', price: '84000' })));
  await Promise.all(
    Array.from({ length: 2 * A_SECOND }, () => place({ size: '0.01', match_price: '0', price: '80000' })),
  );
  await place({ size: '0.01', match_price: '0', price: '80000' });
}

/** Answers no ping, and is ended; a message was kept from it, and it never noticed. */
async function silentSocket(): Promise<void> {
  const socket = new WebSocket(kit.url.replace('http', 'ws') + PRIVATE, { headers: handshakeOf(kit.alice) });
  const code = await new Promise((resolve, reject) => socket.on('close', resolve).on('error', reject));
  expect(code).toBe(4000);
  const lost = { uid: kit.alice.uid, event: 'lost', side: 'private', channel: 'fill', code: null } as const;
  log.socket({ ...lost, at: Date.now() }, { socket: {} } as IncomingMessage);
}

it('finds every sin of a client that commits one a rule', { timeout: 120_000 }, async () => {
  await sin();
  const made = await report(kit.alice.uid);
  expect(made.findings.map(({ id }) => id).toSorted()).toEqual(RULES.map(({ id }) => id));
  const severe = made.findings.filter(({ severity }) => severity === 'fail').map(({ id }) => id);
  expect(severe).toEqual(['D05', 'D17', 'D21', 'D22']);
  const notes = made.findings.filter(({ severity }) => severity === 'note').map(({ id }) => id);
  expect(notes).toEqual(['D23']);
  expect(made.score).toBe(0);
  for (const { evidence } of made.findings) expect(evidence.length).toBeLessThanOrEqual(20);
  const markdown = markdownOf(made);
  for (const { id, severity, count } of made.findings) expect(markdown).toContain(`## ${id} ${severity} × ${count}`);
});

it('shows the requests it means', async () => {
  const { findings } = await report(kit.alice.uid);
  const { requests } = await log.read(kit.alice.uid, 0, 100_000);
  const of = (id: string) => {
    const { evidence } = findings.find((one) => one.id === id)!;
    return requests.filter(({ n }) => evidence.includes(n));
  };
  expect(of('D01')).toMatchObject([{ code: '40009', cause: 'query not signed' }]);
  const [one, two] = of('D05');
  expect([one?.status, two?.status, one?.same === two?.same, one?.oid === two?.oid]).toEqual([0, 0, true, false]);
  expect(of('D25')).toMatchObject([{ op: 'leverage', replayed: true }]);
  expect(of('D14')).toMatchObject([{ ignored: ['stop_loss'] }]);
  expect(of('D17').map(({ op, token }) => [op, token])).toEqual([
    ['batchOrders', null],
    ['placeOrder', 'POSITION_SIDE_INVALID'],
  ]);
});

it('has the figures that the exchange has', async () => {
  const { figures, period } = await report(kit.alice.uid);
  const [assets] = (await kit.get(kit.alice, ASSETS)).json as { equity: string }[];
  expect(figures.endEquity).toBeCloseTo(Number(assets!.equity), 6);
  // Nothing is open, so what was paid in, made and paid is what is there.
  expect(10_000 + figures.profit - figures.fees + figures.funding).toBeCloseTo(figures.endEquity, 6);
  expect(figures.trades.length).toBe(figures.fills);
  expect(period.isComplete).toBe(true);
});

it('has nothing to say but notes of the example client', { timeout: 60_000 }, async () => {
  const { bob } = kit;
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '1');
  const keys = { OUTCRY_KEY: bob.apiKey, OUTCRY_SECRET: bob.secret, OUTCRY_PASSPHRASE: bob.passphrase };
  const args = [join(root, 'scripts/node.mjs'), join(root, 'examples/upload-ai-log.ts')];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...keys, OUTCRY_URL: kit.url } });
  const made = await report(bob.uid);
  expect(made.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(made.figures.fills).toBeGreaterThan(0);
  expect(made.score).toBe(100);
});
