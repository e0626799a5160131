/**
 * Whether an order did what its log decided (docs/evidence.md, Grades): same contract, an action that allows the
 * order's type, no larger size and no other price. Of several decisions, the first that allows the order counts; some
 * that contradict each other are none. Quotes on both sides are held to their prices.
 *
 * A logged size may be meant in base or in quote coin, so the order is too large only when it is too large in both.
 */
import type { Action, Decision } from '../log/decision.ts';
import { contradict, isBuy, isSell, symbolMatches } from '../log/decision.ts';
import { compare, type Exact, exactOf, minus, ppmOf, times } from './exact.ts';
import type { Terms } from './terms.ts';

/** `unread`: the log's body was withheld; `unknown`: it was read and decides nothing. */
export type Content = 'ok' | 'off' | 'unread' | 'unknown' | 'contradicts';

/** The order according to its leaf, and what its content is compared with. */
export interface JudgedOrder {
  /** Code of its type in leaves, 1 to 10. */
  readonly type: string;
  /** Coins of its contract: `BTC`, `USDT`. */
  readonly base: string;
  readonly quote: string;
  readonly size: string;
  /** Null for a market order. */
  readonly price: string | null;
}

const MILLION = 1_000_000;
/** The notional may exceed a size logged in quote coin by this much: the price moves between decision and order. */
const NOTIONAL_TOLERANCE_PPM = 100_000;

/** The types of orders that each action allows. */
const ALLOWED: Readonly<Record<Action, readonly string[]>> = {
  OPEN_LONG: ['1'],
  OPEN_SHORT: ['2'],
  CLOSE_LONG: ['3', '5'],
  CLOSE_SHORT: ['4', '6'],
  CLOSE: ['3', '4', '5', '6'],
  BUY: ['1', '4', '6'],
  SELL: ['2', '3', '5'],
  HOLD: [],
};

/** `mark` is called only when it matters: the mark at acceptance of an order without a limit, null if unknown. */
export function contentOf(
  order: JudgedOrder,
  decisions: readonly Decision[],
  terms: Terms,
  mark: () => string | null,
): Content {
  if (decisions.length === 0) return 'unknown';
  const meant = meantIn(order)(decisions);
  if (terms.contradictionsAreNone && contradict(meant)) return 'unknown';
  const decision = meant.find(({ action }) => allows(action, order.type));
  if (decision === undefined) return 'contradicts';
  if (terms.contradictionsAreNone && isQuote(meant) && !isAtQuote(order, decision)) return 'off';
  return isTooLarge(order, decision, terms, mark) || isPricedOff(order, decision, terms) ? 'off' : 'ok';
}

type Coins = Pick<JudgedOrder, 'base' | 'quote'>;

/** The decisions about a contract: those that name it, else those that name none. Each way to write it is read once. */
export function meantIn({ base, quote }: Coins): (decisions: readonly Decision[]) => readonly Decision[] {
  const known = new Map<string, boolean>();
  const isNamed = ({ symbol }: Decision): boolean => {
    if (symbol === null) return false;
    const found = known.get(symbol) ?? symbolMatches(symbol, base, quote);
    known.set(symbol, found);
    return found;
  };
  return (decisions) => {
    const named = decisions.filter(isNamed);
    return named.length > 0 ? named : decisions.filter(({ symbol }) => symbol === null);
  };
}

/** Whether some of the decisions of a log would allow an order of this contract and type. */
export function mayDecide(coins: Coins, type: string): (decisions: readonly Decision[]) => boolean {
  const meant = meantIn(coins);
  return (decisions) => meant(decisions).some(({ action }) => allows(action, type));
}

/** Whether an action allows an order of this type. */
function allows(action: Action, type: string): boolean {
  return ALLOWED[action].includes(type);
}

function isQuote(decisions: readonly Decision[]): boolean {
  return decisions.some(({ action }) => isBuy(action)) && decisions.some(({ action }) => isSell(action));
}

/** Whether a limit is the quoted price or further from the market. */
function isAtQuote({ price }: JudgedOrder, decision: Decision): boolean {
  const [limit, quoted] = [exactOf(price ?? ''), exactOf(decision.price ?? '')];
  if (limit === null || quoted === null) return false;
  return isBuy(decision.action) ? compare(limit, quoted) <= 0 : compare(limit, quoted) >= 0;
}

function isTooLarge(order: JudgedOrder, decision: Decision, rules: Terms, mark: () => string | null): boolean {
  const logged = decision.size === null ? null : exactOf(decision.size);
  const size = exactOf(order.size);
  if (logged === null || size === null || !isAbove(size, logged, rules.sizeTolerancePpm)) return false;
  const reference = exactOf(order.price ?? mark() ?? '');
  return reference !== null && isAbove(times(size, reference), logged, NOTIONAL_TOLERANCE_PPM);
}

function isPricedOff(order: JudgedOrder, decision: Decision, rules: Terms): boolean {
  const logged = decision.price === null ? null : exactOf(decision.price);
  const price = order.price === null ? null : exactOf(order.price);
  if (logged === null || price === null) return false;
  const difference = compare(price, logged) < 0 ? minus(logged, price) : minus(price, logged);
  return compare(difference, ppmOf(logged, rules.priceTolerancePpm)) > 0;
}

/** Whether `value` is above `logged` by more than the tolerance. */
function isAbove(value: Exact, logged: Exact, tolerancePpm: number): boolean {
  return compare(value, ppmOf(logged, MILLION + tolerancePpm)) > 0;
}

/** The coins of a contract, from its symbol (where they follow a prefix) and its quote coin. */
export function coinsOf(symbol: string, quote: string): { readonly base: string; readonly quote: string } {
  const plain = symbol.replace(/^cmt_/, '').toUpperCase();
  return { base: plain.endsWith(quote) ? plain.slice(0, plain.length - quote.length) : plain, quote };
}
