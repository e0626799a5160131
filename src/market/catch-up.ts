/**
 * A world that ended without being kept: it is stepped on, in silence, from where it was kept to where the journal
 * ends. The index prices there say whether it is the same one.
 */
import { scaledInteger } from '../core/num/decimal.ts';
import { E8 } from '../core/num/units.ts';
import type { State } from '../core/state/state.ts';
import { indexText } from './house/texts.ts';
import type { Market, Shock } from './market.ts';

/** Kept each minute: more seconds than this are missing for another reason. */
const MOST_STEPS = 100;
const SECOND_MS = 1_000;

/** By step: seconds that were not the one after the one before, and prices moved by hand. */
export interface Since {
  readonly gaps: ReadonlyMap<number, number>;
  readonly shocks: ReadonlyMap<number, readonly Shock[]>;
}

/**
 * Steps a market on to the last index price of the state.
 * @returns steps taken; null: it is not the market of those prices
 */
export function catchUp(market: Market, state: State, { gaps, shocks }: Since): number | null {
  const last = Math.floor(lastIndexMs(market, state) / SECOND_MS);
  let steps = 0;
  while (market.second < last) {
    const step = market.step + 1;
    const second = gaps.get(step) ?? market.second + 1;
    if (second > last || steps === MOST_STEPS) return null;
    market.pass(second, shocks.get(step) ?? []);
    steps += 1;
  }
  return market.second > last || agrees(market, state) ? steps : null;
}

function lastIndexMs({ weather }: Market, state: State): number {
  let lastMs = 0;
  for (const { row } of weather.rows) lastMs = Math.max(lastMs, state.bySymbol.get(row.symbol)?.indexTimeMs ?? 0);
  return lastMs;
}

/** Whether the state's prices of the market's last second are the market's. */
function agrees({ weather, second }: Market, state: State): boolean {
  return weather.rows.every(({ row, price }) => {
    const instrument = state.bySymbol.get(row.symbol);
    if (instrument === undefined || instrument.indexTimeMs !== second * SECOND_MS) return true;
    return scaledInteger(indexText(price * E8, instrument.contract.tickE8), 8) === instrument.indexPrice;
  });
}
