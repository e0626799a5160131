// The client as others get it: packed, installed into an empty folder without anything else, imported there by its
// name, checked there by a compiler that sees nothing of this repository, and run against a started exchange; in a
// browser too, where one answers.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from '../scripts/client-package.ts';
import { type Kit, quote, startKit, SYMBOL } from './api/kit.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from './browser.ts';
import { cleanUp, newFolder, root } from './cli/process.ts';
import { PATIENCE_MS } from './patience.ts';

let folder: string;
let installed: string;
let kit: Kit;
beforeAll(async () => {
  folder = newFolder();
  const archive = packClient(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"somebody","private":true,"type":"module"}');
  const install = run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive]);
  expect(install).toMatchObject({ status: 0 });
  installed = join(folder, 'node_modules', 'outcry-client');
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
}, 2 * PATIENCE_MS);
afterAll(async () => {
  await kit?.stop();
  await cleanUp();
});

function run(command: string, parameters: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const shell = process.platform === 'win32';
  const options = { cwd: folder, encoding: 'utf8', timeout: PATIENCE_MS, shell } as const;
  const { status, stdout, stderr } = spawnSync(command, parameters, { ...options, env: { ...process.env, ...env } });
  return { status, stdout, stderr };
}

/** Runs a program beside the package with Alice's key, without blocking this process, in which the exchange is. */
async function runHere(name: string, program: string, node = process.execPath): Promise<string> {
  writeFileSync(join(folder, name), program);
  const { apiKey, secret, passphrase } = kit.alice;
  const keys = { OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase };
  const child = spawn(node, [name], {
    cwd: folder,
    env: { ...process.env, OUTCRY_URL: kit.url, ...keys },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return said;
}

const TRADE = `
  import { createClient, NoAnswer, OutcryError } from 'outcry-client';
  const { OUTCRY_URL: url, OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase } = process.env;
  const client = createClient({ url, apiKey, secret, passphrase });
  const order = { symbol: '${SYMBOL}', client_oid: 'packed-1', size: '0.01', type: 1, order_type: 0, match_price: 1 };
  const placed = await client.placeOrder(order);
  const [position] = await client.singlePosition({ symbol: '${SYMBOL}' });
  const refused = await client.placeOrder({ ...order, client_oid: 'packed-2', size: '0' }).catch((error) => error);
  console.log(JSON.stringify({ placed, size: position.size, refused: refused instanceof OutcryError && refused.token }));
`;

/** Trades in the words of v3 with a clock that is an hour slow, and cancels by both kinds of DELETE. */
const TRADE_V3 = `
  import { createClient } from 'outcry-client';
  import { speakV3 } from 'outcry-client/v3';
  const { OUTCRY_URL: url, OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase } = process.env;
  const v3 = speakV3(createClient({ url, apiKey, secret, passphrase, nowMs: () => Date.now() - 3_600_000 }));
  const [balance] = await v3.balance();
  const order = {
    symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT', price: '80000', quantity: '0.01',
    newClientOrderId: 'packed-v3',
  };
  const placed = await v3.placeOrder(order);
  const canceled = await v3.cancelOrder({ orderId: placed.orderId });
  await v3.placeOrder({ ...order, newClientOrderId: 'packed-v3-2' });
  const [second] = await v3.cancelOrders({ origClientOrderIdList: ['packed-v3-2'] });
  const unknown = await v3.getOrder({ orderId: '1' }).catch((error) => error);
  console.log(JSON.stringify({ asset: balance.asset, placed, canceled, second, unknown: unknown.code }));
`;

/** Decides, and listens over a WebSocket that Node 20 has to be handed. */
const DECIDE = (ws: string) => `
  import WebSocket from '${ws}';
  import { createClientFromEnv, Execution, OrderType, PriceKind } from 'outcry-client';
  const client = createClientFromEnv({ WebSocket });
  const account = client.account();
  await account.ready();
  const log = {
    stage: 's', model: 'm', input: { at: Date.now() }, output: { decision: 'OPEN_LONG', symbol: '${SYMBOL}', size: '0.001' },
  };
  const order = { symbol: '${SYMBOL}', size: '0.001', order_type: Execution.NORMAL, match_price: PriceKind.MARKET };
  const told = new Promise((resolve) => account.fills.add(resolve));
  const { orderId } = await client.decide(log, { ...order, type: OrderType.OPEN_LONG });
  const [fill] = await told;
  account.close();
  console.log(JSON.stringify({ node: parseInt(process.versions.node), isTold: String(fill.orderId) === orderId }));
`;

/** Without what packages put there: the Node that whoever installs this product has, 20 or newer. */
const OWN_PATH = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'));
const OWN_NODE = OWN_PATH.map((one) => join(one, 'node')).find((one) => existsSync(one)) ?? process.execPath;
const OWN_VERSION = Number(/^v(\d+)/.exec(spawnSync(OWN_NODE, ['--version'], { encoding: 'utf8' }).stdout)?.[1]);

/** A program as somebody would write it; what must not compile says so. */
const PROGRAM = `
  import { checkReceipt, LogVerifier, readLogAt, type TileReader } from 'outcry-client/verify';
  import { OPERATIONS, type Requests as RequestsOfV3, speakV3 } from 'outcry-client/v3';
  import { type Answers, type Client, createClient, importSecret, NoAnswer, OutcryError } from 'outcry-client';
  const client: Client = createClient({ url: 'http://127.0.0.1:8080', locale: 'zh-CN', retries: 2 });
  export async function main(): Promise<string> {
    const placed: Answers['placeOrder'] = await client.placeOrder({
      symbol: 'cmt_btcusdt', client_oid: 'x', size: '0.01', type: 1, order_type: '0', match_price: 1, price: null,
    });
    const [position] = await client.singlePosition({ symbol: 'cmt_btcusdt' });
    const profit: string | null | undefined = position?.unrealizePnl;
    for await (const page of client.pages('bills', { limit: 5 })) console.log(page.items[0]?.amount, page.hasNextPage);
    const { headers } = await client.call('uploadAiLog', '{}', { headers: { 'Idempotency-Key': 'x' } });
    const everything: readonly Answers['contracts'][number][] = await client.contracts();
    await importSecret('secret');
    const bid: RequestsOfV3['placeOrder'] = {
      symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT', price: 80000, quantity: '0.01',
      newClientOrderId: 'z',
    };
    const { answer } = await speakV3(client).call('placeOrder', bid);
    const method: 'DELETE' = OPERATIONS.cancelOrders.method;
    console.log(answer.success, answer.errorCode, method);
    // @ts-expect-error: no such side
    const ask: RequestsOfV3['placeOrder'] = { ...bid, side: 'ASK' };
    // @ts-expect-error: no such field
    console.log(ask, answer.order_id);
    const market = client.market();
    const stop: () => void = market.depth('cmt_btcusdt', 15, (book) => console.log(book.bids[0]?.[0], book.isComplete));
    market.kline('cmt_btcusdt', 'HOUR_4', (bar) => console.log(bar.close), 'MARK_PRICE');
    const account = client.account();
    account.fills.add((fills) => console.log(fills[0]?.fillSize));
    const { order_id } = await account.entry.placeOrder({
      symbol: 'cmt_btcusdt', client_oid: 'y', size: 1, type: 2, order_type: 0, match_price: 1,
    });
    console.log(order_id, account.orders.size, stop());
    const read: TileReader = readLogAt('http://127.0.0.1:8080/ailog');
    const { head } = await new LogVerifier({ read, policy: 'quorum none' }).newest();
    const checked = await checkReceipt({ receipt: '', policy: '', body: null });
    console.log(head.size, checked.ok ? checked.index : checked.why);
    // @ts-expect-error: no such channel
    market.kline('cmt_btcusdt', 'HOUR_3', () => undefined);
    // @ts-expect-error: no such type of order
    await client.placeOrder({ symbol: 'x', client_oid: 'x', size: 1, type: 5, order_type: 0, match_price: 1 });
    // @ts-expect-error: the symbol is missing
    await client.ticker({});
    // @ts-expect-error: no such field
    console.log(position?.profit);
    // @ts-expect-error: this list has no pages
    client.pages('ticker');
    const error: unknown = null;
    if (error instanceof OutcryError && error.retryAfterSeconds !== null) return error.hint ?? error.code;
    if (error instanceof NoAnswer && error.mayHaveHappened) return 'unknown';
    return placed.order_id + profit + headers.get('AI-LOG-INDEX') + everything.length + client.clock.offsetMs;
  }
`;

/** Signs with a key that can't be read out, reads a book and the account, and trades over the socket. */
const IN_A_PAGE = `async ({ url, apiKey, secret: text, passphrase }) => {
  const { createClient, importSecret } = await import(url + '/packed/client/index.js');
  const secret = await importSecret(text);
  const client = createClient({ url, apiKey, secret, passphrase });
  const market = client.market();
  const book = await new Promise((resolve) => market.depth('${SYMBOL}', 15, resolve));
  const account = client.account();
  const assets = await client.assets();
  await account.ready();
  const order = { symbol: '${SYMBOL}', client_oid: 'from-a-page', size: '0.001', type: 1, order_type: 0, match_price: 1 };
  const placed = await account.entry.placeOrder(order);
  while (account.positions.size === 0) await new Promise((resolve) => account.changes.add(resolve));
  const position = [...account.positions.values()].map(({ size }) => size);
  market.close();
  account.close();
  return { assets, extractable: secret.extractable, bids: book.bids.slice(0, 1), placed, position };
}`;

/** Of the core there is what a verifier needs, and nothing that decides. */
const FOLDERS = String.raw`client/((wire|v3|live|verify)/)?|core/(log|text)/|time/(?=machine|time)`;
const FILE = new RegExp(String.raw`^((${FOLDERS})[a-z0-9-]+(\.d\.ts|\.js)|README\.md|LICENSE|package\.json)$`);

/** Reads the log and a receipt, and believes nothing; then the same with one bit of each turned. */
const VERIFY = `
  import { readFileSync } from 'node:fs';
  import { createClient } from 'outcry-client';
  import { checkReceipt, LogVerifier, readLogAt } from 'outcry-client/verify';
  const { OUTCRY_URL: url, OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase } = process.env;
  const client = createClient({ url, apiKey, secret, passphrase });
  const body = JSON.stringify({ stage: 's', model: 'm', input: { a: 1 }, output: { decision: 'HOLD' }, explanation: 'e' });
  const { headers } = await client.call('uploadAiLog', body);
  const index = Number(headers.get('AI-LOG-INDEX'));
  const receipt = await client.aiProof({ index: String(index) });
  const policy = await (await fetch(url + '/ailog/policy')).text();
  const bytes = new TextEncoder().encode(body);
  const right = await checkReceipt({ receipt, policy, body: bytes });

  const read = readLogAt(url + '/ailog');
  const log = new LogVerifier({ read, policy });
  const { head, signature } = await log.newest();
  const found = await log.find(index, head);
  const first = { ...head, size: 1, root: (await log.find(0, head)).hash };
  const grown = [await log.extends(first, head), await log.extends({ ...first, root: found.hash }, head)];

  const wrong = [];
  for (let at = 0; at < receipt.length; at += 7) {
    const flipped = receipt.slice(0, at) + String.fromCharCode(receipt.charCodeAt(at) ^ 1) + receipt.slice(at + 1);
    if ((await checkReceipt({ receipt: flipped, policy, body: bytes })).ok) wrong.push(at);
  }
  const otherBody = await checkReceipt({ receipt, policy, body: new TextEncoder().encode(body.replace('HOLD', 'OPEN')) });
  const damaged = new LogVerifier({
    policy,
    read: async (path) => {
      const tile = await read(path);
      if (tile !== null && path.startsWith('tile/entries')) tile[40] ^= 1;
      return tile;
    },
  });
  const lost = await damaged.find(index, head).then((entry) => damaged.included(entry, head).is, () => 'wrong');
  const note = await (await fetch(url + '/ailog/checkpoint')).text();
  const forged = await log.open(note.replace(/\\n[0-9]+\\n/, '\\n999\\n')).catch((error) => error.message);
  console.log(JSON.stringify({
    right: [right.ok, right.index === index, right.kind, right.notChecked?.length],
    found: [found.entry.k ?? found.entry.kind, log.included(found, head).is, signature.is],
    grown: grown.map(({ is }) => is), wrong, otherBody, lost, forged,
  }));
`;

describe('the packed client', () => {
  it('is installed alone: no dependency, nothing of the server, no TypeScript', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'outcry-client',
    ]);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(manifest).filter((name) => /dependencies|scripts/i.test(name))).toEqual([]);
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(installed, name)).isFile())
      .map((name) => name.replaceAll('\\', '/'));
    expect(files.filter((name) => !FILE.test(name))).toEqual([]);
    const texts = files
      .filter((name) => /\.(js|ts)$/.test(name))
      .map((name) => readFileSync(join(installed, name), 'utf8'));
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, specifier = '']) => specifier),
    );
    expect(imported.length).toBeGreaterThan(10);
    expect(imported.filter((specifier) => !/^(\.\/|(\.\.\/)+)[a-z0-9/-]+\.js$/.test(specifier))).toEqual([]);
  });

  it('trades from there', async () => {
    const said = await runHere('trade.js', TRADE);
    expect(JSON.parse(said)).toEqual({
      placed: { client_oid: 'packed-1', order_id: expect.stringMatching(/^\d{15}$/) },
      size: '0.0100',
      refused: 'SIZE_NOT_POSITIVE',
    });
  });

  it('trades from there in the words of v3', async () => {
    const { asset, placed, canceled, second, unknown } = JSON.parse(await runHere('trade-v3.js', TRADE_V3)) as {
      readonly [name: string]: unknown;
    };
    expect([asset, unknown]).toEqual(['USDT', '-3200']);
    expect(placed).toMatchObject({ clientOrderId: 'packed-v3', success: true });
    expect(canceled).toMatchObject({ origClientOrderId: 'packed-v3', success: true });
    expect(second).toMatchObject({ origClientOrderId: 'packed-v3-2', success: true });
  });

  it(`decides and listens there on the Node of this machine, ${OWN_VERSION}, and reads the log`, async () => {
    const ws = pathToFileURL(join(root, 'node_modules', 'ws', 'wrapper.mjs')).href;
    const said = await runHere('decide.js', DECIDE(ws), OWN_NODE);
    expect(JSON.parse(said)).toEqual({ node: OWN_VERSION, isTold: true });
    const { right, forged } = JSON.parse(await runHere('verify-own.js', VERIFY, OWN_NODE)) as Record<string, unknown>;
    expect(right).toEqual([true, true, 'ailog', 2]);
    expect(forged).toMatch(/signature .* is wrong/);
  });

  it('verifies there what the exchange says of its log, and believes no flipped bit', async () => {
    const { right, found, grown, wrong, otherBody, lost, forged } = JSON.parse(await runHere('verify.js', VERIFY)) as {
      readonly [name: string]: unknown;
    };
    expect(right).toEqual([true, true, 'ailog', 2]);
    expect(found).toEqual(['ailog', 'right', 'right']);
    expect(grown).toEqual(['right', 'wrong']);
    expect(wrong).toEqual([]);
    expect(otherBody).toMatchObject({ ok: false, why: 'the body is not what was logged' });
    expect(lost).toBe('wrong');
    expect(forged).toMatch(/signature .* is wrong/);
  });

  it.each([
    ['a browser', { lib: ['es2022', 'dom', 'dom.asynciterable'], types: [] as string[] }],
    ['Node', { lib: ['es2022'], types: ['node'] }],
  ])('gives its types to a program for %s', (name, { lib, types }) => {
    const place = join(folder, name.replace(' ', '-'));
    mkdirSync(place);
    writeFileSync(join(place, 'program.ts'), PROGRAM);
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      lib,
      types,
      typeRoots: [join(root, 'node_modules', '@types')],
    };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const listed = run(process.execPath, [compiler, '-p', place, '--listFiles']);
    expect(listed.stdout.split('\n').filter((line) => /error TS/.test(line))).toEqual([]);
    expect(listed.status).toBe(0);
    expect(listed.stdout).toContain('outcry-client/client/index.d.ts');
    expect(listed.stdout).toContain('outcry-client/client/verify/index.d.ts');
    expect(listed.stdout).toContain('outcry-client/client/v3/index.d.ts');
    expect(listed.stdout).not.toMatch(/\/src\/(api|core)\/|typebox/);
  });

  it.skipIf(!hasBrowser)(
    `signs, reads and trades in a real browser${whyNoBrowser}`,
    async () => {
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        await page.route('**/packed/**', (route) => {
          const path = join(installed, new URL(route.request().url()).pathname.replace('/packed/', ''));
          return route.fulfill({ path, contentType: 'text/javascript' });
        });
        // A page of the exchange itself: others may not open sockets to this machine.
        await page.goto(`${kit.url}/healthz`, { timeout: WITHIN_MS });
        // As text: what the test runner makes of an import() means nothing in a page.
        const found = await page.evaluate(`(${IN_A_PAGE})(${JSON.stringify({ ...kit.bob, url: kit.url })})`);
        expect(found).toMatchObject({
          assets: [{ coinName: 'USDT', equity: '10000.00000000' }],
          extractable: false,
          bids: [['89999.9', expect.any(String)]],
          placed: { client_oid: 'from-a-page', order_id: expect.stringMatching(/^\d{15}$/) },
          position: ['0.0010'],
        });
      } finally {
        await browser.close();
      }
    },
    2 * WITHIN_MS,
  );
});
