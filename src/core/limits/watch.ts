/**
 * The loss of a day (LIMT-004, LIMT-005), looked at whenever marks have changed: when no room is left, what opens is
 * cancelled, and when that is not enough, what is open is closed, again with every mark until nothing is. The key opens
 * nothing more that day.
 */
import { add } from '../num/mul-div.ts';
import type { TimeMs } from '../num/units.ts';
import type { KeyLimits } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { roomOf, worthOf } from '../orders/loss-room.ts';
import { cancelOpenings, closeAll } from './wind-down.ts';

const DAY_MS = 86_400_000;
const OUTSIDE: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'transfer_in', 'transfer_out']);

export function dayOf(timeMs: TimeMs): number {
  return Math.floor(timeMs / DAY_MS);
}

/** Money that came or went is no gain and no loss. */
export function countMoney({ events, state }: Turn): void {
  for (const event of events) {
    if (event.name !== 'billPosted' || !OUTSIDE.has(event.bill.businessType)) continue;
    for (const limits of state.accounts.get(event.bill.account)?.limits ?? [])
      if (limits.maxDayLoss > 0) limits.dayWorth = add(limits.dayWorth, event.bill.amount);
  }
}

/** Every step is followed up. */
export function* watchLosses(turn: Turn): Generator<void, void, void> {
  for (const limits of turn.state.keyLimits.values())
    if (limits.maxDayLoss > 0 && limits.stoppedMs === 0) yield* watch(turn, limits);
}

function* watch(turn: Turn, limits: KeyLimits): Generator<void, void, void> {
  const { account } = limits;
  const day = dayOf(turn.timeMs);
  if (limits.day !== day) {
    limits.day = day;
    limits.dayWorth = worthOf(account);
    limits.loss = 'open';
  }
  if (limits.loss === 'spent') return;
  if (limits.loss === 'open') {
    if (roomOf(limits) >= 0) return;
    cancelOpenings(turn, account);
    yield;
    if (roomOf(limits) >= 0) return;
    limits.loss = 'closing';
  }
  cancelOpenings(turn, account);
  yield* closeAll(turn, account);
  if (account.holdings.every((holding) => holding === undefined || holding.positions.length === 0))
    limits.loss = 'spent';
}
