/**
 * The rules by which every replica takes a batch of the order, the same while it follows, catches up and starts:
 * whether it fits, which time and which sequences its commands get, and which of them are left out. No input or output.
 *
 * 1. Batches come by their places, and those of a gateway by their numbers, none missing.
 * 2. What the batch says it had `seen` is compared with what this replica had there. Another chain: the order is not
 *    the same. The same chain and another print: the engines are not. Either way nothing is applied.
 * 3. chain = SHA-256(chain · gateway · number · body).
 * 4. Time is the gateway's, and never falls.
 * 5. A signed request that was in the order within the last 65 s is left out: it takes no sequence, and its caller is
 *    given the first one's answer (FLOW-010). Orders are not: their client order id is found in the state. One that was
 *    set aside was carried out by nobody: from there on it may come again.
 * 6. A batch is not taken that activates rules which this program does not have, or is ahead of those in force.
 */
import { createHash } from 'node:crypto';
import { mismatchOf, mismatchText } from '../../core/language/check-command.ts';
import type { Command } from '../../core/language/commands.ts';
import { CORE_VERSIONS, type CoreRange, CoreUnknown, FIRST_CORE_VERSION } from '../../core/language/core-version.ts';
import { type BatchContent, BatchUnreadable, decodeBatch, isFence, type Seen } from './batch.ts';
import type { ArchivedBatch, OrderedBatch } from './shared-order.ts';

/** A replica's place. */
export interface ReplicaMark {
  /** Of the last batch. */
  readonly revision: number;
  readonly place: number;
  /** Of the last command. */
  readonly sequence: number;
  readonly timeMs: number;
  readonly chain: string;
  /** The last number of each gateway; below 0: its last batch was a fence or empty, by which a gateway ends. */
  readonly gateways: Readonly<Record<string, number>>;
  /** Version of the rules in force; not there: the first. */
  readonly core?: number;
}

/** A command of a batch: `isRepeat` when it was carried out before, and has no sequence of its own. */
export interface Placed {
  readonly command: Command;
  readonly sequence: number;
  readonly isRepeat: boolean;
}

/** A batch that fits. */
export interface Taken {
  readonly batch: OrderedBatch | ArchivedBatch;
  readonly timeMs: number;
  /** As many as it holds, in its order. */
  readonly placed: readonly Placed[];
  /** Nothing of its gateway comes after it. */
  readonly isFence: boolean;
}

/** A request in the order. */
interface Met {
  readonly sequence: number;
  readonly timeMs: number;
}

/** Before the first batch. */
export const GENESIS: ReplicaMark = {
  revision: 0,
  place: 0,
  sequence: 0,
  timeMs: 0,
  chain: '0'.repeat(64),
  gateways: {},
};

/** Requests of so long ago are remembered, by the order's time. */
export const REPEAT_MS = 65_000;
const REMEMBERED_BATCHES = 4_096;

/**
 * `order`: batches are missing, or are not those that another replica met. `core`: they are, and led to another state.
 */
export class Diverged extends Error {
  readonly kind: 'order' | 'core';
  /** The revision of the batch after which the state differs, where a batch told it. */
  readonly at: number | null;

  constructor(kind: 'order' | 'core', where: string, found: string, at: number | null = null) {
    super(`${kind === 'order' ? 'the order' : 'the state'} differs${where}: ${found}`);
    this.name = 'Diverged';
    this.kind = kind;
    this.at = at;
  }

  /** Found between batches. */
  static ofState(found: string): Diverged {
    return new Diverged('core', '', found);
  }
}

const atBatch = ({ n, gateway, revision }: Omit<OrderedBatch, 'body'>): string =>
  ` at batch ${n} of ${gateway}, ${revision}`;

export class Replica {
  #mark: ReplicaMark;
  readonly #versions: CoreRange;
  readonly #gateways: Map<string, number>;
  /** By revision, the latest. */
  readonly #seen = new Map<number, Seen>();
  /** Requests of the order's last 65 s by account and digest, and when; in the order of time. */
  readonly #requests = new Map<string, Met>();

  /**
   * @param print of the state at the mark; '' when it is not known
   * @param versions of the rules that this program has
   */
  constructor(mark: ReplicaMark, print = '', versions: CoreRange = CORE_VERSIONS) {
    this.#mark = mark;
    this.#versions = versions;
    this.#gateways = new Map(Object.entries(mark.gateways));
    this.settle(print);
  }

  get revision(): number {
    return this.#mark.revision;
  }

  get place(): number {
    return this.#mark.place;
  }

  get mark(): ReplicaMark {
    return { ...this.#mark, gateways: Object.fromEntries(this.#gateways) };
  }

  /** Of the state after the batch at a revision; '' when that is not known. */
  printAt(revision: number): string {
    return this.#seen.get(revision)?.print ?? '';
  }

  /** For a batch that is published now. */
  get seen(): Seen {
    const { revision } = this.#mark;
    return this.#seen.get(revision) ?? this.#seenWith('');
  }

  /** The last number of a gateway; 0: it has published nothing. */
  numberOf(gateway: string): number {
    return Math.abs(this.#gateways.get(gateway) ?? 0);
  }

  /** Those that have not ended. */
  get openGateways(): readonly string[] {
    return [...this.#gateways].flatMap(([gateway, n]) => (n > 0 ? gateway : []));
  }

  /** Stands at the beginning of a generation, which continues where this one is. */
  begin(beginning: ReplicaMark): void {
    this.#mark = beginning;
    this.#gateways.clear();
    this.#seen.clear();
    this.settle('');
  }

  /** A command before the mark, no older than `REPEAT_MS`, in its order. */
  remember(command: Command, sequence: number, timeMs: number): void {
    const request = requestIn(command);
    if (request !== null && !this.#requests.has(request)) this.#requests.set(request, { sequence, timeMs });
    if (command.name !== 'setAside') return;
    for (const [one, met] of this.#requests) if (met.sequence === command.sequence) this.#requests.delete(one);
  }

  /**
   * Takes the next batch; null when it was taken before.
   * @param isRight whoever has another print than this replica is known to be wrong
   * @throws Diverged, BatchUnreadable, CoreUnknown: nothing has changed then
   */
  take(batch: OrderedBatch | ArchivedBatch, isRight = false): Taken | null {
    if (batch.revision <= this.#mark.revision) return null;
    this.#mustBeNext(batch);
    const fence = isFence(batch.body);
    const content = fence ? null : readable(batch);
    if (content !== null) this.#mustAgree(batch, content.seen, isRight);
    const timeMs = Math.max(this.#mark.timeMs, content?.atMs ?? 0);
    const chain = chainOf(this.#mark.chain, batch);
    if ('chain' in batch && batch.chain !== chain)
      throw new Diverged('order', atBatch(batch), `the archive has chain ${batch.chain}, and it is ${chain}`);
    const commands = content?.commands ?? [];
    const core = this.#coreAfter(commands);
    const placed = this.#place(commands, timeMs, content?.arePlaced ?? false);
    const sequence = placed.at(-1)?.sequence ?? this.#mark.sequence;
    // A batch without commands leaves no record, so a journal could not tell its time.
    const stampMs = sequence > this.#mark.sequence ? timeMs : this.#mark.timeMs;
    const { revision, place } = batch;
    this.#mark = { ...this.#mark, revision, place, sequence, timeMs: stampMs, chain, core };
    this.#gateways.set(batch.gateway, placed.length === 0 ? -batch.n : batch.n);
    return { batch, timeMs, placed, isFence: fence };
  }

  /**
   * The last batch taken ends with this command. A replica that began at a mark without the requests before it does not
   * know by itself which are repeated.
   */
  correct(sequence: number): void {
    this.#mark = { ...this.#mark, sequence };
  }

  /** The last batch taken is applied, and led to this. */
  settle(print: string): void {
    this.#seen.set(this.#mark.revision, this.#seenWith(print));
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > REMEMBERED_BATCHES && oldest !== undefined) this.#seen.delete(oldest);
  }

  #seenWith(print: string): Seen {
    const { revision, chain, core = FIRST_CORE_VERSION } = this.#mark;
    return { revision, chain, print, core };
  }

  /** The version in force after these commands. @throws CoreUnknown when this program does not have it */
  #coreAfter(commands: readonly Command[]): number {
    let { core = FIRST_CORE_VERSION, sequence } = this.#mark;
    for (const command of commands) {
      if (!this.#isRepeat(command)) sequence += 1;
      if (command.name !== 'activateCore') continue;
      if (command.version > this.#versions.to) throw new CoreUnknown(sequence, command.version, this.#versions);
      core = Math.max(core, command.version);
    }
    return core;
  }

  #isRepeat(command: Command): boolean {
    const request = requestIn(command);
    return request !== null && this.#requests.has(request);
  }

  #mustBeNext(batch: OrderedBatch): void {
    const { place } = this.#mark;
    if (batch.place !== place + 1)
      throw new Diverged('order', atBatch(batch), `it is the one in place ${batch.place}, after place ${place}`);
    const wanted = this.numberOf(batch.gateway) + 1;
    if (batch.n !== wanted) throw new Diverged('order', atBatch(batch), `number ${wanted} of its gateway was not met`);
  }

  #mustAgree(batch: OrderedBatch, seen: Seen, isRight: boolean): void {
    const { core = FIRST_CORE_VERSION } = this.#mark;
    if (seen.core > core)
      throw new Diverged(
        'order',
        atBatch(batch),
        `its gateway had core version ${seen.core} in force, and here it is ${core}`,
      );
    const own = this.#seen.get(seen.revision);
    if (own === undefined) {
      const [oldest = 0] = this.#seen.keys();
      if (seen.revision > oldest)
        throw new Diverged(
          'order',
          atBatch(batch),
          `its gateway has met a batch at ${seen.revision}, and here is none`,
        );
      return;
    }
    if (own.chain !== seen.chain)
      throw new Diverged(
        'order',
        atBatch(batch),
        `at ${seen.revision} its gateway had chain ${seen.chain}, here ${own.chain}`,
      );
    if (isRight || own.print === '' || seen.print === '' || own.print === seen.print) return;
    const found = `at ${seen.revision} its gateway had ${seen.print}, here ${own.print}`;
    throw new Diverged('core', atBatch(batch), found, seen.revision);
  }

  #place(commands: readonly Command[], timeMs: number, arePlaced: boolean): Placed[] {
    for (const [request, met] of this.#requests) {
      if (met.timeMs > timeMs - REPEAT_MS) break;
      this.#requests.delete(request);
    }
    let { sequence } = this.#mark;
    return commands.map((command) => {
      const isRepeat = !arePlaced && this.#isRepeat(command);
      if (!isRepeat) this.remember(command, ++sequence, timeMs);
      return { command, sequence, isRepeat };
    });
  }
}

/** The request a command carries out, where it must not be carried out twice. */
export function requestIn(command: Command): string | null {
  if (!('digest' in command) || command.digest === undefined || command.name === 'placeOrder') return null;
  return command.account === null ? null : `${command.account} ${command.digest}`;
}

/** @throws BatchUnreadable also when a command is none that this program knows: another one wrote it */
function readable({ body, revision }: OrderedBatch): BatchContent {
  const content = decodeBatch(body);
  for (const command of content.commands) {
    const mismatch = mismatchOf(command);
    if (mismatch !== null)
      throw new BatchUnreadable(
        `at revision ${revision} what is no command to this program: ${mismatchText(mismatch)}`,
      );
  }
  return content;
}

function chainOf(before: string, { gateway, n, body }: OrderedBatch): string {
  return createHash('sha256').update(`${before} ${gateway} ${n} `).update(body).digest('hex');
}
