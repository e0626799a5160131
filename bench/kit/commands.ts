/**
 * Commands of the benches that call `engine.apply` themselves: orders and cancels of one contract by accounts of a
 * crowd, with all fields a journal would give them.
 */
import { hash } from 'node:crypto';
import type { Command, CommandOf, Sequenced } from '../../src/core/language/commands.ts';
import type { Execution } from '../../src/core/language/execution.ts';
import type { Engine } from '../../src/core/engine.ts';
import { canonicalText } from '../../src/core/num/decimal.ts';
import { PLAIN, START_MS } from './crowd.ts';

export const SYMBOL = 'cmt_btcusdt';

export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** The command at the engine's next place, a millisecond after the one before. */
export function next({ state }: Engine, command: Command): Sequenced {
  const sequence = state.sequence + 1;
  return { sequence, timeMs: START_MS + sequence, command };
}

const texts = new Map<number, string>();

/** `units` of 10^−decimals as canonical text; equal texts are one string, as a parser's cache would have it. */
export function decimal(units: number, decimals: number): string {
  const key = units * 10 + decimals;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = canonicalText(units, decimals);
  texts.set(key, text);
  return text;
}

export function cancelCommand(account: number, orderId: number): CommandOf<'cancelOrder'> {
  return { name: 'cancelOrder', account, keyId: 'k', channel: 'api', orderId, clientOrderId: null };
}

/** An opening order of the side; `price` null: a market order. */
export function placeCommand(
  account: number,
  buy: boolean,
  execution: Execution,
  size: string,
  price: string | null,
  clientOrderId: string,
): CommandOf<'placeOrder'> {
  return {
    name: 'placeOrder',
    account,
    keyId: 'k',
    channel: 'api',
    symbol: SYMBOL,
    clientOrderId,
    side: buy ? 'long' : 'short',
    effect: 'open',
    execution,
    size,
    price,
    ...PLAIN,
  };
}
