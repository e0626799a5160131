/**
 * The figures of a checkup: what was traded and what it cost, how equity went, how fast answers came. Numbers for
 * people, rounded to eight decimals.
 */
import { isForced } from '../../../core/language/vocabulary.ts';
import type { Facts, FillFact, Point } from './facts.ts';
import { rounded } from './curve.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const MOST_TRADES = 1_000;
const EVIDENCE = 20;
const E4 = 10_000;
const SECOND_MS = 1_000;
/** Operations that are answered when it is the agent's turn. */
const WOKEN = /^rehearsal(Join|Pass)$/;

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  rounded(items.reduce((total, item) => total + of(item), 0));

/** The value of which the part `p` of the values is not above; null: there are none. */
function quantile(values: readonly number[], p: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? null;
}

/** Without what was paid in and out. */
const own = ({ equity, paid }: Point): number => equity - paid;

/** At each point: the fall from the highest so far, as a part of it. */
export function fallsOf(curve: readonly Point[]): readonly number[] {
  let peak = 0;
  return curve.map((point) => {
    peak = Math.max(peak, own(point));
    return peak > 0 ? rounded(1 - own(point) / peak) : 0;
  });
}

/** The worst fall from a peak as a part of it, and when it was reached. */
export function drawdownOf(curve: readonly Point[]): { readonly worst: number; readonly atMs: number | null } {
  let worst = 0;
  let atMs: number | null = null;
  for (const [at, fall] of fallsOf(curve).entries()) {
    if (fall <= worst) continue;
    worst = fall;
    atMs = (curve[at] as Point).ms;
  }
  return { worst, atMs };
}

/** The lowest equity over requirement; null: it never held anything. */
export function lowestMargin(curve: readonly Point[]): number | null {
  const ratios = curve.filter(({ requirement }) => requirement > 0).map((one) => one.equity / one.requirement);
  return ratios.length === 0 ? null : rounded(Math.min(...ratios));
}

/** The highest exposure over equity, and the longest time without a break above a limit, ms. */
export function leverageOf(
  curve: readonly Point[],
  limit: number,
): { readonly most: number; readonly longestMs: number } {
  let [most, longestMs] = [0, 0];
  let since: number | null = null;
  for (const { ms, equity, exposure } of curve) {
    const leverage = exposure === 0 ? 0 : equity > 0 ? exposure / equity : Number.POSITIVE_INFINITY;
    if (Number.isFinite(leverage)) most = Math.max(most, leverage);
    if (leverage <= limit) since = null;
    else since ??= ms;
    if (since !== null) longestMs = Math.max(longestMs, ms - since);
  }
  return { most: rounded(most), longestMs };
}

/** One row an order of the risk engine's, at its first fill. */
export function liquidationsOf(fills: readonly FillFact[]): readonly FillFact[] {
  const forced = fills.filter(({ cause }) => isForced(cause));
  return [...Map.groupBy(forced, ({ orderId }) => orderId).values()].map(([first]) => first!);
}

/** Means over a deviation, a year's; null: too few changes, or none at all. */
function sharpe(curve: readonly Point[], everyMs: number): number | null {
  const last = new Map<number, Point>();
  for (const point of curve) last.set(Math.floor(point.ms / everyMs), point);
  const points = [...last.values()];
  const returns = points.slice(1).map((point, at) => own(point) / own(points[at] as Point) - 1);
  if (returns.length < 2) return null;
  const mean = returns.reduce((total, one) => total + one, 0) / returns.length;
  const variance = returns.reduce((total, one) => total + (one - mean) ** 2, 0) / (returns.length - 1);
  return variance > 0 ? rounded((mean / Math.sqrt(variance)) * Math.sqrt(YEAR_MS / everyMs)) : null;
}

/** Slippage: paid by taking orders beyond the middle when they were asked for, in parts of ten thousand, by value. */
export function slippageOf({ known, orders, fills }: Facts) {
  const idOf = new Map(orders.map(({ oid, id }) => [oid, id]));
  const taken = Map.groupBy(
    fills.filter(({ role, cause }) => role === 'taker' && cause === 'wanted'),
    ({ orderId }) => orderId,
  );
  const rows = known.requests.flatMap(({ n, oid, middle, mark, symbol }) => {
    const of = taken.get(idOf.get(oid ?? '') ?? '');
    if (of === undefined || middle === null || !mark || of[0]?.symbol !== symbol) return [];
    return [{ n, ...slipped(of, middle) }];
  });
  const value = sum(rows, (row) => row.value);
  const worst = rows.toSorted((a, b) => b.bp - a.bp);
  return {
    measured: rows.length,
    meanBp: value === 0 ? 0 : rounded(sum(rows, (row) => row.bp * row.value) / value),
    worstBp: rounded(worst[0]?.bp ?? 0),
    requests: worst
      .filter(({ bp }) => bp > 0)
      .slice(0, EVIDENCE)
      .map(({ n }) => n),
  };
}

function slipped(of: readonly FillFact[], middle: number): { readonly bp: number; readonly value: number } {
  const value = of.reduce((total, one) => total + one.value, 0);
  const size = of.reduce((total, one) => total + one.size, 0);
  const { side, effect } = of[0]!;
  const isBuy = (side === 'long') === (effect === 'open');
  return { bp: (value / size / middle - 1) * (isBuy ? E4 : -E4), value };
}

/** Money that came and went. `profit` is before fees and funding. */
export function totalsOf({ fills, bills }: Facts) {
  return {
    turnover: sum(fills, ({ value }) => value),
    fees: sum(fills, ({ fee }) => fee),
    funding: sum(bills, ({ type, amount }) => (type === 'position_funding' ? amount : 0)),
    profit: sum(fills, ({ realised }) => realised),
  };
}

function byContract({ fills, bills }: Facts) {
  return [...Map.groupBy(fills, ({ symbol }) => symbol)].map(([symbol, list]) => {
    const funding = sum(bills, (bill) =>
      bill.symbol === symbol && bill.type === 'position_funding' ? bill.amount : 0,
    );
    const fees = sum(list, ({ fee }) => fee);
    const profit = sum(list, ({ realised }) => realised);
    return {
      symbol,
      fills: list.length,
      turnover: sum(list, ({ value }) => value),
      profit,
      fees,
      funding,
      net: rounded(profit - fees + funding),
    };
  });
}

/** Fees and funding until each point of the curve, added up. */
export function costsOf({ fills, bills, curve }: Pick<Facts, 'fills' | 'bills' | 'curve'>) {
  const paid = bills.filter(({ type }) => type === 'position_funding');
  let [fees, funding, ofFills, ofBills] = [0, 0, 0, 0];
  return curve.map(({ ms }) => {
    for (; ofFills < fills.length && fills[ofFills]!.ms <= ms; ofFills++) fees += fills[ofFills]!.fee;
    for (; ofBills < paid.length && paid[ofBills]!.ms <= ms; ofBills++) funding += paid[ofBills]!.amount;
    return { fees: rounded(fees), funding: rounded(funding) };
  });
}

/**
 * An agent's part in lockstep: the barriers it passed, and how long it thought, by the machine's clock. A pass that is
 * sent again at its barrier is the same one; no other barrier is at the same moment.
 */
function thinkingOf({ requests }: Facts['known']) {
  const answered = requests.filter(({ op, status }) => WOKEN.test(op) && status === 200);
  const passes = answered.filter(({ op }) => op === 'rehearsalPass');
  const thought = answered.flatMap((row, at) => {
    const before = answered[at - 1];
    if (before === undefined || row.op !== 'rehearsalPass' || row.at === before.at) return [];
    return [Math.max(0, row.wall - row.took - before.wall)];
  });
  return {
    barriers: passes.length === 0 ? null : new Set(passes.map(({ at }) => at)).size,
    wallSecondsPerDecision:
      thought.length === 0 ? null : rounded(sum(thought, (ms) => ms) / thought.length / SECOND_MS),
  };
}

/** Texts and how often they come. */
function mostFirst(texts: readonly string[]): (readonly [string, number])[] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, list]) => [text, list.length] as const)
    .toSorted((a, b) => b[1] - a[1]);
}

export function figuresOf(facts: Facts) {
  const { known, fills, orders, curve } = facts;
  const { requests } = known;
  // A pass waits for the others, which is no latency.
  const took = requests.filter(({ op }) => !WOKEN.test(op)).map((row) => row.took + row.delay);
  const [first, last] = [curve[0], curve.at(-1)];
  const start = first === undefined ? 0 : own(first);
  const end = last === undefined ? 0 : own(last);
  const { worst, atMs } = drawdownOf(curve);
  const falls = fallsOf(curve);
  return {
    requests: requests.length,
    refusals: requests.filter(({ code }) => code !== null).length,
    operations: mostFirst(requests.map(({ op }) => op)).map(([operation, count]) => ({ operation, count })),
    faults: mostFirst(requests.flatMap(({ fault }) => fault ?? [])).map(([fault, count]) => ({ fault, count })),
    latencyMs: { p50: quantile(took, 0.5), p99: quantile(took, 0.99) },
    orders: orders.length,
    fills: fills.length,
    makerShare: fills.length === 0 ? null : rounded(fills.filter(({ role }) => role === 'maker').length / fills.length),
    ...totalsOf(facts),
    contracts: byContract(facts),
    startEquity: rounded(start),
    endEquity: last?.equity ?? 0,
    paid: last?.paid ?? 0,
    return: start > 0 ? rounded(end / start - 1) : null,
    maxDrawdown: worst,
    maxDrawdownAtMs: atMs,
    sharpeHour: sharpe(curve, HOUR_MS),
    sharpeDay: sharpe(curve, DAY_MS),
    slippageBp: slippageOf(facts).meanBp,
    ...thinkingOf(known),
    equity: curve.map(({ ms, equity, paid }, at) => [ms, equity, paid, falls[at] ?? 0] as const),
    costs: costsOf(facts).map(({ fees, funding }, at) => [curve[at]!.ms, fees, funding] as const),
    trades: fills.slice(-MOST_TRADES).map(({ ms, symbol, side, effect, price, size, fee, realised }) => ({
      t: ms,
      symbol,
      isBuy: (side === 'long') === (effect === 'open'),
      price,
      size,
      fee,
      realised,
    })),
  };
}
