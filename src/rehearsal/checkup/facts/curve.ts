/**
 * An account's equity over time, out of its bills, its fills and the mark prices of the contracts it traded: what its
 * collateral is, and what its positions are worth at the mark (LEDG-004). At most a thousand points.
 */
import { contractRequirement } from '../../../core/risk/margin.ts';
import type { Contract } from '../../../core/language/contract.ts';
import { add } from '../../../core/num/mul-div.ts';
import type { Money } from '../../../core/num/units.ts';
import type { Bar } from '../../../bars/bar.ts';
import type { Point } from './facts.ts';

const E8 = 100_000_000;

/** A change of the account: of its money, or of a position. */
export interface Change {
  readonly ms: number;
  /** Of all its collateral, 1e-8 USDT; and as far as it was paid in or out. */
  readonly amount: Money;
  readonly paid: Money;
  readonly symbol: string;
  /** Of its long and its short size, in the base coin. */
  readonly long: number;
  readonly short: number;
}

/** Closes of a contract's mark, USDT; the bars are `stepMs` long. */
export interface Marks {
  readonly contract: Contract;
  readonly bars: readonly Bar[];
  readonly before: Bar | null;
}

interface Held {
  long: number;
  short: number;
  /** The next bar to be over. */
  next: number;
  mark: number;
}

/**
 * A point at the beginning, however short the run, and one at the end of each bar.
 * @param changes oldest first
 * @param marks by contract
 */
export function equityCurve(
  changes: readonly Change[],
  marks: ReadonlyMap<string, Marks>,
  { fromMs, toMs, stepMs }: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
): Point[] {
  const held = new Map<string, Held>(
    [...marks].map(([symbol, { before }]) => [
      symbol,
      { long: 0, short: 0, next: 0, mark: before === null ? 0 : Number(before.close) / E8 },
    ]),
  );
  const points: Point[] = [];
  let at = 0;
  let cash: Money = 0;
  let paid: Money = 0;
  for (let ms = fromMs; ms <= toMs; ms = (Math.floor(ms / stepMs) + 1) * stepMs) {
    for (; at < changes.length && (changes[at] as Change).ms <= ms; at++) {
      const { amount, paid: paidNow, symbol, long, short } = changes[at] as Change;
      cash = add(cash, amount);
      if (points.length > 0) paid = add(paid, paidNow);
      const of = held.get(symbol);
      if (of === undefined) continue;
      of.long += long;
      of.short += short;
    }
    for (const [symbol, of] of held) moveOn(of, marks.get(symbol) as Marks, ms - stepMs);
    points.push({ ms, paid: Number(paid) / E8, ...worth(Number(cash) / E8, held, marks) });
  }
  return points;
}

/** Takes over the closes of the bars that opened until then. */
function moveOn(of: Held, { bars }: Marks, openMs: number): void {
  for (let bar = bars[of.next]; bar !== undefined && bar.openMs <= openMs; bar = bars[of.next]) {
    of.mark = Number(bar.close) / E8;
    of.next++;
  }
}

function worth(cash: number, held: ReadonlyMap<string, Held>, marks: ReadonlyMap<string, Marks>) {
  let equity = cash;
  let exposure = 0;
  let requirement = 0;
  for (const [symbol, { long, short, mark }] of held) {
    const net = (long - short) * mark;
    equity += net;
    exposure += (long + short) * mark;
    const value = Math.round(Math.abs(net) * E8);
    requirement += Number(contractRequirement((marks.get(symbol) as Marks).contract, value).floor) / E8;
  }
  return { equity: rounded(equity), exposure: rounded(exposure), requirement: rounded(requirement) };
}

/** Sums of fractions, without the dust they leave. */
export const rounded = (value: number): number => Math.round(value * E8) / E8;
