/**
 * Rebuilds the engine's state: applies a journal's commands in order, as they were applied the first time (FLOW-007). Decides nothing;
 * lets the event loop run now and then, so that a starting service can say how far it is.
 */
import type { Sequenced } from '../core/commands.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Journal } from './journal-file.ts';
import { type JournalRecord, type Position, START } from './record.ts';

/** What the sequencer and replay need of an engine. */
export interface Applies {
  apply(sequenced: Sequenced): Outcome;
}

export interface ReplayOptions {
  /** The last sequence to apply; the journal's last when left out. */
  readonly until?: number;
  /** Where the engine stands, when not at the start. */
  readonly after?: Position;
  /** Called with the part that is done, 0 to 1, each time the event loop gets to run, and once at the end. */
  readonly onProgress?: (part: number, sequence: number) => void;
  /** Called for each command after it was applied. */
  readonly onApplied?: (record: JournalRecord, outcome: Outcome) => void;
}

/** The engine refused a command of the journal: a fault. `cause` is what it threw. */
export class ReplayFailed extends Error {
  readonly sequence: number;

  constructor(path: string, { sequence, command, endOffset }: JournalRecord, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`replay of ${path} stopped at sequence ${sequence} (${command.name}, ending at byte ${endOffset}): ${reason}`, {
      cause,
    });
    this.name = 'ReplayFailed';
    this.sequence = sequence;
  }
}

const TURN_MS = 20;

/**
 * Applies the journal to `engine`. Returns where the engine now stands.
 *
 * @throws ReplayFailed, JournalDamaged
 */
export async function replay(
  journal: Pick<Journal, 'path' | 'end' | 'read'>,
  engine: Applies,
  { until = Number.POSITIVE_INFINITY, after = START, onProgress, onApplied }: ReplayOptions = {},
): Promise<Position> {
  const target = Math.min(until, journal.end.sequence);
  const partDone = (sequence: number) => (target <= after.sequence ? 1 : (sequence - after.sequence) / (target - after.sequence));
  let position = after;
  let pausedAt = performance.now();
  if (target > after.sequence) {
    for (const record of journal.read(after)) {
      const outcome = applyTo(engine, record, journal.path);
      onApplied?.(record, outcome);
      position = record;
      if (record.sequence >= target) break;
      if ((record.sequence & 63) === 0 && performance.now() - pausedAt > TURN_MS) {
        onProgress?.(partDone(record.sequence), record.sequence);
        await new Promise(setImmediate);
        pausedAt = performance.now();
      }
    }
  }
  onProgress?.(1, position.sequence);
  return { sequence: position.sequence, timeMs: position.timeMs, endOffset: position.endOffset };
}

function applyTo(engine: Applies, record: JournalRecord, path: string): Outcome {
  try {
    return engine.apply({ sequence: record.sequence, timeMs: record.timeMs, command: record.command });
  } catch (error) {
    throw new ReplayFailed(path, record, error);
  }
}
