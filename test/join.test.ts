// Agents join in one sentence. Five unlike loops are given a seat's sentence and nothing else, and come to
// a filled order of grade A; and the agents of examples/ go through what models and endpoints do wrong, and through a
// restart in the middle of an order, over one account's file in both languages.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runnerOf } from '../examples/tools.mjs';
import { buildWeb } from '../scripts/web.ts';
import { createClientFromEnv, type Client as Exchange } from '../src/client/index.ts';
import { type Kit, quote, startKit, SYMBOL } from './api/kit.ts';
import { PATIENCE_MS } from './patience.ts';
import { root } from './source.ts';

const THREE_MINUTES_MS = 180_000;
type Env = Readonly<Record<string, string>>;

let kit: Kit;
const folder = mkdtempSync(join(tmpdir(), 'outcry-join-'));
beforeAll(async () => {
  await buildWeb();
  kit = await startKit(undefined, undefined, undefined, { webFolder: `${root}/dist/web` });
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
}, 60_000);
afterAll(async () => {
  await kit.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program to its end, in a folder of its own. */
async function run(
  command: readonly string[],
  { env = {}, cwd = folder, input = '' }: { env?: Env; cwd?: string; input?: string } = {},
) {
  const [file = '', ...words] = command;
  const child = spawn(file, words, { cwd, env: { PATH: process.env['PATH'] ?? '', ...env }, timeout: PATIENCE_MS });
  const said = { out: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

const example = (file: string): readonly string[] => [...runnerOf(file).command, join(root, 'examples', file)];

function ownFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** The address in the sentence, which is all that a loop knows. */
const addressIn = (sentence: string): string => /(\S+)\/SKILL\.md/.exec(sentence)![1]!;

/** As the skill says: whoever asks gets a seat. */
async function seatOf(sentence: string): Promise<Env> {
  const address = addressIn(sentence);
  expect(await (await fetch(`${address}/SKILL.md`)).text()).toContain('Else ask for a seat');
  const headers = { 'content-type': 'application/json' };
  const made = await fetch(`${address}/seat`, { method: 'POST', headers, body: '{"name":"loop"}' });
  return ((await made.json()) as { env: Env }).env;
}

/** A loop: the sentence in, and out of it the key that it came to. */
type Loop = (sentence: string, own: string) => Promise<Env>;

/** Curl and openssl, as references/signing.md shows them; nothing else but a shell. */
const BARE = `set -eu
URL=$(printf %s "$1" | sed -n 's|^Read \\(.*\\)/SKILL.md.*|\\1|p')
curl -sS "$URL/seat" -H 'Content-Type: application/json' --data-raw '{"name":"bare"}' > seat.json
part() { sed -n "s/.*\\"OUTCRY_$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p" seat.json; }
call() {
  TIME=$(date +%s)000
  SIGN=$(printf %s "\${TIME}$1$2$3" | openssl dgst -sha256 -hmac "$(part SECRET)" -binary | openssl base64 -A)
  curl -sS -X "$1" "$URL$2" -H 'Content-Type: application/json' --data-raw "$3" -H "ACCESS-KEY: $(part KEY)" \\
    -H "ACCESS-PASSPHRASE: $(part PASSPHRASE)" -H "ACCESS-TIMESTAMP: $TIME" -H "ACCESS-SIGN: $SIGN"
}
BEACON=$(curl -sS "$URL/capi/v2/ai/beacon" | tr -d '"')
LOG='{"stage":"Decision Making","model":"bare-1","input":{"beacon":"'$BEACON'"},"output":{"decision":"OPEN_LONG",'
LOG=$LOG'"symbol":"cmt_btcusdt","size":"0.01"},"explanation":"A loop of a shell goes long."}'
call POST /capi/v2/order/uploadAiLog "$LOG"
HASH=$(printf %s "$LOG" | openssl dgst -sha256 | sed 's/.*= *//' | cut -c1-32)
call POST /capi/v2/order/placeOrder '{"symbol":"cmt_btcusdt","client_oid":"ai1-'$HASH'","size":"0.01","type":1,"order_type":0,"match_price":1}'
`;

const agentLoop =
  (file: string): Loop =>
  async (sentence, own) => {
    const env = await seatOf(sentence);
    const { code, out, errors } = await run(example(file), { env, cwd: own });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toMatch(/^1 OPEN_LONG cmt_btcusdt .* grade A /);
    return env;
  };

const LOOPS: Readonly<Record<string, Loop>> = {
  async 'a bare loop with curl'(sentence, own) {
    const { code, out, errors } = await run(['sh', '-c', BARE, 'sh', sentence], { cwd: own });
    expect({ code, errors, placed: out.includes('"order_id"') }).toEqual({ code: 0, errors: '', placed: true });
    return (JSON.parse(readFileSync(join(own, 'seat.json'), 'utf8')) as { env: Env }).env;
  },
  'the agent in Python': agentLoop('llm_agent.py'),
  'the agent in TypeScript': agentLoop('llm-agent.ts'),
  async 'an MCP client'(sentence) {
    const env = await seatOf(sentence);
    const client = new Client({ name: 'loop', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${env['OUTCRY_TOKEN']}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${addressIn(sentence)}/mcp`), { requestInit }));
    const { tools } = await client.listTools();
    const { name } = tools.find(({ description = '' }) => description.includes('grade A'))!;
    const { isError } = await client.callTool({
      name,
      arguments: {
        decision: 'OPEN_LONG',
        symbol: SYMBOL,
        size: '0.01',
        model: 'mcp-1',
        input: 'A look at the market.',
        explanation: 'A client of MCP goes long.',
      },
    });
    await client.close();
    expect(isError).not.toBe(true);
    return env;
  },
  // Its model is a script: read the page that is named, then run each of its commands as it stands there.
  async 'a reader of the skill'(sentence, own) {
    const skill = await (await fetch(/https?:\S+/.exec(sentence)![0])).text();
    const commands = [...skill.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
    for (const command of commands) {
      const { code, errors } = await run(['sh', '-e'], { cwd: own, input: command });
      expect({ command, code, errors }).toEqual({ command, code: 0, errors: '' });
    }
    return JSON.parse(readFileSync(join(own, 'outcry-key.json'), 'utf8')) as Env;
  },
};

describe('from the one sentence alone', () => {
  it('five unlike loops come to a filled order of grade A, within three minutes', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { sentence } = (await kit.admin('POST', '/admin/seats', { name: 'ada' })) as { sentence: string };
    expect(sentence).toBe(`Read ${kit.url}/SKILL.md and trade.`);
    const began = performance.now();
    const came = Object.entries(LOOPS).map(async ([name, loop], at) => {
      const client = createClientFromEnv({}, await loop(sentence, ownFolder(`loop-${at}`)));
      const [order] = await client.aiOrders({});
      const { status } = await client.detail({ orderId: order!.orderId });
      return { name, status, grade: order!.grade, level: order!.level };
    });
    expect(await Promise.all(came)).toEqual(
      Object.keys(LOOPS).map((name) => ({ name, status: 'filled', grade: 'A', level: 3 })),
    );
    expect(performance.now() - began).toBeLessThan(THREE_MINUTES_MS);
  });
});

interface Said {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** An endpoint of models that answers by a list, in the shape of the API it is asked by; the end of it repeats. */
async function modelThatSays(answers: readonly ((response: ServerResponse) => string | null)[]) {
  const asked: Said[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    asked.push({ path, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown> });
    const text = answers[Math.min(asked.length, answers.length) - 1]!(response);
    if (text === null) return;
    response.setHeader('content-type', 'application/json');
    const openai = {
      choices: [{ message: { content: text } }],
      usage: { prompt_tokens: 1_000, completion_tokens: 50 },
    };
    const input = text.startsWith('{') ? { type: 'tool_use', input: JSON.parse(text) } : { type: 'text', text };
    const anthropic = { content: [input], usage: { input_tokens: 1_000, output_tokens: 50 } };
    response.end(JSON.stringify(path.endsWith('/messages') ? anthropic : openai));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const refusing =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end('{"error":{"message":"not so"}}');
    return null;
  };
const says = (answer: object | string) => () => (typeof answer === 'string' ? answer : JSON.stringify(answer));
const never = () => null;
const OPEN = { action: 'OPEN_LONG', symbol: SYMBOL, stop_loss_percent: 1, take_profit_percent: 2, reason: 'It rises.' };

describe('the agents that decide, and what models do to them', { timeout: PATIENCE_MS }, () => {
  let env: Env;
  let mine: Exchange;
  const state = join(folder, 'state.json');
  beforeAll(async () => {
    env = { ...(await seatOf(`Read ${kit.url}/SKILL.md and trade.`)), AGENT_STATE: state };
    mine = createClientFromEnv({}, env);
  });
  const decisions = async () => (await mine.aiLogs({})).list.toReversed();

  it('say what was wrong and go on: a schema nobody knows, 429, silence, no JSON, no such action, too much', async () => {
    const { url, asked } = await modelThatSays([
      refusing(400),
      refusing(429, { 'retry-after': '1' }),
      never,
      says('I would buy some.'),
      says({ ...OPEN, action: 'BUY' }),
      says({ ...OPEN, value_usdt: 999_999 }),
      says({ action: 'CLOSE_SHORT', symbol: SYMBOL, reason: 'Out.' }),
      says({ action: 'CLOSE_LONG', symbol: SYMBOL, reason: 'Out.' }),
    ]);
    const model = { LLM_API: 'openai', LLM_URL: `${url}/v1`, LLM_MODEL: 'some-1', LLM_TIMEOUT_S: '2' };
    const { code, out, errors } = await run([...example('llm_agent.py'), '5', '0'], { env: { ...env, ...model } });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out.trim().split('\n')).toEqual([
      "1 the model's endpoint answered 429: asked again in 1 s (0 tokens)",
      '2 the model gave no answer in 2 s (0 tokens)',
      expect.stringMatching(
        /^3 HOLD: The model's answer could not be used, twice: "action" is "BUY"; .* \(2100 tokens\)$/,
      ),
      expect.stringMatching(
        /^4 OPEN_LONG cmt_btcusdt 0\.0055, stop 89\d{3}\.\d, target 91\d{3}\.\d: order \d+, log \d+ \(999999 USDT were wanted, 500 is the most\), grade A \(3150 tokens\)$/,
      ),
      expect.stringMatching(/^5 CLOSE_LONG cmt_btcusdt 0\.0055: order \d+, log \d+, grade A \(5250 tokens\)$/),
    ]);
    expect(asked.map(({ path, body }) => [path, 'response_format' in body, 'max_tokens' in body])).toEqual([
      ['/v1/chat/completions', true, false],
      ...Array.from({ length: 7 }, () => ['/v1/chat/completions', false, true]),
    ]);
    expect(JSON.stringify(asked.at(-1)!.body)).toContain('there is no SHORT of cmt_btcusdt to close');
    expect((await decisions()).map(({ model: name, decisions: [one] }) => [name, one?.action])).toEqual([
      ['some-1', 'HOLD'],
      ['some-1', 'OPEN_LONG'],
      ['some-1', 'CLOSE_LONG'],
    ]);
  });

  it('go on after a restart where they were: an order that was begun is placed once, and a budget stays used', async () => {
    const known = JSON.parse(readFileSync(state, 'utf8')) as { tokens: number; pending: unknown };
    const body = JSON.stringify({
      stage: 'Decision Making',
      model: 'some-1',
      input: { beacon: await mine.aiBeacon({}) },
      output: { decision: 'OPEN_LONG', symbol: SYMBOL, size: '0.001' },
      explanation: 'It was killed here.',
    });
    const order = { symbol: SYMBOL, size: '0.001', type: 3, order_type: 0, match_price: 1 };
    const begun = JSON.stringify({ ...known, pending: { body, order: { ...order, type: 1 }, atMs: Date.now() } });
    writeFileSync(state, begun);
    const { url, asked } = await modelThatSays([says({ ...OPEN, value_usdt: 5 }), says({ ...OPEN, action: 'HOLD' })]);
    const model = { LLM_API: 'anthropic', LLM_URL: url, LLM_MODEL: 'other-1', LLM_KEY: 'k', LLM_BUDGET_TOKENS: '9000' };
    const typed = await run([...example('llm-agent.ts'), '0', '0'], { env: { ...env, ...model } });
    expect(typed).toMatchObject({ code: 0, errors: '' });
    const lines = typed.out.trim().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'goes on: 3 decisions, 5250 tokens, 0.0000 USD before',
      expect.stringMatching(/^1 OPEN_LONG cmt_btcusdt 0\.001: order \d+, log \d+, grade A \(5250 tokens\)$/),
      '2 HOLD: It rises. (7350 tokens)',
    ]);
    expect(lines.at(-1)).toMatch(/the budget of tokens is used up: \d+ of 9000 \(\d+ tokens\)$/);
    expect(asked[0]).toMatchObject({ path: '/v1/messages', body: { tool_choice: { name: 'decide' } } });
    expect(JSON.stringify(asked[1]!.body)).toContain(
      '5 USDT of cmt_btcusdt is less than its smallest order, 9.00 USDT',
    );
    writeFileSync(state, begun);
    const again = await run(example('llm_agent.py'), { env });
    expect(again.errors).toBe('');
    expect(again.out).toContain(/order \d+, log \d+/.exec(lines[1]!)![0]);
    expect(await mine.allPosition()).toMatchObject([{ side: 'LONG', size: '0.0010' }]);
  });

  it('end before anything is done with settings or a file that are not theirs', async () => {
    const other = await seatOf(`Read ${kit.url}/SKILL.md and trade.`);
    for (const file of ['llm_agent.py', 'llm-agent.ts'])
      for (const [more, why] of [
        [{ ...other }, /state\.json is of account \d+ at .*AGENT_STATE/],
        [{ LLM_API: 'best' }, /LLM_API is best; it is recorded, openai or anthropic/],
        [{ LLM_API: 'openai' }, /LLM_MODEL names the model/],
        [{ LLM_BUDGET_USD: '1' }, /LLM_BUDGET_USD needs LLM_USD_IN/],
      ] as const) {
        const { code, out, errors } = await run(example(file), { env: { ...env, ...more } });
        expect({ file, code, out, errors }).toEqual({ file, code: 1, out: '', errors: expect.stringMatching(why) });
      }
  });
});
