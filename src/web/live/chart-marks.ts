/**
 * The marks on a chart beside its bars: entries and liquidation prices of positions, working orders and triggers as
 * lines; the visitor's fills and decisions as flags at the bar they belong to. Pure; doubles are for pixels.
 */
import type { PushedOrder, PushedPosition } from '../../client/index.ts';
import type { OwnFill } from './own-fills.ts';
import type { OwnLog } from './own-logs.ts';
import { isPlan, waitingName, type WaitingName } from './plan-name.ts';
import { entryPrice } from './position-facts.ts';

export interface ChartLine {
  /** Of the order whose line may be moved; null: it stays where it is. */
  readonly id: string | null;
  readonly price: number;
  readonly title: string;
  readonly kind: 'entry' | 'liquidation' | WaitingName;
}

export interface ChartFlag {
  /** `log` and the leaf it leads to, or `fills` and their bar. */
  readonly id: string;
  /** Beginning of its bar, epoch ms. */
  readonly t: number;
  readonly kind: 'fill' | 'decision';
  readonly isUp: boolean;
  readonly text: string;
}

/** An order that is being moved, and the price it is moved to. */
export interface MovedOrder {
  readonly id: string;
  readonly price: string;
}

interface LinesView {
  readonly symbol: string;
  readonly positions: readonly PushedPosition[];
  readonly orders: readonly PushedOrder[];
  readonly liquidation: ReadonlyMap<string, string | null>;
  readonly last: string | null;
  /** Lines may be moved. */
  readonly isMovable: boolean;
  readonly moved: MovedOrder | null;
}

const MARKS: Readonly<Record<WaitingName, string>> = { order: '◆', plan: '⚑', takeProfit: 'TP', stopLoss: 'SL' };

/** Of one contract. */
export function linesOf({ symbol, positions, orders, liquidation, last, isMovable, moved }: LinesView): ChartLine[] {
  const own = positions.filter(({ contractId }) => contractId === symbol);
  const entries = own.map<ChartLine>((position) => ({
    id: null,
    price: Number(entryPrice(position)),
    title: `${position.side} ${position.size}`,
    kind: 'entry',
  }));
  const ends = own.map<ChartLine>(({ id, side }) => ({
    id: null,
    price: Number(liquidation.get(id) ?? 0),
    title: `✕ ${side}`,
    kind: 'liquidation',
  }));
  const waiting = orders
    .filter(({ contractId, type }) => contractId === symbol && type !== 'MARKET')
    .map<ChartLine>((order) => {
      const { id, price, triggerPrice, size } = order;
      const kind = waitingName(order, last);
      const at = moved?.id === id ? moved.price : isPlan(order) ? triggerPrice : price;
      return { id: isMovable ? id : null, price: Number(at), title: `${MARKS[kind]} ${size}`, kind };
    });
  return [...entries, ...ends, ...waiting].filter(({ price }) => price > 0);
}

const RISING = ['OPEN_LONG', 'CLOSE_SHORT', 'BUY'];
const FLAGS = 200;

/**
 * Of one contract, by time; flags older than the first bar have none to go on, and are left out. All fills of a bar and
 * a side are one flag, that says how many they are, so that candles stay to be seen. `starts`: when each bar begins.
 */
export function flagsOf(
  symbol: string,
  fills: readonly OwnFill[],
  logs: readonly OwnLog[],
  starts: readonly number[],
): ChartFlag[] {
  const filled = new Map<string, { t: number; isUp: boolean; count: number }>();
  for (const { symbol: of, t: at, isBuy: isUp } of fills) {
    const t = of === symbol ? startOf(at, starts) : null;
    if (t === null) continue;
    const key = `fills ${t} ${isUp}`;
    const one = filled.get(key) ?? { t, isUp, count: 0 };
    one.count++;
    filled.set(key, one);
  }
  const groups = [...filled].map<ChartFlag>(([id, { t, isUp, count }]) => ({
    id,
    t,
    kind: 'fill',
    isUp,
    text: count === 1 ? '' : String(count),
  }));
  const decided = logs.flatMap<ChartFlag>(({ index, receivedAt, decisions }) => {
    const decision = decisions.find((one) => one.symbol === symbol);
    const t = decision === undefined ? null : startOf(receivedAt, starts);
    if (decision === undefined || t === null) return [];
    return [{ id: `log ${index}`, t, kind: 'decision', isUp: RISING.includes(decision.action), text: `⚐ ${index}` }];
  });
  return [...groups, ...decided].toSorted((a, b) => a.t - b.t).slice(-FLAGS);
}

/** The beginning of the bar a moment falls into. */
function startOf(t: number, starts: readonly number[]): number | null {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= t) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1] ?? null;
}
