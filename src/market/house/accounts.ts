/**
 * The accounts of the house. For each contract one that quotes, one that takes for the flow, and four of a crowd; so
 * contracts stay apart: where one has no valid mark, the others go on (MARG-011). They are ordinary accounts, without
 * keys.
 */
import type { Effect, Side } from '../../core/language/commands.ts';
import { FIRST_HOUSE } from '../../core/language/accounts.ts';
import type { AccountId, Steps } from '../../core/num/units.ts';
import type { Holding, Instrument, Order } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';

const FIRST_MAKER = FIRST_HOUSE;
const FIRST_TAKER = FIRST_HOUSE + 1_000;
const FIRST_OF_CROWD = FIRST_HOUSE + 2_000;
/** Of one contract. */
export const CROWD = 4;

export interface HouseCaller {
  readonly account: AccountId;
  readonly keyId: string;
  readonly channel: 'api';
}

export function callerOf(account: AccountId): HouseCaller {
  return { account, keyId: 'house', channel: 'api' };
}

export function makerOf({ index }: Instrument): AccountId {
  return FIRST_MAKER + index;
}

export function takerOf({ index }: Instrument): AccountId {
  return FIRST_TAKER + index;
}

/** @param member 0 to 3 */
export function memberOf({ index }: Instrument, member: number): AccountId {
  return FIRST_OF_CROWD + 10 * index + member;
}

/** The contract an account takes for as the flow, by index; −1 for any other account. */
export function indexOfTaker(account: AccountId): number {
  return account >= FIRST_TAKER && account < FIRST_OF_CROWD ? account - FIRST_TAKER : -1;
}

export function holdingOf(state: State, account: AccountId, { index }: Instrument): Holding | undefined {
  return state.accounts.get(account)?.holdings[index];
}

/** Long less short, steps. */
export function netOf(holding: Holding | undefined): number {
  return holding === undefined ? 0 : holding.longSize - holding.shortSize;
}

/** Steps of a side that no working close order has taken yet (CLOS-001). */
export function freeOf(holding: Holding | undefined, side: Side): Steps {
  let free = 0;
  for (const position of holding?.positions ?? []) if (position.side === side) free += position.size - position.frozen;
  return free;
}

export function isBuy({ side, effect }: Pick<Order, 'side' | 'effect'>): boolean {
  return (side === 'long') === (effect === 'open');
}

export interface Trade {
  readonly side: Side;
  readonly effect: Effect;
  readonly size: Steps;
}

/**
 * Effect of buying or selling for an account of the house: closing the opposite side, where that is worth most of the
 * order, else opening. So its positions stay near those of others against it.
 */
export function tradeOf(buys: boolean, size: Steps, closable: Steps): Trade {
  if (closable * 2 >= size && closable > 0)
    return { side: buys ? 'short' : 'long', effect: 'close', size: Math.min(size, closable) };
  return { side: buys ? 'long' : 'short', effect: 'open', size };
}
