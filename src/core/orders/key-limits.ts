/**
 * Whether a key's limits allow what it asks (LIMT-002 to LIMT-004): asked of every command by that key, and of what it
 * left to be done later. Without limits on the account this is one comparison.
 */
import { valueOf } from '../language/contract.ts';
import type { Command } from '../language/commands.ts';
import type { KeyLimit } from '../language/key-limits.ts';
import type { Reject } from '../language/rejects.ts';
import { max } from '../num/mul-div.ts';
import type { Money, Ticks, TimeMs } from '../num/units.ts';
import type { Permit } from './check-order.ts';
import { type Draft, takingLimit } from './draft.ts';
import type { Account, Instrument, KeyLimits } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { neededBy, roomOf } from './loss-room.ts';

/** Logs may come late, a connection only reads, and who stops a key twice wants it stopped. */
const ALWAYS: ReadonlySet<Command['name']> = new Set(['recordAiLog', 'logIn', 'stopKey']);

/** Of any command that a key sends: that it has not ended (LIMT-002). */
export function checkKey(state: State, command: Command): Reject | null {
  if (state.keyLimits.size === 0 || !('channel' in command) || ALWAYS.has(command.name)) return null;
  const limits = state.keyLimits.get(command.keyId);
  return limits === undefined ? null : endOf(limits, state.timeMs);
}

function endOf({ keyId, stoppedMs, untilMs }: KeyLimits, nowMs: TimeMs): Reject | null {
  if (stoppedMs !== 0) return { reason: 'KEY_ENDED', keyId, expired: false, endedMs: stoppedMs };
  if (untilMs !== 0 && nowMs >= untilMs) return { reason: 'KEY_ENDED', keyId, expired: true, endedMs: untilMs };
  return null;
}

/**
 * The limits an order is under: its key's. What fires is under those of the key that placed it; what no request placed
 * (presets) is under a loss limit of the account's, as is what another key left there.
 */
export function limitsOf({ account, keyId, plan }: Draft): KeyLimits | null {
  if (account.limits.length === 0) return null;
  const by = plan === null ? keyId : (plan.request?.keyId ?? null);
  const own = account.limits.find((limits) => limits.keyId === by);
  if (own !== undefined || plan === null) return own ?? null;
  return account.limits.find(({ maxDayLoss, stoppedMs }) => maxDayLoss > 0 && stoppedMs === 0) ?? null;
}

/** LIMT-003, of what may be said of an order without the book. */
export function checkLimits(limits: KeyLimits, draft: Draft, nowMs: TimeMs): Reject | null {
  const ended = endOf(limits, nowMs);
  if (draft.effect === 'close') return draft.plan === null ? ended : null;
  if (ended !== null) return ended;
  const { instrument, holding, size } = draft;
  const kind = checkKind(limits, instrument);
  if (kind !== null || size <= 0) return kind;
  const price = Math.max(instrument.mark, takingLimit(draft));
  const held = holding.longSize + holding.shortSize + holding.openingLong + holding.openingShort;
  return (
    checkValue(limits, 'maxOrder', instrument, price, size) ??
    checkValue(limits, 'maxPosition', instrument, price, held + size)
  );
}

/** Opening in the contract at all. */
function checkKind({ symbols, closeOnly, loss }: KeyLimits, { contract }: Instrument): Reject | null {
  const { symbol } = contract;
  if (symbols !== null && !symbols.includes(symbol)) return exceeded('symbols', symbol);
  if (closeOnly) return exceeded('closeOnly', symbol);
  return loss === 'open' ? null : exceeded('maxDayLoss', symbol);
}

function checkValue(
  limits: KeyLimits,
  limit: 'maxOrder' | 'maxPosition',
  { contract }: Instrument,
  price: Ticks,
  size: number,
): Reject | null {
  const most = limits[limit];
  if (most === 0) return null;
  const asked = valueOf(contract, price, size);
  return asked > most ? exceeded(limit, contract.symbol, asked, most) : null;
}

/** LIMT-004, of the order's fills and of what would rest: the day's loss can't be reached by it. */
export function checkLoss(limits: KeyLimits, draft: Draft, { plan, dead }: Permit): Reject | null {
  if (limits.maxDayLoss === 0 || dead !== null) return null;
  const need = neededBy(draft, plan);
  if (need <= 0) return null;
  const room = roomOf(limits);
  return need > room ? exceeded('maxDayLoss', draft.instrument.contract.symbol, need, max(0, room)) : null;
}

function exceeded(limit: KeyLimit, symbol: string, asked: Money = 0, most: Money = 0): Reject {
  return { reason: 'KEY_LIMIT_EXCEEDED', limit, symbol, asked, max: most };
}

/** Of a plan order that is being placed: its value is looked at when it fires. */
export function checkPlanLimits(account: Account, keyId: string, instrument: Instrument): Reject | null {
  const limits = account.limits.find((one) => one.keyId === keyId);
  return limits === undefined ? null : checkKind(limits, instrument);
}
