// The checkup of a client that does everything wrong, one sin a rule, over real sockets; and of the example client,
// which does nothing wrong. What the figures say is what the exchange says; the route, the verb, the page and the files
// say what the report says.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parquetReadObjects } from 'hyparquet';
import { Errors } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { buildWeb } from '../scripts/web.ts';
import type { CheckupView } from '../src/api/shapes/checkup.ts';
import { commandLine } from '../src/cli/command-line.ts';
import { RequestLog } from '../src/rehearsal/checkup/facts/request-log.ts';
import { RULES } from '../src/rehearsal/checkup/rules/index.ts';
import {
  type Kit,
  LEVERAGE,
  order,
  PLACE,
  quote,
  signedRequest,
  startKit,
  SYMBOL,
  type TestAccount,
} from './api/kit.ts';
import { log as aiLog, UPLOAD } from './api/ai-log-kit.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from './browser.ts';
import { PATIENCE_MS } from './patience.ts';
import { handshakeOf, PRIVATE } from './push/push-kit.ts';
import { root } from './source.ts';
import { watch } from './web/journey-kit.ts';

const OTHER = 'cmt_ethusdt';
const OWN = '/capi/v2/rehearsal/checkup';
const DEPTH = `/capi/v2/market/depth?symbol=${SYMBOL}`;
const ASSETS = '/capi/v2/account/assets';
const PLENTY = 1_000_000;
const A_SECOND = 20;

const hasPython = spawnSync('python3', ['--version']).status === 0;
const whyNoPython = hasPython ? '' : ' (skipped: no python3 answers)';

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

const report = async ({ uid }: TestAccount): Promise<CheckupView> =>
  kit.admin('GET', `/admin/v1/rehearsal/checkup?uid=${uid}`) as Promise<CheckupView>;

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
  const made = await report(kit.alice);
  expect(made.findings.map(({ id }) => id).toSorted()).toEqual(RULES.map(({ id }) => id));
  const severe = made.findings.filter(({ severity }) => severity === 'fail').map(({ id }) => id);
  expect(severe).toEqual(['D05', 'D17', 'D21', 'D22']);
  const notes = made.findings.filter(({ severity }) => severity === 'note').map(({ id }) => id);
  expect(notes).toEqual(['D23']);
  expect(made.score).toBe(0);
  for (const { evidence } of made.findings) expect(evidence.length).toBeLessThanOrEqual(20);
});

it('shows the requests it means', async () => {
  const { findings } = await report(kit.alice);
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
  const { figures, period } = await report(kit.alice);
  const [assets] = (await kit.get(kit.alice, ASSETS)).json as { equity: string }[];
  expect(figures.endEquity).toBeCloseTo(Number(assets!.equity), 6);
  // Nothing is open, so what was paid in, made and paid is what is there.
  expect(10_000 + figures.profit - figures.fees + figures.funding).toBeCloseTo(figures.endEquity, 6);
  expect(figures.trades.length).toBe(figures.fills);
  expect(period.isComplete).toBe(true);
});

/** Runs a verb in this process; its exit code, and what it said. */
async function outcry(...words: string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const spied = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    return { code: await commandLine([...words, '--data', kit.data]), said };
  } finally {
    spied.mockRestore();
  }
}

describe('is told', { timeout: PATIENCE_MS }, () => {
  it('to the account itself, in its language, and fits its schema', async () => {
    const schema = JSON.parse(readFileSync(join(root, 'docs/checkup.schema.json'), 'utf8')) as object;
    const [own, chinese, all] = await Promise.all([
      kit.get(kit.alice, OWN),
      kit.get(kit.alice, OWN, { headers: { locale: 'zh-CN' } }),
      report(kit.alice),
    ]);
    for (const found of [own.json, chinese.json]) expect(Errors(schema, found)[1]).toEqual([]);
    expect(Errors(schema, { ...own.json, score: 'much' })[1]).not.toEqual([]);
    const counts = ({ findings }: CheckupView) => findings.map(({ id, severity, count }) => [id, severity, count]);
    expect(counts(own.json)).toEqual(counts(chinese.json));
    expect(counts(own.json).map(([id]) => id)).toEqual(all.findings.map(({ id }) => id));
    expect(JSON.stringify(own.json)).not.toMatch(/[\u4e00-\u9fff]/);
    for (const { what, why, fix } of (chinese.json as CheckupView).findings)
      for (const text of [what, why, fix]) expect(text).toMatch(/[\u4e00-\u9fff]/);
    // It weighs nothing: a later one finds no more used, and less where something has run out meanwhile.
    const later = await kit.get(kit.alice, OWN);
    const [used, usedThen] = [own, later].map(({ headers }) => Number(headers['x-ratelimit-uid-used']));
    expect(usedThen).toBeLessThanOrEqual(used!);
    expect(((await kit.get(kit.bob, OWN)).json as CheckupView).account).toBe(String(kit.bob.uid));
    expect((await kit.send({ target: OWN })).json.code).toBe('40001');
  });

  it('by the verb, whose exit code says in strict whether anything fails', async () => {
    const uid = String(kit.alice.uid);
    const { code, said } = await outcry('checkup', uid, '--strict', '--json');
    const made = JSON.parse(said) as CheckupView;
    expect([code, made.score]).toEqual([1, 0]);
    expect((await outcry('checkup', uid, '--json')).code).toBe(0);
    const markdown = (await outcry('checkup', uid, '--md')).said;
    const text = (await outcry('checkup', uid)).said;
    for (const { id, severity, count } of made.findings) {
      if (id === 'D10') continue;
      expect(markdown).toContain(`## ${id} ${severity} × ${count}\n`);
      expect(text).toContain(`${id}  ${severity}  ${count}×  `);
    }
    // Nothing has happened since, so nothing fails but what is open still.
    const lately = await outcry('checkup', uid, '--json', '--since', new Date(Date.now() + 60_000).toISOString());
    expect((JSON.parse(lately.said) as CheckupView).figures).toMatchObject({ requests: 0, fills: 0, turnover: 0 });
    expect((await outcry('checkup', '12')).code).toBe(1);
    expect((await outcry('checkup', uid, '--since', 'yesterday')).code).toBe(2);
    expect((await outcry('checkup', uid, '--format', 'parquet')).code).toBe(2);
    const each = JSON.parse((await outcry('checkup', '--json', '--strict')).said) as { checkups: CheckupView[] };
    expect(each.checkups.map(({ account }) => account)).toContain(uid);
  });

  it.skipIf(!hasBrowser)(`by the page, with the same counts${whyNoBrowser}`, async () => {
    await buildWeb();
    const browser = await launchBrowser();
    const page = await browser.newPage();
    const complaints: string[] = [];
    watch(page, kit.url, complaints);
    const { apiKey, secret, passphrase } = kit.alice;
    const key = JSON.stringify(JSON.stringify({ apiKey, secret, passphrase }));
    await page.addInitScript(`sessionStorage.setItem('outcry.key', ${key})`);
    // On a busy machine a request is lost now and then: here the first two of each kind that the page waits for.
    const lost = new Map<string, number>();
    await page.route(/\/(app\.json|apiKey|rehearsal\/checkup|assets\/rehearsal-[^/]*\.js)$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      const times = (lost.get(pathname) ?? 0) + 1;
      lost.set(pathname, times);
      await (times > 2 ? route.continue() : route.abort('connectionreset'));
    });
    await page.goto(`${kit.url}/rehearsal`, { timeout: WITHIN_MS });
    await page.locator('[data-picture="costs"]').waitFor({ timeout: WITHIN_MS });
    const shown = await page
      .locator('[data-finding]')
      .evaluateAll((rows) =>
        rows.map((row) => row as unknown as { readonly dataset: Record<string, string> }).map(({ dataset }) => dataset),
      );
    const { findings, score, figures } = await report(kit.alice);
    const counted = findings.map(({ id, severity, count }) => ({ finding: id, severity, count: String(count) }));
    // What the page itself asks for counts among the requests.
    expect(shown.filter(({ finding }) => finding !== 'D10')).toEqual(
      counted.filter(({ finding }) => finding !== 'D10'),
    );
    expect(await page.locator('[data-score]').getAttribute('data-score')).toBe(String(score));
    expect(await page.locator('[data-contract]').count()).toBe(figures.contracts.length);
    for (const name of ['equity', 'drawdown', 'costs'])
      expect(await page.locator(`[data-picture="${name}"] .picture-lines path`).count()).toBeGreaterThan(2);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('[data-file="fills.csv"]').click()]);
    expect(
      readFileSync(await saved.path(), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(1 + figures.fills);
    await browser.close();
    expect(complaints).toEqual([]);
  });
});

describe('a run as files', { timeout: PATIENCE_MS }, () => {
  const rowsOf = (name: string): string[][] =>
    readFileSync(join(folder, 'run', `${name}.csv`), 'utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));

  it('holds what the exchange has, in CSV and in Parquet alike', async () => {
    const run = join(folder, 'run');
    for (const format of ['csv', 'parquet']) {
      const { code, said } = await outcry('checkup', String(kit.alice.uid), '--export', run, '--format', format);
      expect([code, said.trim().split('\n').length]).toEqual([0, 5]);
    }
    const { figures } = JSON.parse(readFileSync(join(run, 'checkup.json'), 'utf8')) as CheckupView;
    const [, ...fills] = rowsOf('fills');
    const fees = fills.reduce((total, row) => total + Number(row[rowsOf('fills')[0]!.indexOf('fee')]), 0);
    expect([fills.length, fees.toFixed(6)]).toEqual([figures.fills, figures.fees.toFixed(6)]);
    expect(rowsOf('orders')).toHaveLength(1 + figures.orders);
    expect(rowsOf('equity')).toHaveLength(1 + figures.equity.length);
    for (const name of ['orders', 'fills', 'bills', 'equity']) {
      const [head, ...rows] = rowsOf(name);
      const bytes = new Uint8Array(readFileSync(join(run, `${name}.parquet`))).buffer;
      const read = await parquetReadObjects({ file: bytes });
      const texts = read.map((row) => head!.map((column) => textOf((row as Record<string, unknown>)[column])));
      // The last row of equity is the moment it was asked for.
      expect(texts.slice(0, -1), name).toEqual(rows.slice(0, -1));
      expect(texts).toHaveLength(rows.length);
    }
  });

  it.skipIf(!hasPython)(`is plotted by the example, without a library${whyNoPython}`, async () => {
    const run = join(folder, 'run');
    const args = [join(root, 'examples/plot_run.py'), run, '--svg'];
    const { stdout } = await promisify(execFile)('python3', args);
    expect(stdout.trim()).toBe(join(run, 'run.svg'));
    const svg = readFileSync(join(run, 'run.svg'), 'utf8');
    expect(svg.match(/<polyline/g)).toHaveLength(4);
    expect(svg).toContain(`account ${kit.alice.uid}, score 0 of 100`);
    await expect(promisify(execFile)('python3', [args[0]!, join(folder, 'no-run')])).rejects.toThrow('is not there');
  });
});

/** A value of Parquet as CSV writes it. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number')
    return value
      .toFixed(8)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0');
  return value === null || value === undefined ? '' : String(value);
}

it('has nothing to say but notes of the example client', { timeout: PATIENCE_MS }, async () => {
  const { bob } = kit;
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '1');
  const keys = { OUTCRY_KEY: bob.apiKey, OUTCRY_SECRET: bob.secret, OUTCRY_PASSPHRASE: bob.passphrase };
  const args = [join(root, 'scripts/node.mjs'), join(root, 'examples/upload-ai-log.ts')];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...keys, OUTCRY_URL: kit.url } });
  const made = await report(bob);
  expect(made.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(made.figures.fills).toBeGreaterThan(0);
  expect(made.score).toBe(100);
});
