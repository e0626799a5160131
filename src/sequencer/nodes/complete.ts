/**
 * Completes the archive of an order that is lost by what nodes' journals hold: each command that was answered stands in
 * one of them. The archive is checked from its first batch on, each journal is compared with it, command by command,
 * and what the longest one holds beyond it is put behind it, as batches of a gateway that never was; where that begins
 * later, as of a node that began from a snapshot, others give what is between. So the lost generation has an end that
 * everybody finds in the archive, and the next one goes on from there.
 *
 * A single machine's journal is the same, with nothing archived before it.
 */
import { randomBytes } from 'node:crypto';
import { FIRST_CORE_VERSION } from '../../core/language/core-version.ts';
import type { Journal } from '../journal/journal-file.ts';
import { commandText, type JournalRecord, type Position } from '../journal/record.ts';
import type { ArchiveRow } from './archiver.ts';
import { encodeBatch } from './batch.ts';
import { type Continues, type Generation, type ReadsGenerations, takePast } from './generations.ts';
import { GENESIS, Replica, type Taken } from './replica.ts';

export interface JournalGiven {
  /** The folder, as the operator knows it. */
  readonly name: string;
  readonly journal: Pick<Journal, 'end' | 'written'>;
  /** The first position that can be read. */
  readonly begin: Position;
}

export interface CompleteParts {
  readonly archive: ReadsGenerations & { put(rows: readonly ArchiveRow[]): Promise<void> };
  /** All of the order, at least one; the last is the one that is lost. */
  readonly generations: readonly Generation[];
  readonly journals: readonly JournalGiven[];
  /** Fewer commands can't be all there were. */
  readonly leastSequence: number;
}

export interface Completed {
  /** The next generation goes on from here. */
  readonly continues: Continues;
  /** The last sequence that was in the archive before. */
  readonly archived: number;
  /** The longest journal; null: the archive holds more than any. */
  readonly from: string | null;
}

/** The journals and the archive are not of one order, or there is a gap between them. Nothing was changed. */
class NotOneOrder extends Error {}

/** The read store holds rows of commands that no journal given here has. Nothing was changed. */
class TooShort extends Error {
  constructor(found: number, wanted: number) {
    super(
      `archive and folders end at sequence ${found}, and the read store in PostgreSQL has rows up to ${wanted}: a folder ` +
        'of another node holds the rest; give it with --others. Nothing was changed',
    );
  }
}

const TOGETHER = 256;
const MOST_COMMANDS = 1_024;
const MOST_CHARACTERS = 1024 * 1024;
const MARK_EVERY_MS = 10_000;

/** @throws NotOneOrder, Diverged; what the archive throws */
export async function completeArchive({
  archive,
  generations,
  journals,
  leastSequence,
}: CompleteParts): Promise<Completed> {
  const lost = generations.at(-1)!;
  const replica = new Replica(GENESIS);
  const readers = journals.map((one) => new Reader(one));
  const compare = (taken: Taken): void => {
    replica.settle('');
    for (const { command, sequence, isRepeat } of taken.placed)
      if (!isRepeat) for (const one of readers) one.mustHave(sequence, taken.timeMs, commandText(command), ARCHIVE);
  };
  for await (const taken of takePast(archive, replica, 1, generations)) compare(taken);
  for await (const batch of archive.readOf(lost.generation, replica.revision)) {
    const taken = replica.take(batch);
    if (taken !== null) compare(taken);
  }
  const archived = replica.mark.sequence;
  const longest = readers.toSorted((a, b) => b.end - a.end)[0];
  const found = Math.max(archived, longest?.end ?? 0);
  if (found < leastSequence) throw new TooShort(found, leastSequence);
  const isLonger = longest !== undefined && longest.end > archived;
  if (isLonger) {
    const stretches = stretchesOf(journals, archived);
    // All of it is compared before any of it is written.
    for (const { given, after } of stretches) {
      const others = readers.filter((one) => one.given !== given);
      for (const one of new Reader(given).from(after)) mustAgree(one, others, given.name);
    }
    await append(archive, replica, recordsOf(stretches));
  }
  const { revision, sequence, timeMs, chain, core = FIRST_CORE_VERSION } = replica.mark;
  return {
    continues: { generation: lost.generation, revision, sequence, timeMs, chain, core },
    archived,
    from: isLonger ? longest.name : null,
  };
}

const ARCHIVE = 'the archive';

/** The journal that gives what is behind a sequence, to its end. */
interface Stretch {
  readonly given: JournalGiven;
  readonly after: number;
}

/** All behind a sequence, to the end of the longest journal. @throws NotOneOrder where none holds a part of it */
function stretchesOf(journals: readonly JournalGiven[], after: number): Stretch[] {
  const longestFirst = journals.toSorted((a, b) => b.journal.end.sequence - a.journal.end.sequence);
  const [longest] = longestFirst;
  const stretches: Stretch[] = [];
  if (longest === undefined) return stretches;
  for (let at = after; at < longest.journal.end.sequence; ) {
    const given = longestFirst.find(({ begin, journal }) => begin.sequence <= at && journal.end.sequence > at);
    if (given === undefined)
      throw new NotOneOrder(
        `the journal in ${longest.name} begins at sequence ${longest.begin.sequence + 1}, and the archive ends at ` +
          `${after}: what is between is in the folder of another node, which is given with --others, or in files that ` +
          'were moved away (`outcry journal` lists them). Nothing was changed',
      );
    stretches.push({ given, after: at });
    at = given.journal.end.sequence;
  }
  return stretches;
}

function* recordsOf(stretches: readonly Stretch[]): Generator<JournalRecord, void, undefined> {
  for (const { given, after } of stretches) yield* new Reader(given).from(after);
}

function mustAgree({ sequence, timeMs, command }: JournalRecord, others: readonly Reader[], name: string): void {
  for (const other of others) other.mustHave(sequence, timeMs, commandText(command), name);
}

/** Reads a journal once, by rising sequences. */
class Reader {
  readonly given: JournalGiven;
  readonly #records: Iterator<JournalRecord, void>;

  constructor(given: JournalGiven) {
    this.given = given;
    this.#records = given.journal.written(given.begin);
  }

  get name(): string {
    return this.given.name;
  }

  get end(): number {
    return this.given.journal.end.sequence;
  }

  /** It has this command at a sequence, if it reaches so far. @throws NotOneOrder */
  mustHave(sequence: number, timeMs: number, text: string, where: string): void {
    if (sequence <= this.given.begin.sequence || sequence > this.end) return;
    const own = this.#next(sequence);
    const ownText = commandText(own.command);
    if (own.timeMs === timeMs && ownText === text) return;
    throw new NotOneOrder(
      `${this.name} and ${where} are not of one order: sequence ${sequence} is ${shown(ownText, own.timeMs)} in the ` +
        `folder, and ${shown(text, timeMs)} in ${where}. Nothing was changed. Leave the folder out that followed another ` +
        'order, or that computed something else',
    );
  }

  /** The records beyond a sequence, which is not before its first. */
  *from(sequence: number): Generator<JournalRecord, void, undefined> {
    for (let at = sequence + 1; at <= this.end; at++) yield this.#next(at);
  }

  #next(sequence: number): JournalRecord {
    for (;;) {
      const { value } = this.#records.next();
      if (value === undefined) throw new Error(`${this.name} does not give sequence ${sequence}, though it ends later`);
      if (value.sequence === sequence) return value;
    }
  }
}

const shown = (text: string, timeMs: number): string => `${text.slice(0, 120)} (at ${timeMs})`;

/** Puts records behind the replica's place, in batches of one time each. */
async function append(
  archive: CompleteParts['archive'],
  replica: Replica,
  records: Iterable<JournalRecord>,
): Promise<void> {
  const gateway = randomBytes(6).toString('hex');
  let rows: ArchiveRow[] = [];
  let markedMs = replica.mark.timeMs;
  let texts: string[] = [];
  let [timeMs, characters] = [0, 0];
  const batch = (isLast: boolean): void => {
    const { revision, place, sequence } = replica.mark;
    const n = replica.numberOf(gateway) + 1;
    const body = encodeBatch(timeMs, { ...replica.seen, print: '' }, texts, true);
    const taken = replica.take({ revision: revision + 1, place: place + 1, gateway, n, body })!;
    replica.settle('');
    const { mark } = replica;
    const isMarked = isLast || timeMs - markedMs >= MARK_EVERY_MS;
    if (isMarked) markedMs = timeMs;
    const sequences = { firstSequence: sequence + 1, lastSequence: mark.sequence };
    rows.push({
      ...taken.batch,
      ...sequences,
      chain: mark.chain,
      timeMs,
      mark: isMarked ? JSON.stringify(mark) : null,
    });
    [texts, characters] = [[], 0];
  };
  for (const record of records) {
    const isFull = texts.length >= MOST_COMMANDS || characters > MOST_CHARACTERS;
    if (texts.length > 0 && (isFull || record.timeMs !== timeMs)) batch(false);
    const text = commandText(record.command);
    texts.push(text);
    characters += text.length;
    ({ timeMs } = record);
    if (rows.length < TOGETHER) continue;
    await archive.put(rows);
    rows = [];
  }
  if (texts.length > 0) batch(true);
  await archive.put(rows);
}
