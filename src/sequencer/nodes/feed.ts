/**
 * The order as one node follows it: each batch is taken by the replica, written to the node's own journal, and given to
 * what applies it; commands that were submitted here come as they are, so that their callers are answered.
 *
 * The journal is written and not synced for each batch, because that is
 * durable already: a mark says each second how far both go together, and a start takes what is missing from the order.
 */
import { machine } from '../../time/machine.ts';
import { Submitted } from '../gather.ts';
import type { Journal } from '../journal/journal-file.ts';
import { commandText, type Entry, type Position } from '../journal/record.ts';
import type { Batch, Ordered, Place } from '../order.ts';
import type { Gateway } from './gateway.ts';
import { REPEAT_MS, type Replica, type ReplicaMark, type Taken } from './replica.ts';
import type { Pulse } from './shared-order.ts';
import { type IsRight, type Source, takeFrom } from './take.ts';

/** A place at which a node's journal and the order go together. */
export interface KeptMark extends ReplicaMark {
  /** The place in the journal. */
  readonly end: Position;
  /** One in it before all requests that may come again. */
  readonly recent: Position;
}

const MARK_EVERY_MS = 1_000;
/** A batch known to be ordered that has not come by then is looked for elsewhere. */
const SILENT_MS = 300;

export interface FeedParts extends Source {
  readonly replica: Replica;
  readonly journal: Pick<Journal, 'end' | 'write' | 'sync'>;
  readonly signal: AbortSignal;
  /** A print of the state, of the engine that applies what this gives. */
  readonly print: () => string;
  /** Of the mark this goes on from. */
  readonly recent: Position;
  /** Keeps where the journal and the order go together; both are durable up to there. */
  readonly keepMark: (mark: KeptMark) => Promise<void>;
  /** Says whether most nodes have this one's state; not given: nobody can be asked. */
  readonly isRight?: IsRight;
  /** Answers a request that was carried out before. */
  readonly repeat: (one: Submitted) => void;
}

export class Feed {
  readonly #parts: FeedParts;
  readonly #gateways = new Map<string, { readonly gateway: Gateway; readonly answered: (count: number) => void }>();
  #waiting: { readonly revision: number; readonly resolve: () => void }[] = [];
  #applied: number;
  #appliedPlace: number;
  #heard = { newest: 0, place: 0, atMs: machine.steadyMs() };
  #levelMs = machine.steadyMs();
  #markedMs = machine.steadyMs();
  /** Of the last marks, the oldest first. */
  #recent: Position[];
  #following = new AbortController();

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const { revision, place } = parts.replica.mark;
    [this.#applied, this.#appliedPlace] = [revision, place];
    this.#recent = [parts.recent];
  }

  /** Of the last batch that is applied. */
  get revision(): number {
    return this.#applied;
  }

  /** Milliseconds since all that was known to be in the order was applied here. */
  get lagMs(): number {
    return machine.steadyMs() - this.#levelMs;
  }

  /** Batches known to be in the order that are not applied here. */
  get lagBatches(): number {
    return Math.max(0, this.#heard.place - this.#appliedPlace);
  }

  /** The order's newest batch was this one at a moment, by `machine.steadyMs()`. */
  heard({ newest, place }: Pick<Pulse, 'newest' | 'place'>, atMs: number): void {
    this.#heard = { newest, place, atMs };
    this.#level();
    this.expect(newest);
  }

  /** Its batches are this node's. */
  add(gateway: Gateway, answered: (count: number) => void): void {
    this.#gateways.set(gateway.id, { gateway, answered });
  }

  get gateways(): readonly Gateway[] {
    return [...this.#gateways.values()].map(({ gateway }) => gateway);
  }

  end(): Place {
    return PLACE;
  }

  /** Opens the order anew, elsewhere: something that is in it has not come. */
  reopen(): void {
    this.#following.abort();
  }

  /** The order holds everything up to `revision`. */
  expect(revision: number): void {
    if (revision <= this.#applied) return;
    const late = (): void => {
      if (revision > this.#applied) this.reopen();
    };
    machine.after(SILENT_MS, late).unref();
  }

  /** Resolves when everything up to `revision` is applied. */
  reached(revision: number): Promise<void> {
    if (revision <= this.#applied) return Promise.resolve();
    this.expect(revision);
    return new Promise((resolve) => this.#waiting.push({ revision, resolve }));
  }

  async *follow(): AsyncGenerator<Batch, void, undefined> {
    const { replica, signal, isRight } = this.#parts;
    const opening = (): AbortSignal => {
      this.#following = new AbortController();
      return this.#following.signal;
    };
    for await (const taken of takeFrom(this.#parts, replica, signal, opening, isRight)) yield* this.#give(taken);
  }

  /** Keeps where the journal and the order go together, now. */
  async mark(): Promise<void> {
    const { journal, replica, keepMark } = this.#parts;
    this.#markedMs = machine.steadyMs();
    const [{ mark }, { end }] = [replica, journal];
    const isRecent = ({ timeMs }: Position): boolean => timeMs > mark.timeMs - REPEAT_MS;
    this.#recent = this.#recent.filter((_, at, all) => at === all.length - 1 || isRecent(all[at + 1]!));
    await journal.sync();
    await keepMark({ ...mark, end, recent: this.#recent[0]! });
    this.#recent.push(end);
  }

  #level(): void {
    if (this.#applied >= this.#heard.newest) this.#levelMs = Math.max(this.#levelMs, this.#heard.atMs);
  }

  async *#give(taken: Taken): AsyncGenerator<Batch, void, undefined> {
    const { replica, journal, print, repeat } = this.#parts;
    const { batch, placed } = taken;
    for (const { command, sequence } of placed)
      if (command.name === 'setAside') throw new CarriedOutHere(command.sequence, sequence);
    const own = this.#gateways.get(batch.gateway);
    const submitted = own?.gateway.met(batch) ?? [];
    const repeats: Submitted[] = [];
    const commands = ordered(taken, submitted, repeats);
    if (commands.length > 0) {
      await journal.write(commands.map(entryOf));
      yield { commands, end: PLACE };
    }
    for (const one of repeats) repeat(one);
    own?.answered(submitted.length);
    replica.settle(print());
    [this.#applied, this.#appliedPlace] = [batch.revision, batch.place];
    this.#level();
    for (const { revision, resolve } of this.#waiting) if (revision <= batch.revision) resolve();
    this.#waiting = this.#waiting.filter(({ revision }) => revision > batch.revision);
    if (machine.steadyMs() - this.#markedMs > MARK_EVERY_MS) await this.mark();
  }
}

/**
 * A command was voided in the order (operator-batch.ts) that this node has carried out. All others pass it over, and so
 * does this one when it starts anew.
 */
export class CarriedOutHere extends Error {
  constructor(sequence: number, voidedAt: number) {
    super(
      `sequence ${sequence} was voided by sequence ${voidedAt}, and was carried out here: nothing after it is applied. ` +
        'The next start passes over it, as the other nodes do',
    );
    this.name = 'CarriedOutHere';
  }
}

/** Feeds are followed from where their replica stands. */
const PLACE = null as unknown as Place;

function entryOf(one: Ordered): Entry {
  const { sequence, timeMs, command } = one;
  return { sequence, timeMs, text: one instanceof Submitted ? one.text : commandText(command) };
}

/**
 * A batch's commands in their places, those that were submitted here as they were.
 * @param repeats takes those submitted here that have no place, because they were carried out before
 */
function ordered({ placed, timeMs }: Taken, submitted: readonly Submitted[], repeats: Submitted[]): Ordered[] {
  const commands: Ordered[] = [];
  for (const [at, { command, sequence, isRepeat }] of placed.entries()) {
    const one = submitted[at];
    if (one !== undefined) {
      one.timeMs = timeMs;
      one.sequence = sequence;
    }
    if (!isRepeat) commands.push(one ?? { command, sequence, timeMs });
    else if (one !== undefined) repeats.push(one);
  }
  return commands;
}
