/**
 * Keeps the projection up with the journal: takes commands as they become durable, and writes rows in batches by size and time.
 *
 * A batch is written when it is large, when somebody waits for one of its sequences (W-30), or a moment after its first row. So what is
 * asked for is readable in a few milliseconds, and a flood costs few transactions. Between pieces of work the event loop runs, so that
 * questions are answered while the journal is caught up with.
 */
import type { Sequenced } from '../core/commands.ts';
import type { Outcome } from '../core/outcome.ts';
import { StoreFault } from './errors.ts';
import type { Projector } from './projector.ts';

/** The commands behind the last one given, up to `sequence`, each applied to the store's own engine. */
export type TakeCommands = (sequence: number) => Iterable<{ readonly sequenced: Sequenced; readonly outcome: Outcome }>;

export interface Follower {
  /** Everything up to `sequence` is in the journal for good. */
  durable(sequence: number): void;
  /** Resolves when the rows of `sequence` are stored. */
  reached(sequence: number): Promise<void>;
  /** Stops taking commands and writes what is collected. */
  stop(): Promise<void>;
}

export interface FollowerOptions {
  readonly projector: Projector;
  readonly take: TakeCommands;
  /** Called after each write, with the last sequence stored. */
  readonly onProjected: (sequence: number) => void;
  /** Called once, when following failed and can't go on. */
  readonly onFault: (error: unknown) => void;
}

const BATCH_ROWS = 4_000;
/** Under load a larger batch is a cheaper one: each page it touches is written once. A row is never late for a question. */
const FLUSH_AFTER_MS = 100;
const TURN_MS = 10;

export function createFollower({ projector, take, onProjected, onFault }: FollowerOptions): Follower {
  let announced = 0;
  let isFirst = true;
  let stopped = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let waiting: { readonly sequence: number; readonly resolve: () => void }[] = [];

  const write = async (): Promise<void> => {
    const before = projector.sequence;
    await projector.flush();
    if (projector.sequence === before) return;
    onProjected(projector.sequence);
    for (const { sequence, resolve } of waiting) if (sequence <= projector.sequence) resolve();
    waiting = waiting.filter(({ sequence }) => sequence > projector.sequence);
  };

  const hasNews = (): boolean => !stopped && projector.collected < announced;
  const isWaitedFor = (): boolean => !stopped && waiting.some(({ sequence }) => sequence <= projector.collected);

  const takeUpTo = async (sequence: number): Promise<void> => {
    let turnedAt = performance.now();
    for (const { sequenced, outcome } of take(sequence)) {
      projector.project(sequenced, outcome);
      if (projector.pending >= BATCH_ROWS) await write();
      else if (performance.now() - turnedAt <= TURN_MS) continue;
      await new Promise(setImmediate);
      turnedAt = performance.now();
    }
  };

  const run = async (): Promise<void> => {
    while (hasNews()) await takeUpTo(announced);
    if (isWaitedFor()) await write();
    else if (projector.collected > projector.sequence) timer ??= setTimeout(flushLater, FLUSH_AFTER_MS);
  };

  const kick = (): void => {
    if (stopped || running !== null) return;
    running = run()
      .catch(fail)
      .finally(() => {
        running = null;
        if (hasNews() || isWaitedFor()) kick();
      });
  };

  const flushLater = (): void => {
    timer = null;
    write().catch(fail);
  };

  const fail = (error: unknown): void => {
    if (stopped) return;
    stopped = true;
    onFault(error);
  };

  return {
    durable(sequence) {
      if (isFirst && sequence < projector.sequence) {
        return fail(
          new StoreFault(
            `the read store holds rows up to sequence ${projector.sequence}, the journal ends at ${sequence}: commands were lost. ` +
              'Restore the journal, or build the projection anew from this one (start with --rebuild-store).',
          ),
        );
      }
      isFirst = false;
      announced = Math.max(announced, sequence);
      kick();
    },
    reached(sequence) {
      if (sequence <= projector.sequence) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push({ sequence, resolve });
        kick();
      });
    },
    async stop() {
      const wasStopped = stopped;
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
      if (!wasStopped) await projector.flush();
    },
  };
}
