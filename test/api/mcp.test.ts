// The exchange as an MCP server: over HTTP with the official client in both revisions, what its definitions weigh, the
// way of an agent to an order of grade A, refusals with hints, and what stays out.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/web.ts';
import { SETUPS } from '../../src/mcp/setup.ts';
import { root } from '../source.ts';
import { type Kit, quote, startKit, SYMBOL, type TestAccount } from './kit.ts';
import { tokenOf } from '../../src/api/words/seat-words.ts';

const TWELVE = [
  'market_get_snapshot',
  'market_get_candles',
  'account_get_state',
  'order_place',
  'order_cancel',
  'order_protect',
  'position_close',
  'log_decide',
  'log_coverage',
  'contest_get_board',
  'rehearsal_pass',
  'exchange_explain_error',
];
const MOST_TOKENS = 4_000;
const CHARACTERS_A_TOKEN = 4;
const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

let kit: Kit;
const open: Client[] = [];
beforeAll(async () => {
  await buildWeb();
  kit = await startKit([], undefined, undefined, { webFolder: `${root}/dist/web` });
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
}, 60_000);
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await kit.stop();
});

/** A client of one revision, with the account's key. */
async function connected(
  account: TestAccount | null,
  revision: (typeof REVISIONS)[number] = '2026-07-28',
  query = '',
): Promise<Client> {
  const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = account === null ? {} : { Authorization: `Bearer ${tokenOf(account)}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${kit.url}/mcp${query}`), { requestInit: { headers } }),
  );
  open.push(client);
  return client;
}

/** A tool's answer, and whether it was refused. */
async function use(client: Client, name: string, given: object = {}, meta?: Record<string, unknown>): Promise<any> {
  const result = await client.callTool({
    name,
    arguments: { ...given },
    ...(meta === undefined ? {} : { _meta: meta }),
  });
  const [content] = result.content as { type: string; text: string }[];
  return { isError: result.isError === true, ...JSON.parse(content!.text) };
}

const DECISION = {
  decision: 'OPEN_LONG',
  symbol: SYMBOL,
  size: '0.01',
  model: 'scripted-1',
  input: 'Mark 90000. Long or flat?',
  explanation: 'It is a test of the way, and goes long.',
};

describe.each(REVISIONS)('MCP over HTTP, revision %s', (revision) => {
  it('takes an agent from a look to a filled order of grade A, protected, and out again', async () => {
    const account = await kit.newAccount({ allowed: true, limits: { orderValue: '5000' } });
    const client = await connected(account, revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(TWELVE.toSorted());
    const look = await use(client, 'market_get_snapshot', { symbol: SYMBOL });
    expect(look).toMatchObject({ isError: false, mark_usdt: '90000.0', step_base: '0.0001' });
    expect(look.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect((await use(client, 'account_get_state')).key.limits_usdt.orderValue).toBe('5000.00000000');
    const made = await use(client, 'log_decide', { ...DECISION, stop_loss: 88000 });
    expect(made).toMatchObject({ isError: false, status: 'filled', grade: 'A', evidence_level: 3 });
    const state = await use(client, 'account_get_state');
    expect(state.positions).toMatchObject([{ symbol: SYMBOL, side: 'long', size_base: '0.0100', entry_usdt: 90000.1 }]);
    expect(state.protection_and_plans).toMatchObject([{ kind: 'stop_loss', trigger_usdt: '88000.0' }]);
    const moved = await use(client, 'order_protect', {
      symbol: SYMBOL,
      position: 'long',
      stop_loss: '89000',
      take_profit: '95000',
    });
    expect(moved.protection.map((one: any) => [one.kind, one.trigger_usdt]).toSorted()).toEqual([
      ['stop_loss', '89000.0'],
      ['take_profit', '95000.0'],
    ]);
    expect(await use(client, 'log_coverage')).toMatchObject({ orders_counted: 1, covered_percent: 100 });
    expect(await use(client, 'position_close', { symbol: SYMBOL, position: 'long' })).toMatchObject({ closed: 1 });
    expect((await use(client, 'account_get_state')).positions).toEqual([]);
    expect(await use(client, 'log_decide', { ...DECISION, decision: 'HOLD', size: undefined })).toMatchObject({
      decision: 'HOLD',
    });
  }, 60_000);

  it('reads the rules and guides as resources', async () => {
    const client = await connected(null, revision);
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual([
      'skill',
      'rules',
      'evidence',
      'errors',
      'market',
      'contest',
      'api',
    ]);
    for (const { uri } of resources) {
      const [content] = (await client.readResource({ uri })).contents as { text: string }[];
      expect(content!.text.length).toBeGreaterThan(1_000);
      if (uri.endsWith('/skill')) expect(content!.text).toContain(`${kit.url}/scripts/outcry.py`);
    }
  });
});

describe('tools', () => {
  it(`are twelve that weigh less than ${MOST_TOKENS} tokens together, and more when they are asked for`, async () => {
    const { tools } = await (await connected(null)).listTools();
    const characters = JSON.stringify(tools).length;
    expect(characters / CHARACTERS_A_TOKEN).toBeLessThan(MOST_TOKENS);
    expect(tools.filter(({ description = '' }) => description.length < 40 || description.length > 200)).toEqual([]);
    const more = await (await connected(null, '2026-07-28', '?modules=history,keys,nothing')).listTools();
    expect(more.tools.length).toBe(TWELVE.length + 7);
    const all = await connected(kit.alice, '2026-07-28', '?modules=all');
    expect((await all.listTools()).tools.length).toBeGreaterThan(25);
    expect(await use(all, 'api_call', { operation: 'assets' })).toMatchObject({ answer: [{ coinName: 'USDT' }] });
    expect(await use(all, 'market_get_trades', { symbol: SYMBOL })).toMatchObject({ isError: false });
    expect((await use(all, 'api_call', { operation: 'constructor' })).refused.hint).toContain('/openapi.json');
  });

  it('answer a refusal with what helps, and never more than is known', async () => {
    const client = await connected(await kit.newAccount({ limits: { orderValue: '500' } }));
    const large = await use(client, 'log_decide', DECISION);
    expect(large).toMatchObject({ isError: true, refused: { code: '40022', executed: false } });
    const order = { action: 'open_long', symbol: SYMBOL, size: 0.01 };
    const limited = await use(client, 'order_place', order);
    expect(limited.refused).toMatchObject({
      token: 'KEY_LIMIT_EXCEEDED',
      hint: expect.stringContaining('500.00000000'),
    });
    const explained = await use(client, 'exchange_explain_error', { error: limited.refused.token });
    expect(explained.explained).toMatchObject([{ token: 'KEY_LIMIT_EXCEEDED', code: '50004', do: expect.any(String) }]);
    expect((await use(client, 'exchange_explain_error', { error: '40009' })).explained[0].do).toContain(
      'byte for byte',
    );
    expect((await use(client, 'exchange_explain_error')).last_refusals[0]).toMatchObject({
      token: 'KEY_LIMIT_EXCEEDED',
    });
    for (const [tool, given] of [
      ['order_place', { ...order, symbol: 'cmt_nothing' }],
      ['order_cancel', { order_id: '1' }],
      ['order_cancel', {}],
      ['order_protect', { symbol: SYMBOL, position: 'long', stop_loss: 1 }],
      ['position_close', {}],
      ['rehearsal_pass', {}],
      ['contest_get_board', { contest: 'nope' }],
      ['exchange_explain_error', { error: '1' }],
      ['order_place', { ...order, action: 'buy', size: true }],
      ['log_decide', { decision: 'OPEN_LONG' }],
    ] as const) {
      const { isError, refused, trace_id } = await use(client, tool, given);
      expect([tool, isError, refused.hint.length > 5, trace_id.length]).toEqual([tool, true, true, 32]);
    }
    const unfit = await use(client, 'order_place', { ...order, action: 'buy' });
    expect(unfit.refused).toMatchObject({ executed: false, hint: expect.stringContaining('action (open_long | ') });
  });

  it('continue the trace of a caller, which its order and its log keep; each result has its trace', async () => {
    const trace = 'ab'.repeat(16);
    const account = await kit.newAccount({ allowed: true });
    const client = await connected(account);
    const meta = { traceparent: `00-${trace}-${'cd'.repeat(8)}-01` };
    const { tools } = await client.listTools();
    for (const { name } of tools) {
      const given = name === 'log_decide' ? DECISION : { symbol: SYMBOL };
      expect([name, (await use(client, name, given, meta)).trace_id]).toEqual([name, trace]);
    }
    const exchange = kit.client(account);
    const [[order], { list }] = await Promise.all([exchange.aiOrders({ limit: 1 }), exchange.aiLogs({ limit: 1 })]);
    for (const kept of [order, list[0]]) expect(kept!.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect((await use(client, 'market_get_snapshot', {}, { traceparent: 'x' })).trace_id).not.toBe(trace);
  });

  it('that need a key say so without one, and a wrong key is the exchange’s own refusal', async () => {
    const { refused } = await use(await connected(null), 'account_get_state');
    expect(refused).toMatchObject({ hint: expect.stringContaining('OUTCRY_TOKEN'), executed: false });
    const wrong = await use(await connected({ ...kit.alice, secret: 'not the secret of it' }), 'account_get_state');
    expect(wrong.refused.code).toBe('40009');
  });
});

const told = (name: string) => {
  const command = [process.execPath, 'scripts/node.mjs', 'src/cli/main.ts'];
  return SETUPS[name]!({ address: kit.url, command, modules: 'keys' }).text;
};

describe('what `outcry mcp setup` prints', () => {
  it.each(Object.keys(SETUPS).filter((name) => !['claude-desktop', 'other'].includes(name)))(
    'leads %s to the tools, with its token and its modules',
    async (name) => {
      const text = told(name);
      const url = new URL(/http:[^'"\s]+/.exec(text)![0]);
      expect([url.pathname, /OUTCRY_TOKEN/.test(text)]).toEqual(['/mcp', true]);
      const { tools } = await (await connected(kit.bob, '2026-07-28', url.search)).listTools();
      expect(tools).toHaveLength(TWELVE.length + 2);
      // Those that are files are whole ones.
      if (text.startsWith('{')) expect(JSON.stringify(JSON.parse(text))).toContain('Bearer ');
    },
  );
});

describe('over stdio', () => {
  it('are the same, with the key of the environment, as a client that starts programs is told', async () => {
    const account = await kit.newAccount({ allowed: true });
    const { apiKey, secret, passphrase } = account;
    const logKey = randomBytes(32).toString('base64');
    const key: Record<string, string> = { OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase };
    const { outcry } = JSON.parse(told('other').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => key[name]!)).mcpServers;
    const env = { PATH: process.env['PATH'] ?? '', ...outcry.env, OUTCRY_LOG_KEY: logKey };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StdioClientTransport({ ...outcry, env, cwd: root }));
    open.push(client);
    expect((await client.listTools()).tools).toHaveLength(TWELVE.length + 2);
    expect((await use(client, 'account_get_state')).account).toBe(account.uid);
    // It is signed, and this account has registered no key to check that with.
    expect(await use(client, 'log_decide', DECISION)).toMatchObject({ grade: 'A', warnings: ['SIGNATURE_UNCHECKED'] });
    expect((await client.readResource({ uri: 'outcry://guides/errors' })).contents).toHaveLength(1);
    await client.close();
  }, 60_000);
});

describe('the door', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (body: object | string, headers: Record<string, string> = {}) =>
    kit.send({
      method: 'POST',
      target: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('is closed to pages elsewhere and to foreign names', async () => {
    expect((await post(list)).status).toBe(200);
    expect((await post(list, { origin: kit.url })).status).toBe(200);
    expect((await post(list, { origin: 'https://example.com' })).json).toMatchObject({ code: '403' });
    expect((await post(list, { origin: 'https://example.com', host: 'example.com' })).json).toMatchObject({
      code: '421',
    });
  });

  it('makes no session, and takes none that is brought', async () => {
    const { headers } = await post(list, { 'mcp-session-id': 'chosen-by-somebody' });
    expect(headers['mcp-session-id']).toBeUndefined();
    for (const method of ['GET', 'DELETE'])
      expect((await kit.send({ method, target: '/mcp', headers: { accept: 'text/event-stream' } })).status).toBe(405);
  });

  it('refuses bodies that are too long or no JSON, and tokens that are none, and stays', async () => {
    expect((await post('x'.repeat(3_000_000))).status).toBe(413);
    expect((await post('{')).status).toBe(400);
    expect((await post(list, { authorization: 'Bearer nonsense' })).json).toMatchObject({ code: '40006' });
    expect((await post(list, { authorization: 'Basic YTpi' })).json).toMatchObject({ code: '40006' });
    expect((await post(list)).status).toBe(200);
  });

  it('counts in the budgets of the caller', async () => {
    const before = await use(await connected(kit.bob), 'account_get_state');
    expect(before.isError).toBe(false);
    const { headers } = await kit.get(kit.bob, '/capi/v2/account/assets');
    expect(Number(headers['x-ratelimit-uid-used'])).toBeGreaterThan(5);
  });
});
