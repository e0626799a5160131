/**
 * setKeyLimits, tightenKey, stopKey (LIMT-001, LIMT-002): the limits of a key are an operator's to give and to take,
 * and the key's own to make tighter. A stop is for good, and cancels what opens.
 */
import type { SetKeyLimits, StopKey, TightenKey } from '../language/commands.ts';
import type { KeyLimitFields } from '../language/key-limits.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import { scaledInteger } from '../num/decimal.ts';
import type { AccountId, Money } from '../num/units.ts';
import type { Account, KeyLimits } from '../state/records.ts';
import { delistLimits, enlistLimits } from '../state/limit-lists.ts';
import { accountOf, type State } from '../state/state.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import { announce, type Turn } from '../turn/turn.ts';
import { dayOf } from './watch.ts';
import { cancelOpenings, closeAll } from './wind-down.ts';
import { worthOf } from '../orders/loss-room.ts';

type Amounts = Pick<KeyLimits, 'maxOrder' | 'maxPosition' | 'maxDayLoss'>;
type Terms = Amounts & Pick<KeyLimits, 'closeOnly' | 'symbols' | 'untilMs'>;
const AMOUNTS = ['maxOrder', 'maxPosition', 'maxDayLoss'] as const;

export function setKeyLimits(turn: Turn, { account: uid, keyId, limits }: SetKeyLimits): Decision<null> {
  const { state } = turn;
  const before = state.keyLimits.get(keyId);
  const foreign = checkOwner(before, uid);
  if (foreign !== null) return refuse(foreign);
  const terms = limits === null ? null : termsOf(state, limits);
  if (terms !== null && 'reason' in terms) return refuse(terms);

  // From here on it must succeed.
  const account = accountOf(state, uid);
  if (terms === null) {
    if (before !== undefined && before.stoppedMs === 0) delistLimits(state, before);
  } else setTerms(turn, before ?? enlisted(state, account, keyId), terms);
  announce(turn, { name: 'accountChanged', account });
  return accept(null);
}

export function tightenKey(turn: Turn, { account: uid, keyId, limits }: TightenKey): Decision<null> {
  const { state } = turn;
  const before = state.keyLimits.get(keyId);
  const foreign = checkOwner(before, uid);
  if (foreign !== null) return refuse(foreign);
  const asked = termsOf(state, limits);
  if ('reason' in asked) return refuse(asked);
  const terms = before === undefined ? asked : withRest(before, asked);
  const looser = before === undefined ? null : loosened(before, terms);
  if (looser !== null) return refuse(conflictingField('limits', looser));

  // From here on it must succeed.
  const account = accountOf(state, uid);
  setTerms(turn, before ?? enlisted(state, account, keyId), terms);
  announce(turn, { name: 'accountChanged', account });
  return accept(null);
}

/** The openings of the account are cancelled with it, whoever placed them: an emergency asks no questions. */
export function* stopKey(turn: Turn, { account: uid, keyId, closes }: StopKey): Generator<void, Decision<null>, void> {
  const { state } = turn;
  const before = state.keyLimits.get(keyId);
  const foreign = checkOwner(before, uid);
  if (foreign !== null) return refuse(foreign);

  // From here on it must succeed.
  const account = accountOf(state, uid);
  const limits = before ?? enlisted(state, account, keyId);
  if (limits.stoppedMs === 0) limits.stoppedMs = turn.timeMs;
  announce(turn, { name: 'accountChanged', account });
  cancelOpenings(turn, account);
  if (closes) yield* closeAll(turn, account);
  return accept(null);
}

function checkOwner(limits: KeyLimits | undefined, uid: AccountId): Reject | null {
  if (limits === undefined || limits.account.id === uid) return null;
  return invalidField('keyId', `${limits.keyId} is a key of account ${limits.account.id}`);
}

function enlisted(state: State, account: Account, keyId: string): KeyLimits {
  const limits: KeyLimits = {
    keyId,
    account,
    maxOrder: 0,
    maxPosition: 0,
    maxDayLoss: 0,
    closeOnly: false,
    symbols: null,
    untilMs: 0,
    stoppedMs: 0,
    day: 0,
    dayWorth: 0,
    loss: 'open',
  };
  enlistLimits(state, limits);
  return limits;
}

/** The day's loss counts from when there first is a limit of it. */
function setTerms(turn: Turn, limits: KeyLimits, terms: Terms): void {
  if (limits.maxDayLoss === 0 && terms.maxDayLoss > 0) {
    limits.day = dayOf(turn.timeMs);
    limits.dayWorth = worthOf(limits.account);
    limits.loss = 'open';
  }
  Object.assign(limits, terms);
}

function termsOf(state: State, fields: KeyLimitFields): Terms | Reject {
  const { closeOnly, symbols, untilMs } = fields;
  const amounts: Amounts = { maxOrder: 0, maxPosition: 0, maxDayLoss: 0 };
  for (const name of AMOUNTS) {
    const text = fields[name];
    const amount = text === null ? 0 : amountOf(text);
    if (amount === null)
      return invalidField('limits', `${name} ${text}, needs an amount above 0 with at most 8 decimals`);
    amounts[name] = amount;
  }
  const unknown = symbols?.find((symbol) => !state.bySymbol.has(symbol));
  if (unknown !== undefined) return invalidField('limits', `symbols has ${unknown}, which is no contract`);
  return { ...amounts, closeOnly, symbols, untilMs };
}

function amountOf(text: string): Money | null {
  const amount = scaledInteger(text, 8);
  return amount === null || amount <= 0 ? null : amount;
}

/** The rest stays as it is. */
function withRest(before: KeyLimits, asked: Terms): Terms {
  return {
    maxOrder: asked.maxOrder === 0 ? before.maxOrder : asked.maxOrder,
    maxPosition: asked.maxPosition === 0 ? before.maxPosition : asked.maxPosition,
    maxDayLoss: asked.maxDayLoss === 0 ? before.maxDayLoss : asked.maxDayLoss,
    closeOnly: asked.closeOnly || before.closeOnly,
    symbols: asked.symbols ?? before.symbols,
    untilMs: asked.untilMs === 0 ? before.untilMs : asked.untilMs,
  };
}

/** The first of the terms that would allow more than before, in words. */
function loosened(before: KeyLimits, terms: Terms): string | null {
  for (const name of AMOUNTS) if (before[name] > 0 && terms[name] > before[name]) return `${name} would be higher`;
  const more = before.symbols === null ? undefined : terms.symbols?.find((one) => !before.symbols!.includes(one));
  if (more !== undefined) return `symbols would have ${more} besides`;
  return before.untilMs !== 0 && terms.untilMs > before.untilMs ? 'untilMs would be later' : null;
}
