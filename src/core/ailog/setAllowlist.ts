/**
 * Puts an account on the AI-log allowlist or takes it off, and opens the log itself (docs/ai-log.md 2).
 * Each change is a leaf; when nothing changes, nothing is appended. Without a log there is nothing to append to.
 */
import { checkUnbound } from '../permission/permission.ts';
import { conflictingField } from '../language/rejects.ts';
import type { OpenAiLog, SetAllowlist } from '../language/commands.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Account } from '../state/records.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { appendLeaf, appendSealed } from './append-leaf.ts';
import { fromBase64 } from '../text/bytes.ts';
import { publicLeaf } from '../log/entry.ts';

export function setAllowlist(turn: Turn, command: SetAllowlist): Decision<null> {
  const account = accountOf(turn.state, command.account);
  if (account.allowed === command.allowed) return accept(null);
  if (turn.state.ailog.saltKey === null) return refuse(conflictingField('allowed', 'the AI log is not open yet'));
  // Off the list its orders would have no leaves, and count for nothing.
  const bound = checkUnbound(account, 'taking off the allowlist');
  if (bound !== null && !command.allowed) return refuse(bound);

  // From here on it must succeed.
  allow(turn, account, command.allowed, command.reason);
  return accept(null);
}

/** Puts the account on the allowlist or takes it off; the log is open. */
export function allow(turn: Turn, account: Account, allowed: boolean, reason: string): void {
  account.allowed = allowed;
  const leafIndex = appendSealed(turn, 'account', account.id, {
    kind: 'account',
    v: 1,
    uid: String(account.id),
    allowed,
    reason,
  });
  announce(turn, { name: 'accountChanged', account });
  announce(turn, { name: 'allowlistChanged', account: account.id, allowed, reason, leafIndex });
}

/** Sets, once and at first start, the log's name, its public key and the key its salts follow from. */
export function openAiLog(turn: Turn, command: OpenAiLog): Decision<null> {
  const { ailog } = turn.state;
  const saltKey = fromBase64(command.saltKey) as Uint8Array;
  if (ailog.saltKey !== null) return refuse(conflictingField('origin', 'the AI log is open already'));

  // From here on it must succeed.
  ailog.origin = command.origin;
  ailog.keys = [{ vkey: command.vkey, sinceMs: turn.timeMs }];
  ailog.saltKey = saltKey;
  // A secret of the journal: what is kept of ended orders stays the same in every replay, and no caller can foresee it.
  turn.state.orders.seed(saltKey);
  appendLeaf(
    turn,
    'key',
    0,
    null,
    publicLeaf(turn.sha256, 'key', { origin: command.origin, vkey: command.vkey }, turn.timeMs),
  );
  return accept(null);
}
