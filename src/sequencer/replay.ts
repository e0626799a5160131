/**
 * Rebuilds the engine's state: applies a journal's commands in order, as they were applied the first time (FLOW-007).
 * Each is held against its kinds first (FLOW-009): a command that does not fit was written by another program, or by a
 * newer version, and guessing what it did would make another state of the rest. Lets the event loop run now and then,
 * so that a starting service can say how far it is.
 */
import { CoreUnknown } from '../core/language/core-version.ts';
import { mismatchOf, mismatchText } from '../core/language/check-command.ts';
import type { Command, Sequenced } from '../core/language/commands.ts';
import { invariant } from '../core/num/invariant.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import type { Journal } from './journal/journal-file.ts';
import { type JournalRecord, type Position, START } from './journal/record.ts';
import { machine } from '../time/machine.ts';
import { turn } from '../time/event-loop.ts';

/** The part of an engine that the sequencer and replay need. */
export interface Applies {
  apply(sequenced: Sequenced, isChecked?: boolean): Outcome;
}

export interface ReplayOptions {
  /** The last sequence to apply; the journal's last when left out. */
  readonly until?: number;
  /** The engine's position, when not at the start. */
  readonly after?: Position;
  /** Called with the part that is done, 0 to 1, each time the event loop gets to run, and once at the end. */
  readonly onProgress?: (part: number, sequence: number) => void;
  /** Called for each command after it was applied. */
  readonly onApplied?: (record: JournalRecord, outcome: Outcome) => void;
}

/** A command of the journal can't be applied. `cause` is what the engine threw, if it got that far. */
export class ReplayFailed extends Error {
  readonly sequence: number;
  readonly command: Command;
  readonly why: string;

  constructor(path: string, { sequence, command, endOffset }: JournalRecord, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `replay of ${path} stopped at sequence ${sequence} (${command.name}, ending at byte ${endOffset}): ${why}. ` +
        `\`outcry journal set-aside ${sequence} --reason TEXT\` passes this command over and keeps all others.`,
      { cause },
    );
    this.name = 'ReplayFailed';
    this.sequence = sequence;
    this.command = command;
    this.why = `${command.name}: ${why}`;
  }
}

const TURN_MS = 20;

/**
 * Applies the journal to `engine`. Returns the engine's position afterwards.
 *
 * @throws ReplayFailed, JournalDamaged; CoreUnknown before a command whose rules this program does not have
 */
export async function replay(
  journal: Pick<Journal, 'path' | 'end' | 'read'>,
  engine: Applies,
  { until = Number.POSITIVE_INFINITY, after = START, onProgress, onApplied }: ReplayOptions = {},
): Promise<Position> {
  const target = Math.min(until, journal.end.sequence);
  const partDone = (sequence: number) =>
    target <= after.sequence ? 1 : (sequence - after.sequence) / (target - after.sequence);
  let position = after;
  let pausedAt = machine.steadyMs();
  if (target > after.sequence) {
    for (const record of journal.read(after)) {
      const { sequence } = record;
      invariant(
        sequence === position.sequence + 1,
        'FLOW-007: a replay leaves nothing out',
        sequence,
        position.sequence,
      );
      invariant(record.endOffset > position.endOffset, 'FLOW-007: a replay goes forward', sequence, record.endOffset);
      const outcome = applyRecord(engine, record, journal.path);
      onApplied?.(record, outcome);
      position = record;
      if (record.sequence >= target) break;
      if ((record.sequence & 63) === 0 && machine.steadyMs() - pausedAt > TURN_MS) {
        onProgress?.(partDone(record.sequence), record.sequence);
        await turn();
        pausedAt = machine.steadyMs();
      }
    }
  }
  invariant(
    position.sequence === Math.max(target, after.sequence),
    'FLOW-007: a replay ends where the journal does',
    target,
  );
  onProgress?.(1, position.sequence);
  return { sequence: position.sequence, timeMs: position.timeMs, endOffset: position.endOffset };
}

/**
 * Applies a record of the journal at `path`.
 * @throws ReplayFailed; CoreUnknown, which no setting aside gets around
 */
export function applyRecord(engine: Applies, record: JournalRecord, path: string): Outcome {
  const { sequence, timeMs, command } = record;
  const mismatch = mismatchOf(command);
  if (mismatch !== null) throw new ReplayFailed(path, record, new Error(`it is no command: ${mismatchText(mismatch)}`));
  try {
    return engine.apply({ sequence, timeMs, command }, true);
  } catch (error) {
    throw error instanceof CoreUnknown ? error : new ReplayFailed(path, record, error);
  }
}
