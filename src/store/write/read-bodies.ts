/**
 * Reads the bodies of a batch's AI logs. That is most of the work of an upload, so it is done in small
 * pieces: between two of them the bodies of waiting uploads are written (evidence/payloads.ts).
 */
import type { AiLogStored } from '../../core/turn/events.ts';
import type { Database } from '../database/db.ts';
import { StoreFault } from '../errors.ts';
import { freshLogs, type KnownLog } from '../evidence/fresh-logs.ts';
import { bodiesOf, isKnownGone, noteLostBody } from '../evidence/payloads.ts';
import { sha256 } from '../sha256.ts';
import { type AiLogFacts, aiLogFacts, readLog } from './ai-log-facts.ts';
import { turn } from '../../time/event-loop.ts';

export interface CollectedLog {
  readonly event: AiLogStored;
  readonly receivedAt: number;
}

/** Bodies read together: this many, and this many bytes unless a single one has more. */
const PIECE_BODIES = 16;
const PIECE_BYTES = 1024 * 1024;

/** @throws StoreFault when a body is gone that may not be */
export async function readBodies(
  database: Database,
  logs: readonly CollectedLog[],
  mayLackBodies: boolean,
): Promise<AiLogFacts[]> {
  const facts: AiLogFacts[] = [];
  for (const piece of piecesOf(logs)) {
    const known = await knownOf(database, piece);
    for (const { event, receivedAt } of piece) {
      if (!known.has(event.h) && !(await isKnownGone(database, event.h))) {
        if (!mayLackBodies) throw lostBody(event.index);
        await noteLostBody(database, event.h);
      }
      facts.push(aiLogFacts(event, receivedAt, known.get(event.h) ?? null));
    }
    await turn();
  }
  return facts;
}

/** By `h`: what was written a moment ago is at hand, the other bodies are read. A missing one is gone. */
async function knownOf(
  database: Database,
  logs: readonly CollectedLog[],
): Promise<ReadonlyMap<string, KnownLog | null>> {
  const fresh = freshLogs(database);
  const known = new Map<string, KnownLog | null>();
  const others = logs.filter(({ event: { h } }) => {
    const log = fresh.take(h);
    if (log !== null) known.set(h, log);
    return log === null;
  });
  if (others.length === 0) return known;
  const bodies = await bodiesOf(
    database,
    others.map(({ event }) => event.h),
  );
  for (const { event } of others) {
    const stored = bodies.get(event.h);
    if (stored !== undefined) known.set(event.h, readLog(sha256, event, stored));
  }
  return known;
}

function* piecesOf(logs: readonly CollectedLog[]): Generator<readonly CollectedLog[]> {
  let piece: CollectedLog[] = [];
  let bytes = 0;
  for (const log of logs) {
    if (piece.length === PIECE_BODIES || (piece.length > 0 && bytes + log.event.size > PIECE_BYTES)) {
      yield piece;
      piece = [];
      bytes = 0;
    }
    piece.push(log);
    bytes += log.event.size;
  }
  if (piece.length > 0) yield piece;
}

/** A body is durable before its leaf is journaled, so a leaf without one means that the store lost it. */
function lostBody(index: number): StoreFault {
  return new StoreFault(
    `the body of AI log ${index} is gone from the read store, though it was durable before its leaf was: restore the ` +
      'store from a copy that has it; `outcry doctor` says what else is missing. If the loss is certain and accepted, ' +
      `start once with --accept-loss no-bodies@${index}.`,
  );
}
