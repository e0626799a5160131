/**
 * An agent whose decisions are a model's: shows it market and account, takes its answer as a decision, puts the
 * decision on record, and then sends the order bound to it by hash, with a stop and a target. What the model asks for
 * is held to the agent's own bounds, of money and of tokens. An answer that can't be used goes back once with what is
 * wrong; twice is a decision to hold, which is put on record too.
 *
 * A decision is kept before it is sent: an agent that was killed sends the same bytes again, which is one log and one
 * order whatever had become of them.
 */
import type { Client } from '../../client/client.ts';
import { DecisionFailed } from '../../client/decide.ts';
import { OutcryError } from '../../client/errors.ts';
import { type Plan, planOf, type PlannedOrder, SYSTEM, type Wrong } from './answer.ts';
import type { Contract } from '../contracts.ts';
import { accountOf, contractsOf, type Looking, quoteOf, type Seen } from './look.ts';

export interface Prompt {
  readonly system: string;
  readonly user: string;
  /** Tokens that an answer may have. */
  readonly mostOut: number;
}

export interface Answered {
  readonly text: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** @throws ModelTrouble when there is no answer now */
export type Ask = (prompt: Prompt) => Promise<Answered>;

/** The model gave no answer; the next turn may ask again after so long. */
export class ModelTrouble extends Error {
  readonly waitMs: number;

  constructor(message: string, waitMs = 0) {
    super(message);
    this.name = 'ModelTrouble';
    this.waitMs = waitMs;
  }
}

/** All that an agent knows when it starts again. */
export interface Memory {
  decisions: number;
  tokens: number;
  usd: number;
  /** Equity of its first look, USDT; null before it. */
  firstEquity: number | null;
  /** A decision that was begun and whose end it has not seen. */
  pending: { readonly body: string; readonly order: PlannedOrder | null; readonly atMs: number } | null;
}

export const NEW_MEMORY: Memory = { decisions: 0, tokens: 0, usd: 0, firstEquity: null, pending: null };

export interface Bounds {
  readonly symbols: readonly string[];
  /** USDT that an order is worth at most, and that may be lost since the first look before nothing more is opened. */
  readonly orderUsdt: number;
  readonly lossUsdt: number;
  /** Of the model, in all; Infinity: any. */
  readonly tokens: number;
  readonly usd: number;
  /** USD for a million tokens. */
  readonly usdIn: number;
  readonly usdOut: number;
  /** Of so many decisions to hold, one is put on record. */
  readonly logHoldEvery: number;
}

export interface LlmAgentParts {
  readonly client: Looking & Pick<Client, 'aiBeacon' | 'decide' | 'uploadAiLog'>;
  readonly ask: Ask;
  /** As the log says which it was. */
  readonly model: string;
  readonly bounds: Bounds;
  readonly memory: Memory;
  /** Makes the memory outlast the process; it is done when it resolves. */
  readonly keep: (memory: Memory) => Promise<void>;
  readonly nowMs: () => number;
}

/** A turn's outcome in a line, and how long the next should wait at least. */
export interface Turn {
  readonly kind: 'ordered' | 'held' | 'refused' | 'waits' | 'spent';
  readonly said: string;
  readonly orderId?: string;
  readonly waitMs?: number;
}

/** A decision that is older is not sent any more: it was made for another market. */
const FRESH_MS = 120_000;
const MOST_OUT = 1_024;
const LEAST_OUT = 128;
/** Fewer than this, no model makes of a token: an estimate from above. */
const CHARACTERS_A_TOKEN = 2;
const LONGEST_SHOWN = 1_000;

/** One look, one question, one decision. */
export async function takeTurn(parts: LlmAgentParts): Promise<Turn> {
  const { memory, bounds, client, nowMs } = parts;
  if (memory.pending !== null) return finish(parts, memory.pending);
  const contracts = await contractsOf(client, bounds.symbols);
  if (contracts.length === 0) return { kind: 'waits', said: `none of ${bounds.symbols.join(', ')} is traded now` };
  const market = await Promise.all(contracts.map((contract) => quoteOf(client, contract)));
  const account = await accountOf(client, nowMs(), market);
  memory.firstEquity ??= account.equity_usdt;
  const seen: Seen = { market, account, limits: limitsOf(bounds, memory.firstEquity, account) };
  const asked = await question(parts, seen, contracts);
  if ('kind' in asked) return asked;
  const { plan, input } = asked;
  memory.decisions += 1;
  if (plan.order === null && memory.decisions % bounds.logHoldEvery !== 0) {
    await parts.keep(memory);
    return { kind: 'held', said: `HOLD: ${plan.reason}` };
  }
  const beacon = await client.aiBeacon({});
  const { action, symbol, output, reason } = plan;
  const body = JSON.stringify({
    stage: 'Decision Making',
    model: parts.model,
    input: { ...input, beacon },
    output: { decision: action, symbol, ...output },
    explanation: reason,
  });
  memory.pending = { body, order: plan.order, atMs: nowMs() };
  await parts.keep(memory);
  return finish(parts, memory.pending);
}

function limitsOf({ orderUsdt, lossUsdt }: Bounds, first: number, account: Seen['account']): Seen['limits'] {
  const most = Math.min(orderUsdt, account.available_usdt);
  const lost = first - account.equity_usdt;
  if (lost >= lossUsdt)
    return { most_order_usdt: 0, may_open: false, why: `${lost.toFixed(2)} of at most ${lossUsdt} USDT are lost` };
  return { most_order_usdt: Math.floor(most * 100) / 100, may_open: most > 0 };
}

interface Asked {
  readonly plan: Plan;
  /** Of the log: the whole question, and what was answered before it could be used. */
  readonly input: object;
}

/** Asks, and once more where the answer can't be used. */
async function question(parts: LlmAgentParts, seen: Seen, contracts: readonly Contract[]): Promise<Asked | Turn> {
  const user = JSON.stringify(seen);
  let unusable: (Wrong & { readonly answer: string }) | null = null;
  for (let attempt = 1; attempt <= 2; attempt++) {
    const more: string =
      unusable === null
        ? ''
        : `\nYour last answer was ${JSON.stringify(unusable.answer)}. It can't be used: ${unusable.wrong}. Answer again.`;
    const answered = await answer(parts, user, more);
    if ('kind' in answered) return answered;
    const plan = planOf(answered.text, seen, contracts);
    const input = { system: SYSTEM, prompt: user, ...(unusable === null ? {} : { unusable }) };
    if (!('wrong' in plan)) return { plan, input };
    unusable = { ...plan, answer: answered.text.slice(0, LONGEST_SHOWN) };
  }
  const { wrong } = unusable!;
  const plan: Plan = {
    action: 'HOLD',
    symbol: contracts[0]!.symbol,
    reason: `The model's answer could not be used, twice: ${wrong}.`,
    output: { unusable: wrong },
    order: null,
  };
  return { plan, input: { system: SYSTEM, prompt: user, unusable } };
}

/** One answer, within the budget; or the turn that ends without one. */
async function answer(
  { memory, bounds, ask, keep }: LlmAgentParts,
  user: string,
  more: string,
): Promise<Answered | Turn> {
  const wants = Math.ceil((SYSTEM.length + user.length + more.length) / CHARACTERS_A_TOKEN);
  const costs = (wants * bounds.usdIn + LEAST_OUT * bounds.usdOut) / 1e6;
  if (memory.tokens + wants + LEAST_OUT > bounds.tokens)
    return { kind: 'spent', said: `the budget of tokens is used up: ${memory.tokens} of ${bounds.tokens}` };
  if (memory.usd + costs > bounds.usd)
    return { kind: 'spent', said: `the budget is used up: ${memory.usd.toFixed(4)} of ${bounds.usd} USD` };
  const byTokens = bounds.tokens - memory.tokens - wants;
  const byUsd = bounds.usdOut === 0 ? MOST_OUT : (bounds.usd - memory.usd) * (1e6 / bounds.usdOut);
  const mostOut = Math.floor(Math.max(LEAST_OUT, Math.min(MOST_OUT, byTokens, byUsd)));
  try {
    const answered = await ask({ system: SYSTEM, user: user + more, mostOut });
    memory.tokens += answered.tokensIn + answered.tokensOut;
    memory.usd += (answered.tokensIn * bounds.usdIn + answered.tokensOut * bounds.usdOut) / 1e6;
    await keep(memory);
    return answered;
  } catch (error) {
    if (!(error instanceof ModelTrouble)) throw error;
    return { kind: 'waits', said: error.message, waitMs: error.waitMs };
  }
}

/** Carries out a decision that is kept, and forgets it once its end is known. */
async function finish(parts: LlmAgentParts, pending: NonNullable<Memory['pending']>): Promise<Turn> {
  const { body, order, atMs } = pending;
  const done = async (turn: Turn): Promise<Turn> => {
    parts.memory.pending = null;
    await parts.keep(parts.memory);
    return turn;
  };
  if (parts.nowMs() - atMs > FRESH_MS)
    return done({ kind: 'waits', said: 'a decision of before the restart is too old now: it is not sent again' });
  const said = JSON.parse(body) as { output: { decision: string; symbol: string }; explanation: string };
  const what = `${said.output.decision} ${said.output.symbol}`;
  try {
    if (order === null) {
      await parts.client.uploadAiLog(body);
      return await done({ kind: 'held', said: `HOLD: ${said.explanation}` });
    }
    const { orderId, logIndex } = await parts.client.decide(body, order);
    const bounded = 'bounded' in said.output ? ` (${String(said.output.bounded)})` : '';
    const preset = order.presetStopLossPrice;
    const stop = preset === undefined ? '' : `, stop ${preset}, target ${order.presetTakeProfitPrice}`;
    const line = `${what} ${order.size}${stop}: order ${orderId}, log ${logIndex}${bounded}`;
    return done({ kind: 'ordered', said: line, orderId });
  } catch (error) {
    // Whatever may have happened is asked again with the same bytes, by the next turn.
    const refusal = error instanceof DecisionFailed ? error.cause : error;
    if (!(refusal instanceof OutcryError) || refusal.status >= 500) throw error;
    return done({ kind: 'refused', said: `${what} was refused: ${refusal.message}` });
  }
}
