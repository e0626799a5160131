/**
 * The house: for each contract one account that quotes and one that takes, funded once, trading like anyone else.
 *
 * One account per contract and part keeps contracts apart: where one has no valid mark, the others go on quoting
 * (MARG-011). It trades at 1x, so that the highest tier is open to it (MARG-005) and no move of ours can liquidate it.
 * It closes before it opens, so its positions stay near those of others against it.
 */
import type { Effect, OrderFields, Side } from '../../core/language/commands.ts';
import { FIRST_HOUSE } from '../../core/language/accounts.ts';
import { canonicalText } from '../../core/num/decimal.ts';
import type { AccountId, DecimalText, Steps, Ticks } from '../../core/num/units.ts';
import type { Account, Holding, Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Submit } from '../submit.ts';

const FIRST_MAKER = FIRST_HOUSE;
const FIRST_TAKER = FIRST_HOUSE + 1_000;
const FUNDS: DecimalText = '20000000';
const LEVERAGE = 1;

export interface HouseCaller {
  readonly account: AccountId;
  readonly keyId: string;
  readonly channel: 'api';
}

export function makerOf(instrument: Instrument): HouseCaller {
  return { account: FIRST_MAKER + instrument.index, keyId: 'house', channel: 'api' };
}

export function takerOf(instrument: Instrument): HouseCaller {
  return { account: FIRST_TAKER + instrument.index, keyId: 'house', channel: 'api' };
}

/** Opens and funds the account if it is new, and sets its leverage while nothing is in the way. */
export async function fundHouse(
  state: State,
  submit: Submit,
  caller: HouseCaller,
  instrument: Instrument,
): Promise<void> {
  if (!state.accounts.has(caller.account))
    await submit<'deposit'>({ name: 'deposit', account: caller.account, amount: FUNDS });
  const { symbol } = instrument.contract;
  if (holdingOf(state.accounts.get(caller.account), instrument)?.crossLeverage === LEVERAGE) return;
  await submit<'setLeverage'>({
    name: 'setLeverage',
    ...caller,
    symbol,
    marginMode: 'cross',
    long: LEVERAGE,
    short: LEVERAGE,
  });
}

export function holdingOf(account: Account | undefined, instrument: Instrument): Holding | undefined {
  return account?.holdings[instrument.index];
}

/** Steps of a side that no working close order has taken yet (CLOS-001). */
export function freeOf(holding: Holding | undefined, side: Side): Steps {
  let free = 0;
  for (const position of holding?.positions ?? []) if (position.side === side) free += position.size - position.frozen;
  return free;
}

/** Long less short, steps. */
export function netOf(holding: Holding | undefined): number {
  return holding === undefined ? 0 : holding.longSize - holding.shortSize;
}

/** The meaning of buying (or selling) for the house now: closing the opposite side as far as it goes, else opening. */
export function tradeOf(buy: boolean, size: Steps, closable: Steps): { side: Side; effect: Effect; size: Steps } {
  if (closable > 0) return { side: buy ? 'short' : 'long', effect: 'close', size: Math.min(size, closable) };
  return { side: buy ? 'long' : 'short', effect: 'open', size };
}

/** Price text of ticks. */
export function priceText(instrument: Instrument, price: Ticks): DecimalText {
  const { tickUnit, priceDecimals } = instrument.contract;
  return canonicalText(price * tickUnit, priceDecimals);
}

/** Size text of steps. */
export function sizeText(instrument: Instrument, size: Steps): DecimalText {
  const { stepUnit, sizeDecimals } = instrument.contract;
  return canonicalText(size * stepUnit, sizeDecimals);
}

/** The fields no house order uses. */
export const PLAIN: Pick<OrderFields, 'takeProfit' | 'stopLoss' | 'marginMode' | 'positionMode' | 'positionId'> = {
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  positionMode: null,
  positionId: null,
};

/** Steps that are worth about `value` USDT at a price, at least one. */
export function stepsFor(instrument: Instrument, value: number, price: Ticks): Steps {
  return Math.max(1, Math.floor((value * 100_000_000) / (instrument.contract.valueUnit * Math.max(1, price))));
}
