/**
 * Takes an AI log into the sequence (docs/ai-log.md 6, 9 step 7): allowlist and repeats are decided here, in order with
 * the trades. The body stays outside: the command carries only its hash and the leaf's commitment.
 */
import type { RecordAiLog } from '../language/commands.ts';
import type { AiLogRecorded, Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { State } from '../state/state.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { appendLeaf } from './append-leaf.ts';
import { toHex } from '../text/bytes.ts';
import { blindedLeaf } from '../log/entry.ts';
import { forgetUploads, rememberUpload, repeatedUpload } from './repeats.ts';

/** Whether the order id is one of the account's own orders that the exchange still knows or gave out. */
function orderIsKnown(state: State, command: RecordAiLog): boolean {
  if (command.orderId === null) return true;
  const id = Number(command.orderId);
  const record = state.orders.get(id);
  return record !== undefined && String(record.id) === command.orderId && record.account.id === command.account;
}

export function recordAiLog(turn: Turn, command: RecordAiLog): Decision<AiLogRecorded> {
  const { state, timeMs } = turn;
  const { ailog } = state;
  forgetUploads(ailog, timeMs);
  if (!accountOf(state, command.account).allowed)
    return refuse({ reason: 'AI_LOG_NOT_ALLOWED', account: command.account });
  const repeat = repeatedUpload(ailog, command, timeMs);
  if (repeat !== null) return repeat;
  const orderFound = orderIsKnown(state, command);

  // From here on it must succeed.
  const leaf = blindedLeaf(turn.sha256, 'ailog', command.h, timeMs);
  const index = appendLeaf(turn, 'ailog', command.account, null, leaf);
  const leafHash = toHex(leaf.hash);
  const { account, keyId, orderId, stage, model, bodySha256, h, sig = null, size } = command;
  rememberUpload(ailog, command, { index, bodySha256, leafHash, orderFound, timeMs });
  announce(turn, {
    name: 'aiLogStored',
    index,
    account,
    keyId,
    orderId,
    stage,
    model,
    bodySha256,
    h,
    sig,
    size,
    orderFound,
  });
  return accept({ index, leafHash, duplicate: false, orderFound });
}
