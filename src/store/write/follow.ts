/**
 * Keeps the projection up with the journal: takes commands as they become durable, and writes rows in batches by size
 * and time.
 *
 * A batch is written when it is large, when a question waits for one of its sequences (W-30), or a quarter of a second
 * after its first row; a second after it where little goes on, since each write, however small, copies a few dozen
 * pages. So what is asked for is readable in a few milliseconds, and a flood costs few transactions. While the database
 * is away nothing is taken beyond one batch: the journal keeps the rest. Between pieces of work the event loop runs, so
 * that questions are answered while the thread catches up with the journal.
 */
import type { Sequenced } from '../../core/language/commands.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { StoreFault } from '../errors.ts';
import { createPace } from '../pace.ts';
import type { Presence } from '../database/presence.ts';
import type { Progress } from '../progress.ts';
import type { Projector } from './projector.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';
import { turn } from '../../time/event-loop.ts';

export interface TakenCommand {
  readonly sequenced: Sequenced;
  readonly outcome: Outcome;
}

/**
 * The commands after the last one given, up to `sequence`, each applied to the store's own engine; null where there is
 * none yet, and something else may be done.
 */
export type TakeCommands = (sequence: number) => Iterable<TakenCommand | null>;

export interface Follower {
  /** Everything up to `sequence` is in the journal for good. */
  durable(sequence: number): void;
  /** Resolves when the rows of `sequence` are stored. */
  reached(sequence: number): Promise<void>;
  /** Runs `work` while no command is taken; commands announced meanwhile are taken afterwards. One at a time. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  readonly isStopped: boolean;
  /** Everything that was announced is applied. */
  readonly hasCaughtUp: boolean;
  /** Writes what is collected, now; rejects as the database does. */
  flush(): Promise<void>;
  /** Stops taking commands and writes what is collected. */
  stop(): Promise<void>;
}

export interface FollowerOptions {
  readonly projector: Projector;
  readonly presence: Pick<Presence, 'lost'>;
  readonly take: TakeCommands;
  /** Called after each write, and now and then while there is a backlog to work off. */
  readonly onProgress: (progress: Omit<Progress, 'proving'>) => void;
  /**
   * Called once, when following failed and can't go on. Final: the journal can't be read or applied, or does not belong
   * to the store; else the database refused a write.
   */
  readonly onFault: (error: unknown, isFinal: boolean) => void;
}

const BATCH_ROWS = 12_000;
/**
 * Under load a larger batch is a cheaper one: each page it touches is written once. A row is never late for a question.
 */
const FLUSH_AFTER_MS = 250;
/**
 * Fewer commands than this wait longer, for this many looks in total. A row costs half as much in a batch of 500
 * commands as in one of 150, and a fifth less in one of 2 500; a lag of twice as many would look like one that grows
 * (progress.ts).
 */
const FEW_COMMANDS = 1_500;
const MOST_LOOKS = 4;
const TURN_MS = 10;

export function createFollower(options: FollowerOptions): Follower {
  const { projector, presence, take, onProgress, onFault } = options;
  let announced = 0;
  /** The last sequence reported as stored. */
  let told = projector.sequence;
  /** The database's message when it refused a write. */
  let refused: unknown = null;
  let isFirst = true;
  let stopped = false;
  let running: Promise<void> | null = null;
  let timer: Timer | null = null;
  /** How often the collected rows were looked at and left for later. */
  let looks = 0;
  const pace = createPace();
  /** Work during which no command may be taken, and the latest of it. */
  let holds = 0;
  let lastHold: Promise<unknown> = Promise.resolve();
  let waiting: { readonly sequence: number; readonly resolve: () => void }[] = [];

  const tell = (): void =>
    onProgress({ projected: projector.sequence, applied: projector.collected, perSecond: pace.perSecond });

  const flush = async (): Promise<void> => {
    looks = 0;
    await projector.flush();
    if (projector.sequence === told) return;
    told = projector.sequence;
    tell();
    for (const { sequence, resolve } of waiting) if (sequence <= projector.sequence) resolve();
    waiting = waiting.filter(({ sequence }) => sequence > projector.sequence);
  };

  const write = async (): Promise<void> => {
    try {
      await flush().catch((error: unknown) => presence.lost(error));
    } catch (error) {
      refused = error;
      throw error;
    }
  };

  const hasNews = (): boolean => !stopped && holds === 0 && projector.collected < announced;
  const isWaitedFor = (): boolean => !stopped && waiting.some(({ sequence }) => sequence <= projector.collected);

  const takeUpTo = async (sequence: number): Promise<void> => {
    let turnedAt = machine.steadyMs();
    for (const taken of take(sequence)) {
      if (taken !== null) projector.project(taken.sequenced, taken.outcome);
      if (projector.pending >= BATCH_ROWS) await write();
      else if (machine.steadyMs() - turnedAt <= TURN_MS) continue;
      if (pace.mark(projector.collected)) tell();
      await turn();
      if (!hasNews()) return;
      turnedAt = machine.steadyMs();
    }
  };

  const run = async (): Promise<void> => {
    while (hasNews()) await takeUpTo(announced);
    if (pace.rest()) tell();
    if (isWaitedFor()) await write();
    else if (projector.collected > projector.sequence) timer ??= machine.after(FLUSH_AFTER_MS, flushLater);
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
    const { collected, sequence } = projector;
    if (collected === sequence) return;
    looks += 1;
    if (collected - sequence < FEW_COMMANDS && looks < MOST_LOOKS && !stopped) {
      timer = machine.after(FLUSH_AFTER_MS, flushLater);
      return;
    }
    write().catch(fail);
  };

  const fail = (error: unknown): void => {
    if (stopped) return;
    stopped = true;
    onFault(error, error !== refused);
  };

  return {
    durable(sequence) {
      if (isFirst && sequence < projector.sequence) {
        return fail(
          new StoreFault(
            `the read store holds rows up to sequence ${projector.sequence}, the journal ends at ${sequence}: commands were lost. ` +
              'Restore the newest journal.',
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
    async hold(work) {
      holds += 1;
      const done = lastHold.then(async () => {
        await running;
        return work();
      });
      lastHold = done.catch(() => undefined);
      try {
        return await done;
      } finally {
        holds -= 1;
        if (hasNews()) kick();
      }
    },
    get hasCaughtUp() {
      return projector.collected >= announced;
    },
    get isStopped() {
      return stopped;
    },
    flush,
    async stop() {
      const wasStopped = stopped;
      stopped = true;
      timer?.cancel();
      await running;
      if (!wasStopped) await projector.flush();
    },
  };
}
