/**
 * A thread's facts: the words about its order, how the two agree, one sum. Pure, over rows as they came.
 */
import { symbolMatches } from '../../core/log/decision.ts';
import { GRADES } from '../format/evidence.ts';
import { moneySum, textOf, unitsOf } from '../format/number.ts';
import type { ActivityRow, Decision, Thread } from './threads.ts';

const MONEY = 8;
const QUOTE = 'USDT';

/** The decisions about a contract: those that name it, else those that name none; without either, all. */
export function decisionsAbout(log: Pick<ActivityRow, 'decisions'> | null, coin: string | null): readonly Decision[] {
  const all = log?.decisions ?? [];
  if (coin === null) return all;
  const named = all.filter(({ symbol }) => symbol !== null && symbolMatches(symbol, coin, QUOTE));
  const meant = named.length > 0 ? named : all.filter(({ symbol }) => symbol === null);
  return meant.length > 0 ? meant : all;
}

/** How an order and its reason agree, by its grade: the name of a sentence (`evidence.says`); null: not known. */
export type Agreement = 'A' | 'hash' | 'B' | 'C' | 'unread' | 'both' | 'off' | 'D' | 'X' | 'U';

export function agreementOf({ log, order }: Pick<Thread, 'log' | 'order'>): Agreement | null {
  const grade = GRADES.find((one) => one === order?.grade) ?? null;
  const link = order?.links?.[0];
  const index = log?.index ?? link?.index;
  if (grade === null || order?.index == null || index == null) return grade;
  const isFirst = index < order.index;
  const logMs = log?.t ?? order.t + (link?.deltaMs ?? 0);
  if (grade === 'A') return isFirst ? 'A' : 'hash';
  // By its time alone it would be better: the text is gone.
  if (grade === 'C' && isFirst) return 'unread';
  if (grade !== 'D' || (order.lateUntil != null && logMs > order.lateUntil)) return grade;
  return undecidedIn(log, order) ?? 'off';
}

const BUYS = ['OPEN_LONG', 'CLOSE_SHORT', 'BUY'];
const SELLS = ['OPEN_SHORT', 'CLOSE_LONG', 'SELL'];

/** Whether a log that is shown decides nothing of the order's contract, or both to buy and to sell it. */
function undecidedIn(log: ActivityRow | null, { symbol }: ActivityRow): 'unread' | 'both' | null {
  if (log?.decisions == null) return null;
  const about = decisionsAbout(log, symbol == null ? null : coinIn(symbol));
  if (about.length === 0) return 'unread';
  const has = (side: readonly string[]): boolean =>
    about.some(({ action, price }) => price === null && side.includes(action));
  return has(BUYS) && has(SELLS) ? 'both' : null;
}

/** "BTC" of "cmt_btcusdt". */
function coinIn(symbol: string): string {
  return symbol
    .replace(/^cmt_/, '')
    .toUpperCase()
    .replace(new RegExp(`${QUOTE}$`), '');
}

/** Ms from the log to the order: above zero when the log was first; null when one is missing. */
export function leadMs({ log, order }: Pick<Thread, 'log' | 'order'>): number | null {
  return log === null || order === null ? null : order.t - log.t;
}

/** Team of the thread; null while nothing of it is disclosed. */
export function nameOf({ log, order, fills }: Pick<Thread, 'log' | 'order' | 'fills'>): string | null {
  return log?.name ?? order?.name ?? fills[0]?.name ?? null;
}

/** Why the exchange made the order; null when somebody wanted it. */
export function liquidationOf({ fills }: Pick<Thread, 'fills'>): string | null {
  const fill = fills.find(({ kind }) => kind === 'liquidation');
  return fill === undefined ? null : (fill.liquidateType ?? '');
}

export function filledSize(fills: readonly ActivityRow[]): string | null {
  return moneySum(fills.map(({ size }) => size));
}

/** The average price of fills, exact to eight decimals, rounded down; null without any. */
export function averagePrice(fills: readonly ActivityRow[]): string | null {
  let [value, size] = [0n, 0n];
  for (const fill of fills) {
    const [worth, part] = [worthOf(fill), unitsOf(fill.size ?? '', MONEY)];
    if (worth === null || part === null) return null;
    value += worth;
    size += part;
  }
  return size === 0n ? null : textOf(value / size, MONEY);
}

/** In 1e-16. Positions that were closed against each other have a value and no price. */
function worthOf({ value, price, size }: ActivityRow): bigint | null {
  const worth = unitsOf(value ?? '', 2 * MONEY);
  if (worth !== null) return worth;
  const [each, units] = [unitsOf(price ?? '', MONEY), unitsOf(size ?? '', MONEY)];
  return each === null || units === null ? null : each * units;
}

export function feeOf(fills: readonly ActivityRow[]): string | null {
  return moneySum(fills.map(({ fee }) => fee));
}

export function realisedOf(fills: readonly ActivityRow[]): string | null {
  return moneySum(fills.map(({ realised }) => realised));
}
