/**
 * Brings a node's own journal to where the order is, before anything else of a start: what a crash took, what others
 * did meanwhile, or all of it where the folder is empty. No engine is needed: the replica's rules say which time and
 * sequence each command gets. What the journal holds beyond its mark is compared with the order, command by command.
 */
import type { Command } from '../../core/language/commands.ts';
import type { CoreRange } from '../../core/language/core-version.ts';
import type { Journal } from '../journal/journal-file.ts';
import { commandText, type Entry, type JournalRecord, START } from '../journal/record.ts';
import type { KeptMark } from './feed.ts';
import { type Generation, type ReadsGenerations, takePast } from './generations.ts';
import { GENESIS, REPEAT_MS, Replica, type Taken } from './replica.ts';
import { OrderForked, type SharedOrder } from './shared-order.ts';
import { type Source, takeFrom } from './take.ts';

export interface Past {
  readonly archive: ReadsGenerations;
  readonly generations: readonly Generation[];
}

export interface CatchUpParts extends Source {
  readonly journal: Pick<Journal, 'path' | 'end' | 'written' | 'write' | 'sync'>;
  /** Null: the folder has never followed an order. */
  readonly mark: KeptMark | null;
  /** Generations of the order from the mark's on, and the archive of those before the last; null: there is only one. */
  readonly past?: Past | null;
  readonly order: Pick<SharedOrder, 'follow' | 'readPosition'>;
  readonly signal: AbortSignal;
  /** Called now and then with the part that is done, 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** Of the rules, those that this program has; by default what it has. */
  readonly versions?: CoreRange;
}

/** Commands that are collected before they are written. */
const WRITTEN_TOGETHER = 4_096;

/**
 * Resolves with where the journal stands then; it is durable up to there.
 * @throws OrderForked, Diverged, BatchUnreadable, CoreUnknown, OrderUnreachable; Error
 * when the archive lacks what the order has forgotten
 */
export async function catchUp(parts: CatchUpParts): Promise<KeptMark> {
  const { past = null, order, signal, onProgress } = parts;
  const writer = new Follows(parts, past !== null);
  const { replica } = writer;
  if (past !== null) {
    const { archive, generations } = past;
    for await (const taken of takePast(archive, replica, generations[0]?.generation ?? 1, generations)) {
      signal.throwIfAborted();
      await writer.write(taken);
    }
  }
  const from = replica.revision;
  const target = await order.readPosition();
  const told = (): void => onProgress?.(target === from ? 1 : Math.min(1, (replica.revision - from) / (target - from)));
  if (replica.revision < target)
    for await (const taken of takeFrom(parts, replica, signal)) {
      await writer.write(taken);
      told();
      if (replica.revision >= target) break;
    }
  signal.throwIfAborted();
  return writer.finish();
}

/**
 * A replica at the place where the journal has been brought to.
 * @param print of the state there
 */
export function replicaAt(
  mark: KeptMark,
  journal: Pick<Journal, 'written'>,
  print: string,
  versions?: CoreRange,
): Replica {
  const replica = new Replica(mark, print, versions);
  for (const { command, timeMs, sequence } of journal.written(mark.recent))
    if (sequence <= mark.sequence && timeMs > mark.timeMs - REPEAT_MS) replica.remember(command, sequence, timeMs);
  return replica;
}

class Follows {
  readonly replica: Replica;
  readonly #journal: CatchUpParts['journal'];
  readonly #recent: KeptMark['recent'];
  /** Commands of the journal beyond its mark. */
  readonly #own: Iterator<JournalRecord, void>;
  readonly #ownEnd: number;
  #entries: Entry[] = [];

  /** @param isContinued the order goes on from one that a journal without a mark may be of: all of it is compared */
  constructor({ journal, mark, versions }: CatchUpParts, isContinued: boolean) {
    const { sequence } = journal.end;
    if (mark === null && sequence > 0 && !isContinued)
      throw new Error(
        `${journal.path} holds ${sequence} commands that are of no cluster: a node begins with an empty folder`,
      );
    if (mark !== null && sequence < mark.sequence)
      throw new Error(
        `${journal.path} ends at sequence ${sequence}, and was durable up to ${mark.sequence}: its disk lost what it ` +
          'had synced. Put the folder aside and start with an empty one, which is filled from the order',
      );
    this.#journal = journal;
    this.#ownEnd = sequence;
    this.#recent = mark?.recent ?? START;
    this.replica = new Replica(mark ?? GENESIS, '', versions);
    this.#own = journal.written(this.#recent);
    for (let at = this.#recent.sequence; at < (mark?.sequence ?? 0); at++) {
      const { command, timeMs } = this.#nextOwn(at + 1);
      if (timeMs > (mark?.timeMs ?? 0) - REPEAT_MS) this.replica.remember(command, at + 1, timeMs);
    }
  }

  async write(taken: Taken): Promise<void> {
    this.replica.settle('');
    for (const { command, sequence, isRepeat } of taken.placed) if (!isRepeat) this.#put(command, sequence, taken);
    if (this.#entries.length >= WRITTEN_TOGETHER) await this.#flush();
  }

  async finish(): Promise<KeptMark> {
    await this.#flush();
    const { end } = this.#journal;
    const { mark } = this.replica;
    if (mark.sequence !== end.sequence)
      throw new OrderForked(
        `it ends at sequence ${mark.sequence}, and ${this.#journal.path} at ${end.sequence}; a folder with commands that ` +
          'the order does not have is put aside, and the node started with an empty one',
      );
    await this.#journal.sync();
    return { ...mark, end, recent: this.#recent };
  }

  #put(command: Command, sequence: number, { timeMs, batch }: Taken): void {
    const text = commandText(command);
    if (sequence > this.#ownEnd) return void this.#entries.push({ sequence, timeMs, text });
    const own = this.#nextOwn(sequence);
    if (own.timeMs === timeMs && commandText(own.command) === text) return;
    throw new OrderForked(
      `sequence ${sequence} is ${text.slice(0, 200)} in it (revision ${batch.revision}), and here ` +
        commandText(own.command).slice(0, 200),
    );
  }

  #nextOwn(sequence: number): JournalRecord {
    const { value } = this.#own.next();
    if (value === undefined || value.sequence !== sequence)
      throw new Error(`${this.#journal.path} does not give sequence ${sequence}, though it ends later`);
    return value;
  }

  async #flush(): Promise<void> {
    const entries = this.#entries;
    this.#entries = [];
    if (entries.length > 0) await this.#journal.write(entries);
  }
}
