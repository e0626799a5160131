/**
 * Takes at random: a market order now and then, mostly small, sometimes large enough to walk a few levels, leaning
 * toward closing what the taking account holds. So there is a tape, and a resting order at the touch gets filled.
 */
import type { PlaceOrder } from '../../core/language/commands.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Profile } from '../profile.ts';
import type { Random } from '../random.ts';
import { freeOf, holdingOf, netOf, PLAIN, sizeText, stepsFor, takerOf, tradeOf } from './house.ts';

/** Smallest order, USDT; each doubling is half as likely as the one before. */
const LEAST_VALUE = 150;
const MOST_DOUBLINGS = 8;
/** Holding this many first levels makes the other side certain. */
const FULL_LEVELS = 8;

/** Value of one order in USDT: 150 to 38 400 and half of that again, small ones often and large ones rarely. */
export function drawValue(random: Random): number {
  let value = LEAST_VALUE + random.below(LEAST_VALUE);
  for (let doubling = 0; doubling < MOST_DOUBLINGS && random.below(2) === 0; doubling++) value *= 2;
  return value;
}

/** Whether to buy: even odds when nothing is held, certain to lean back at `full` or more. */
export function drawBuy(random: Random, net: number, full: number): boolean {
  return random.below(2000) < 1000 - Math.max(-1000, Math.min(1000, Math.floor((net * 1000) / full)));
}

/** A market order of the contract's taking account, or null while the contract has no valid mark. */
export function drawOrder(
  state: State,
  instrument: Instrument,
  profile: Profile,
  random: Random,
  clientOrderId: string,
): PlaceOrder | null {
  if (!instrument.markValid || instrument.mark === 0) return null;
  const caller = takerOf(instrument);
  const holding = holdingOf(state.accounts.get(caller.account), instrument);
  const full = stepsFor(instrument, FULL_LEVELS * profile.levelValue, instrument.mark);
  const buy = drawBuy(random, netOf(holding), full);
  const size = stepsFor(instrument, drawValue(random), instrument.mark);
  const trade = tradeOf(buy, size, freeOf(holding, buy ? 'short' : 'long'));
  return {
    name: 'placeOrder',
    ...caller,
    symbol: profile.symbol,
    clientOrderId,
    side: trade.side,
    effect: trade.effect,
    execution: 'ioc',
    size: sizeText(instrument, trade.size),
    price: null,
    ...PLAIN,
  };
}
