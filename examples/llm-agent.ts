// An agent whose decisions are a language model's: a log before each order, a stop and a target, bounds of money and
// tokens, and a file of what it knows, with which it goes on after a restart. docs/llm-agent.md says all of it.
//
//   node scripts/node.mjs examples/llm-agent.ts              # one decision, with recorded answers and no network
//   LLM_API=openai LLM_URL=http://127.0.0.1:11434/v1 LLM_MODEL=qwen3 node scripts/node.mjs examples/llm-agent.ts 100 60
//
// Two numbers may follow: how many decisions (1; 0: until it is stopped), and the seconds in between (60). It leaves
// the waiting to the client, so it runs as it is on a rehearsal too: faster, or in lockstep, where time stands while
// the model thinks. The agent itself is src/agents/llm, which the demo runs too.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCHEMA } from '../src/agents/llm/answer.ts';
import { type Ask, type Bounds, type Memory, ModelTrouble, takeTurn } from '../src/agents/llm/llm-agent.ts';
import { NEW_MEMORY } from '../src/agents/llm/llm-agent.ts';
import { recorded, RECORDED_MODEL } from '../src/agents/llm/recorded.ts';
import { createClientFromEnv, rehearse } from '../src/client/index.ts';

const env: Readonly<Record<string, string | undefined>> = Object.assign(process.env, {
  OUTCRY_KEY: 'local-demo-key-1',
  OUTCRY_SECRET: 'local-demo-secret-1-everybody-knows-it',
  OUTCRY_PASSPHRASE: 'local-demo-passphrase-1',
  ...process.env,
});
const LONGEST_WAIT_MS = 300_000;

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}

function number(name: string, usual: number): number {
  const value = Number(env[name] || usual);
  return value >= 0 ? value : fail(`${name} is ${env[name]}; it is a number from 0`);
}

const api = env['LLM_API'] || 'recorded';
if (!['recorded', 'openai', 'anthropic'].includes(api)) fail(`LLM_API is ${api}; it is recorded, openai or anthropic`);
const model = api === 'recorded' ? RECORDED_MODEL : env['LLM_MODEL'] || fail('LLM_MODEL names the model');
const bounds: Bounds = {
  symbols: (env['AGENT_SYMBOLS'] || 'cmt_btcusdt').split(','),
  orderUsdt: number('AGENT_ORDER_USDT', 500),
  lossUsdt: number('AGENT_LOSS_USDT', 500),
  tokens: number('LLM_BUDGET_TOKENS', 500_000),
  usd: number('LLM_BUDGET_USD', Infinity),
  usdIn: number('LLM_USD_IN', 0),
  usdOut: number('LLM_USD_OUT', 0),
  logHoldEvery: 1,
};
if (bounds.usd < Infinity && bounds.usdIn + bounds.usdOut === 0)
  fail('LLM_BUDGET_USD needs LLM_USD_IN and LLM_USD_OUT, the prices of a million tokens');

/** Answers of both APIs, of which none is relied on. */
interface Said {
  readonly choices?: readonly { readonly message?: { readonly content?: string } }[];
  readonly content?: readonly { readonly type: string; readonly text?: string; readonly input?: object }[];
  readonly usage?: Readonly<Record<string, number>>;
}

/** One request to a model's endpoint; what is no answer is said in a sentence. */
async function post(url: string, headers: Record<string, string>, body: object): Promise<Said> {
  const limit = number('LLM_TIMEOUT_S', 60);
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, { ...request, body: JSON.stringify(body), signal: AbortSignal.timeout(limit * 1_000) });
    text = await answer.text();
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new ModelTrouble(isLate ? `the model gave no answer in ${limit} s` : `no answer of ${url}: ${String(error)}`);
  }
  if (answer.status === 401 || answer.status === 403)
    fail(`the model's endpoint refused the key: ${text.slice(0, 300)}`);
  if (answer.status === 429 || answer.status >= 500) {
    const seconds = Number(answer.headers.get('retry-after')) || 10;
    throw new ModelTrouble(
      `the model's endpoint answered ${answer.status}: asked again in ${seconds} s`,
      seconds * 1_000,
    );
  }
  if (!answer.ok) throw new ModelTrouble(`the model's endpoint answered ${answer.status}: ${text.slice(0, 300)}`);
  try {
    return JSON.parse(text) as Said;
  } catch {
    throw new ModelTrouble(`the model's endpoint answered no JSON: ${text.slice(0, 300)}`);
  }
}

/** What an endpoint that counts no tokens is taken to have used. */
const counted = (value: unknown, text: string): number =>
  typeof value === 'number' ? value : Math.ceil(text.length / 2);

const key = env['LLM_KEY'] || env[api === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'] || '';

/** Whether the endpoint knows a schema for answers; one that refuses it is asked without from then on. */
let knowsSchema = true;
const openai: Ask = async (prompt) => {
  const { system, user, mostOut } = prompt;
  const url = `${env['LLM_URL'] || 'https://api.openai.com/v1'}/chat/completions`;
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  const schema = { type: 'json_schema', json_schema: { name: 'decision', strict: true, schema: SCHEMA } };
  const more = knowsSchema ? { max_completion_tokens: mostOut, response_format: schema } : { max_tokens: mostOut };
  try {
    const said = await post(url, key === '' ? {} : { authorization: `Bearer ${key}` }, { model, messages, ...more });
    const text = said.choices?.[0]?.message?.content ?? '';
    const { prompt_tokens, completion_tokens } = said.usage ?? {};
    return { text, tokensIn: counted(prompt_tokens, system + user), tokensOut: counted(completion_tokens, text) };
  } catch (error) {
    if (!knowsSchema || !String(error).includes('answered 400')) throw error;
    knowsSchema = false;
    return openai(prompt);
  }
};

const anthropic: Ask = async ({ system, user, mostOut }) => {
  const said = await post(
    `${env['LLM_URL'] || 'https://api.anthropic.com'}/v1/messages`,
    { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    {
      model,
      system,
      max_tokens: mostOut,
      messages: [{ role: 'user', content: user }],
      tools: [{ name: 'decide', description: 'The decision.', input_schema: SCHEMA }],
      tool_choice: { type: 'tool', name: 'decide' },
    },
  );
  const parts = said.content ?? [];
  const tool = parts.find(({ type }) => type === 'tool_use');
  const text = tool === undefined ? parts.map((part) => part.text ?? '').join('') : JSON.stringify(tool.input);
  const { input_tokens, output_tokens } = said.usage ?? {};
  return { text, tokensIn: counted(input_tokens, system + user), tokensOut: counted(output_tokens, text) };
};

const ask = { recorded, openai, anthropic }[api]!;

const { uid } = await createClientFromEnv().apiKey();
const url = env['OUTCRY_URL'] || 'http://127.0.0.1:8080';

/** What the last run knew of this account, if there was one. */
const file = env['AGENT_STATE'] || 'llm-agent.json';
function kept(): Memory {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { ...NEW_MEMORY };
  }
  const { account, ...memory } = JSON.parse(text) as Memory & { account: string };
  if (account !== `${uid} at ${url}`)
    fail(`${file} is of account ${account}, and this is ${uid} at ${url}: name another file in AGENT_STATE`);
  console.log(`goes on: ${memory.decisions} decisions, ${memory.tokens} tokens, ${memory.usd.toFixed(4)} USD before`);
  return memory;
}
function keep(known: Memory): Promise<void> {
  // A file that is written whole or not at all, whenever the process is killed.
  writeFileSync(`${file}.tmp`, JSON.stringify({ account: `${uid} at ${url}`, ...known }), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
  return Promise.resolve();
}

const [, , times = '1', seconds = '60'] = process.argv;
const memory = kept();
let turn = 0;
await rehearse({ stepMs: Number(seconds) * 1_000 }, async ({ ms }, client) => {
  turn += 1;
  let waitMs = 0;
  try {
    const made = await takeTurn({ client, ask, model, bounds, memory, keep, nowMs: () => ms });
    waitMs = made.waitMs ?? 0;
    const graded = made.kind === 'ordered' ? await client.aiOrders({ limit: 20 }) : [];
    const grade = graded.find(({ orderId }) => orderId === made.orderId)?.grade;
    console.log(`${turn} ${made.said}${grade === undefined ? '' : `, grade ${grade}`} (${memory.tokens} tokens)`);
    if (made.kind === 'spent') return null;
  } catch (error) {
    console.error(`${turn} ${error instanceof Error ? error.message : String(error)}`);
  }
  if (turn === Number(times)) return null;
  // A model's endpoint goes by the machine's clock, whatever the exchange's does.
  await sleep(Math.min(LONGEST_WAIT_MS, waitMs));
  return { untilMs: ms + Number(seconds) * 1_000 };
});
