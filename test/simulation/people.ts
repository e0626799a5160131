/**
 * Who trades: a few rich makers who quote both sides, and many others with little money, each with habits of their own
 * that follow from its place in the list. Nobody's habits depend on what happened before.
 */

export interface Person {
  readonly uid: number;
  readonly isMaker: boolean;
  /** What it is opened with, in USDT. */
  readonly money: number;
  /** What it asks for in orders; null is left out of the request. */
  readonly marginMode: '1' | '3' | null;
  readonly separatedMode: '1' | '2' | null;
}

/** Behind the two numbers that are kept for the demo. */
const FIRST_UID = 1_000_003;
const MAKER_EVERY = 12;
const MAKER_MONEY = 3_000_000;
const MONEY = [150, 400, 1_000, 2_500, 6_000, 15_000, 60_000];
const HABITS = ['11', '31', '11', '32', '--', '31', '12', '11', '32', '1-'] as const;

export function person(index: number): Person {
  const isMaker = index % MAKER_EVERY === 0;
  const [margin = '-', separated = '-'] = isMaker ? ['1', '1'] : (HABITS[index % HABITS.length] ?? '--');
  return {
    uid: FIRST_UID + index,
    isMaker,
    money: isMaker ? MAKER_MONEY : (MONEY[(index * 5) % MONEY.length] ?? 1_000),
    marginMode: margin === '-' ? null : (margin as '1' | '3'),
    separatedMode: separated === '-' ? null : (separated as '1' | '2'),
  };
}

export function people(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => person(index));
}
