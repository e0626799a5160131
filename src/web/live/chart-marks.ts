/**
 * The marks on a chart beside its bars: entries and liquidation prices of positions, working orders and triggers as
 * lines; the visitor's fills and decisions as flags at the bar they belong to. Pure; doubles are for pixels.
 */
import type { PushedOrder, PushedPosition } from '../../client/index.ts';
import type { OwnFill } from './own-fills.ts';
import type { OwnLog } from './own-logs.ts';
import { entryPrice } from './position-facts.ts';

export interface ChartLine {
  readonly price: number;
  readonly title: string;
  readonly kind: 'entry' | 'liquidation' | 'order' | 'trigger';
}

export interface ChartFlag {
  /** `log` and the leaf it leads to, or `fill` and its id. */
  readonly id: string;
  /** Beginning of its bar, epoch ms. */
  readonly t: number;
  readonly kind: 'fill' | 'decision';
  readonly isUp: boolean;
  readonly text: string;
}

/** Of one contract. */
export function linesOf(
  symbol: string,
  positions: readonly PushedPosition[],
  orders: readonly PushedOrder[],
  liquidation: ReadonlyMap<string, string | null>,
): ChartLine[] {
  const own = positions.filter(({ contractId }) => contractId === symbol);
  const entries = own.map<ChartLine>((position) => ({
    price: Number(entryPrice(position)),
    title: `${position.side} ${position.size}`,
    kind: 'entry',
  }));
  const ends = own.map<ChartLine>(({ id, side }) => ({
    price: Number(liquidation.get(id) ?? 0),
    title: `✕ ${side}`,
    kind: 'liquidation',
  }));
  const waiting = orders
    .filter(({ contractId, type }) => contractId === symbol && type !== 'MARKET')
    .map<ChartLine>(({ price, triggerPrice, size }) => {
      const isPlan = triggerPrice !== '0';
      return {
        price: Number(isPlan ? triggerPrice : price),
        title: `${isPlan ? '⚑' : '◆'} ${size}`,
        kind: isPlan ? 'trigger' : 'order',
      };
    });
  return [...entries, ...ends, ...waiting].filter(({ price }) => price > 0);
}

const RISING = ['OPEN_LONG', 'CLOSE_SHORT', 'BUY'];
const FLAGS = 200;

/**
 * Of one contract, by time; flags older than the first bar have none to go on, and are left out. `starts`: when each
 * bar begins.
 */
export function flagsOf(
  symbol: string,
  fills: readonly OwnFill[],
  logs: readonly OwnLog[],
  starts: readonly number[],
): ChartFlag[] {
  const filled = fills
    .filter((fill) => fill.symbol === symbol)
    .map(({ id, t, isBuy }) => ({ id: `fill ${id}`, t, kind: 'fill' as const, isUp: isBuy, text: '' }));
  const decided = logs.flatMap(({ index, receivedAt, decisions }) =>
    decisions
      .filter((decision) => decision.symbol === symbol)
      .slice(0, 1)
      .map(({ action }) => ({
        id: `log ${index}`,
        t: receivedAt,
        kind: 'decision' as const,
        isUp: RISING.includes(action),
        text: `⚐ ${index}`,
      })),
  );
  return [...filled, ...decided]
    .toSorted((a, b) => a.t - b.t)
    .slice(-FLAGS)
    .flatMap((flag) => {
      const start = startOf(flag.t, starts);
      return start === null ? [] : [{ ...flag, t: start }];
    });
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
