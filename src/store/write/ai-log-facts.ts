/**
 * The facts that the body of an AI log adds to its event: decisions, the client order ids it names, warnings, and the
 * leaf's header.
 *
 * Known from its upload, or read from the stored body and salt, so that rebuilding the projection gives the same rows.
 * Without the body (erased), the log keeps its facts and has no decisions. Nothing here refuses: what was accepted is
 * evidence (docs/ai-log.md 1).
 */
import { isClientOrderId } from '../../core/text/client-order-id.ts';
import type { Sha256 } from '../../core/text/bytes.ts';
import { sealHeader } from '../../core/log/entry.ts';
import { aiLogHeader } from '../../core/log/header.ts';
import type { Upload, UploadWarning } from '../../core/log/upload.ts';
import { parseUpload, sortedWarnings } from '../../core/log/upload.ts';
import { type Said, saidIn } from '../../core/verification/log-facts.ts';
import type { AiLogStored } from '../../core/turn/events.ts';
import type { Trace } from './log-traces.ts';
import type { KnownLog } from '../evidence/fresh-logs.ts';
import type { StoredBody } from '../evidence/payloads.ts';
import type { AiLogKeyTable, AiLogTable } from '../schema/tables.ts';

export interface AiLogFacts {
  readonly row: AiLogTable;
  readonly keys: readonly AiLogKeyTable[];
  /** Null when the body is gone. */
  readonly trace: Trace | null;
  /** JCS of the leaf's header; null when the body is gone or does not open `h`. */
  readonly header: string | null;
}

const HASH_DIGITS = 32;

/** Reads a stored body; null when it isn't an upload. */
export function readLog(sha256: Sha256, event: AiLogStored, stored: StoredBody): KnownLog | null {
  const upload = parseUpload(stored.body);
  return upload.ok ? { said: saidIn(upload), header: headerOf(sha256, event, stored, upload) } : null;
}

/** The rows of a log; `known` is null when its body is gone. */
export function aiLogFacts(event: AiLogStored, receivedAt: number, known: KnownLog | null): AiLogFacts {
  const { decisions, clientOids } = known?.said ?? { decisions: [], clientOids: [] };
  const row: AiLogTable = {
    log_index: event.index,
    uid: event.account,
    key_id: event.keyId,
    received_at: receivedAt,
    order_id: event.orderId,
    stage: event.stage,
    model: event.model,
    body_sha256: event.bodySha256,
    h: event.h,
    size: event.size,
    decisions: JSON.stringify(decisions),
    client_oids: JSON.stringify(clientOids),
    warnings: JSON.stringify(warningsOf(event, known?.said ?? null)),
  };
  const keys = keysOf(event, receivedAt, clientOids);
  return { row, keys, trace: known?.said.trace ?? null, header: known?.header ?? null };
}

function warningsOf(event: AiLogStored, said: Said | null): readonly UploadWarning[] {
  const warnings = new Set<UploadWarning>(said?.warnings);
  if (said?.decisions.length === 0) warnings.add('NO_DECISION');
  if (!event.orderFound) warnings.add('ORDER_NOT_FOUND');
  return sortedWarnings(warnings);
}

function headerOf(sha256: Sha256, event: AiLogStored, stored: StoredBody, upload: Upload): string | null {
  const { keyId, orderId, stage, model, sig } = event;
  const facts = { uid: String(event.account), keyId, orderId, stage, model, sig };
  const sealed = sealHeader(sha256, stored.salt, aiLogHeader(sha256, stored.salt, stored.body, upload.slices, facts));
  return sealed.h === event.h ? sealed.header : null;
}

function keysOf(event: AiLogStored, receivedAt: number, clientOids: readonly string[]): AiLogKeyTable[] {
  const keyOf = (how: AiLogKeyTable['how'], key: string): AiLogKeyTable => ({
    uid: event.account,
    how,
    key,
    log_index: event.index,
    received_at: receivedAt,
  });
  // Text that no order can have as its id links to nothing and is not looked up.
  const named = new Set(clientOids.filter(isClientOrderId));
  return [
    keyOf('hash', event.bodySha256.slice(0, HASH_DIGITS)),
    ...[...named].map((text) => keyOf('named', text)),
    ...(event.orderId === null ? [] : [keyOf('orderId', event.orderId)]),
  ];
}
