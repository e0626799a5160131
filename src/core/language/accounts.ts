/**
 * Kinds of accounts by their numbers (LEDG-005): the exchange's own from 1 up, there from the start, and users';
 * among these some are kept for the house of the exchange's own market.
 */
import type { AccountId } from '../num/units.ts';

export const EXTERNAL: AccountId = 1;
export const FEE: AccountId = 2;
export const INSURANCE: AccountId = 3;
export const COMMISSION: AccountId = 4;
export const MARKETING: AccountId = 5;

/** The exchange's own accounts are those up to this one. */
export const LAST_SYSTEM_ACCOUNT: AccountId = MARKETING;

/** Users' accounts are numbered from here. */
export const FIRST_USER: AccountId = 1_000_001;

/** Kept for the demo accounts, whose keys are publicly known: no operator can give these numbers to others. */
export const LAST_DEMO: AccountId = 1_000_002;

/** Kept for the house: the accounts of a market of the exchange's own. */
export const FIRST_HOUSE: AccountId = 9_000_001;
export const LAST_HOUSE: AccountId = 9_999_999;

/** Whether an account is one of the house. */
export function isHouse(account: AccountId): boolean {
  return account >= FIRST_HOUSE && account <= LAST_HOUSE;
}

/** Whether an account may be a caller's: no API key, no operator's verb takes another one for a user's. */
export function isUserAccount(account: AccountId): boolean {
  return account >= FIRST_USER && !isHouse(account);
}
