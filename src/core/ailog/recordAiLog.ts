/**
 * Takes an AI log into the sequence (`ailog.md` 1.2 step 7, 1.5): allowlist and repeats are decided here, in order with the trades.
 * The body stays outside: the command carries its hash and the leaf's commitment only.
 */
import type { RecordAiLog } from '../commands.ts';
import type { AiLogRecorded, Decision } from '../outcome.ts';
import { accept, refuse } from '../outcome.ts';
import type { Remembered, State } from '../state.ts';
import { accountOf } from '../state.ts';
import type { Turn } from '../turn.ts';
import { announce } from '../turn.ts';
import { appendLeaf } from './append-leaf.ts';
import { toHex } from './bytes.ts';
import { blindedLeaf } from './entry.ts';

/** The same body again counts as a repeat for this long. */
const BODY_MEMORY_MS = 600_000;
/** An idempotency key is remembered for this long. */
const KEY_MEMORY_MS = 86_400_000;

/** Drops what is older than its time; both maps are in the order of time. */
function forget(memory: Map<string, Remembered>, before: number): void {
  for (const [key, entry] of memory) {
    if (entry.timeMs > before) return;
    memory.delete(key);
  }
}

/** Whether the order id is one of the account's own orders that the exchange still knows or gave out. */
function orderIsKnown(state: State, command: RecordAiLog): boolean {
  if (command.orderId === null) return true;
  const id = Number(command.orderId);
  const record = state.orders.get(id) ?? state.plans.get(id);
  return record !== undefined && String(record.id) === command.orderId && record.account.id === command.account;
}

function repeatOf(state: State, command: RecordAiLog): Remembered | null {
  const byKey =
    command.idempotencyKey === null ? undefined : state.ailog.idempotencyKeys.get(`${command.account} ${command.idempotencyKey}`);
  return byKey ?? state.ailog.bodies.get(`${command.account} ${command.bodySha256}`) ?? null;
}

export function recordAiLog(turn: Turn, command: RecordAiLog): Decision<AiLogRecorded> {
  const { state, timeMs } = turn;
  const { ailog } = state;
  forget(ailog.bodies, timeMs - BODY_MEMORY_MS);
  forget(ailog.idempotencyKeys, timeMs - KEY_MEMORY_MS);
  if (!accountOf(state, command.account).allowed) return refuse({ reason: 'AI_LOG_NOT_ALLOWED', account: command.account });
  const repeat = repeatOf(state, command);
  if (repeat !== null && repeat.bodySha256 !== command.bodySha256)
    return refuse({ reason: 'IDEMPOTENCY_KEY_REUSED', key: command.idempotencyKey ?? '' });
  const orderFound = orderIsKnown(state, command);
  if (repeat !== null)
    return accept({ index: repeat.index, leafHash: repeat.leafHash, duplicate: true, orderFound: repeat.orderFound });

  // From here on it must succeed.
  const leaf = blindedLeaf(turn.sha256, 'ailog', command.h, timeMs);
  const index = appendLeaf(turn, 'ailog', command.account, null, leaf);
  const leafHash = toHex(leaf.hash);
  const remembered: Remembered = { index, bodySha256: command.bodySha256, leafHash, orderFound, timeMs };
  ailog.bodies.set(`${command.account} ${command.bodySha256}`, remembered);
  if (command.idempotencyKey !== null) ailog.idempotencyKeys.set(`${command.account} ${command.idempotencyKey}`, remembered);
  const { account, keyId, orderId, stage, model, bodySha256, h, size } = command;
  announce(turn, { name: 'aiLogStored', index, account, keyId, orderId, stage, model, bodySha256, h, size, orderFound });
  return accept({ index, leafHash, duplicate: false, orderFound });
}
