/**
 * Uploads of AI logs that repeat another one: the same body of an account within ten minutes, or the same idempotency
 * key within a day. A repeat gets the first answer again; a key used with another body is refused. Decided here for the
 * API, which asks before it stores anything, and for the command, which decides it in sequence.
 */
import { invariant } from '../num/invariant.ts';
import type { AccountId, TimeMs } from '../num/units.ts';
import type { AiLogRecorded, Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { AiLogState, Remembered } from '../state/state.ts';

const BODY_MEMORY_MS = 600_000;
const KEY_MEMORY_MS = 86_400_000;

/** The parts of an upload that may have occurred before. */
export interface UploadMarks {
  readonly account: AccountId;
  readonly bodySha256: string;
  readonly idempotencyKey: string | null;
}

/** Drops what is past its time. */
export function forgetUploads(ailog: AiLogState, timeMs: TimeMs): void {
  forget(ailog.bodies, timeMs - BODY_MEMORY_MS);
  forget(ailog.idempotencyKeys, timeMs - KEY_MEMORY_MS);
}

/** A memory is in order of time. */
function forget(memory: Map<string, Remembered>, before: TimeMs): void {
  for (const [key, entry] of memory) {
    if (entry.timeMs > before) return;
    memory.delete(key);
  }
}

export function rememberUpload(ailog: AiLogState, upload: UploadMarks, remembered: Remembered): void {
  const { account, bodySha256, idempotencyKey } = upload;
  invariant(remembered.index < ailog.nextIndex, 'docs/ai-log.md 9: what is remembered has its leaf', remembered.index);
  ailog.bodies.set(`${account} ${bodySha256}`, remembered);
  if (idempotencyKey !== null) ailog.idempotencyKeys.set(`${account} ${idempotencyKey}`, remembered);
}

/** The answer to an upload that repeats another one, or a refusal; null for a new one. */
export function repeatedUpload(ailog: AiLogState, upload: UploadMarks, timeMs: TimeMs): Decision<AiLogRecorded> | null {
  const { account, bodySha256, idempotencyKey } = upload;
  const byKey = idempotencyKey === null ? undefined : ailog.idempotencyKeys.get(`${account} ${idempotencyKey}`);
  const byBody = ailog.bodies.get(`${account} ${bodySha256}`);
  const first = since(byKey, timeMs - KEY_MEMORY_MS) ?? since(byBody, timeMs - BODY_MEMORY_MS);
  if (first === null) return null;
  if (first.bodySha256 !== bodySha256) return refuse({ reason: 'IDEMPOTENCY_KEY_REUSED', key: idempotencyKey ?? '' });
  const { index, leafHash, orderFound } = first;
  return accept({ index, leafHash, duplicate: true, orderFound });
}

function since(remembered: Remembered | undefined, before: TimeMs): Remembered | null {
  return remembered !== undefined && remembered.timeMs > before ? remembered : null;
}
