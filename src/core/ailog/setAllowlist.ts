/**
 * Puts an account on the AI-log allowlist or takes it off, and opens the log itself (`ailog.md` 0.2).
 * Each change is a leaf; nothing changes, nothing is appended.
 */
import type { OpenAiLog, SetAllowlist } from '../commands.ts';
import type { Decision } from '../outcome.ts';
import { accept, refuse } from '../outcome.ts';
import { accountOf } from '../state.ts';
import type { Turn } from '../turn.ts';
import { announce } from '../turn.ts';
import { appendLeaf, appendSealed } from './append-leaf.ts';
import { fromBase64 } from './bytes.ts';
import { SALT_LENGTH } from './commit.ts';
import { publicLeaf } from './entry.ts';

export function setAllowlist(turn: Turn, command: SetAllowlist): Decision<null> {
  const account = accountOf(turn.state, command.account);
  if (account.allowed === command.allowed) return accept(null);

  // From here on it must succeed.
  account.allowed = command.allowed;
  const { allowed, reason } = command;
  const leafIndex = appendSealed(turn, 'account', account.id, {
    kind: 'account',
    v: 1,
    uid: String(account.id),
    allowed,
    reason,
  });
  announce(turn, { name: 'accountChanged', account });
  announce(turn, { name: 'allowlistChanged', account: account.id, allowed, reason, leafIndex });
  return accept(null);
}

/** Once, at first start: the log's name, its public key and the key its salts follow from. */
export function openAiLog(turn: Turn, command: OpenAiLog): Decision<null> {
  const { ailog } = turn.state;
  const saltKey = fromBase64(command.saltKey);
  if (ailog.saltKey !== null)
    return refuse({ reason: 'PARAMETER_INVALID', parameter: 'origin', code: '40017', found: 'the AI log is open already' });
  if (saltKey?.length !== SALT_LENGTH)
    return refuse({ reason: 'PARAMETER_INVALID', parameter: 'saltKey', code: '40020', found: 'not base64 of 32 bytes' });

  // From here on it must succeed.
  ailog.origin = command.origin;
  ailog.saltKey = saltKey;
  // A secret of the journal: the table's places stay the same in every replay, and no caller can foresee them.
  turn.state.clientOrderIds.seed(new DataView(saltKey.buffer, saltKey.byteOffset).getInt32(0));
  appendLeaf(turn, 'key', 0, null, publicLeaf(turn.sha256, 'key', { origin: command.origin, vkey: command.vkey }, turn.timeMs));
  return accept(null);
}
