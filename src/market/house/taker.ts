/**
 * Orders with which the house takes. They reach a bounded way beyond fair and no further, so waiting far away for fools
 * pays nothing.
 */
import type { CommandOf } from '../../core/language/commands.ts';
import { BUY, bestPrice, SELL } from '../../core/matching/book.ts';
import type { AccountId, Ticks } from '../../core/num/units.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { callerOf, freeOf, holdingOf, tradeOf } from './accounts.ts';
import type { Fair } from './fair.ts';
import { PLAIN, priceText, sizeText, stepsFor } from './texts.ts';

/** The furthest price an account of the house takes at: the reach, at least one tick beyond fair. */
export function limitOf({ ticks, reach }: Fair, buys: boolean): Ticks {
  const distance = Math.max(1, (ticks * reach) / 10_000);
  return buys ? Math.floor(ticks + distance) : -Math.floor(distance - ticks);
}

/**
 * An order that takes what is within reach.
 * @param usdt its value
 * @returns null when the best price is beyond
 */
export function takeOrder(
  state: State,
  instrument: Instrument,
  fair: Fair,
  { account, buys, usdt, name }: { account: AccountId; buys: boolean; usdt: number; name: string },
): CommandOf<'placeOrder'> | null {
  const limit = limitOf(fair, buys);
  const best = bestPrice(instrument.book, buys ? SELL : BUY);
  if (best === 0 || limit < 1 || (buys ? best > limit : best < limit)) return null;
  const closable = freeOf(holdingOf(state, account, instrument), buys ? 'short' : 'long');
  const { side, effect, size } = tradeOf(buys, stepsFor(instrument, usdt, best), closable);
  return {
    name: 'placeOrder',
    ...callerOf(account),
    symbol: instrument.contract.symbol,
    clientOrderId: name,
    side,
    effect,
    execution: 'ioc',
    size: sizeText(instrument, size),
    price: priceText(instrument, limit),
    ...PLAIN,
  };
}
