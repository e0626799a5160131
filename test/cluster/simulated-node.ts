/**
 * A node without a network: a real engine, a real journal on a disk in memory, and the real sequencer over an order in
 * memory. It can be killed at any moment, and started again from what its disk kept.
 */
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { Command } from '../../src/core/language/commands.ts';
import { CORE_VERSIONS, type CoreRange } from '../../src/core/language/core-version.ts';
import { Fault } from '../../src/core/num/invariant.ts';
import { printOf } from '../../src/core/state/print.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import { emptyState, type State } from '../../src/core/state/state.ts';
import { type MemoryDisk, memoryDisk } from '../../src/sequencer/disk/memory-disk.ts';
import { type Journal, openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { replay } from '../../src/sequencer/replay.ts';
import { catchUp, type Past, replicaAt } from '../../src/sequencer/nodes/catch-up.ts';
import type { KeptMark } from '../../src/sequencer/nodes/feed.ts';
import { Judge } from '../../src/sequencer/nodes/judge.ts';
import type { ReadsArchive, SharedOrder } from '../../src/sequencer/nodes/shared-order.ts';
import { createSharedSequencer, type SharedSequencer } from '../../src/sequencer/node-sequencer.ts';
import { sha256 } from '../../src/store/sha256.ts';

/** What a node leaves behind. */
export interface Folder {
  disk: MemoryDisk;
  mark: KeptMark | null;
}

export interface SimulatedNode {
  readonly sequencer: SharedSequencer;
  readonly state: State;
  readonly journal: Journal;
  /** Why it stopped by itself. */
  readonly failed: () => unknown;
  hash(): string;
  /** Stops as a killed process does; its disk keeps what a power cut leaves. */
  kill(): Folder;
  stop(): Promise<void>;
}

export interface NodeOptions {
  readonly order: SharedOrder;
  readonly clock: () => number;
  readonly archive?: ReadsArchive;
  readonly folder?: Folder;
  /** Of an order that was begun anew. */
  readonly past?: Past;
  /** Whether a sector that was not synced survives. */
  readonly keeps?: () => boolean;
  /** Of a journal on a real disk, which a kill leaves as it is. */
  readonly path?: string;
  readonly onOthers?: (command: Command) => void;
  /** The sequence at which its engine does something else than all others. */
  readonly errsAt?: number;
  /** Of a node whose heart beats, and that compares its state with the others'. */
  readonly name?: string;
  /** Versions of the rules that its program has: under the second a deposit takes one more id. */
  readonly versions?: CoreRange;
  /** Commands at which its engine throws. */
  readonly throwsAt?: (command: Command) => boolean;
}

const BEAT_MS = 20;

const NO_ARCHIVE: ReadsArchive = {
  read: async function* () {
    yield* [];
  },
};

export async function startNode(options: NodeOptions): Promise<SimulatedNode> {
  const { order, clock, archive = NO_ARCHIVE, keeps = () => true, errsAt = -1, versions = CORE_VERSIONS } = options;
  let isKilled = false;
  const disk = memoryDisk({
    ...(options.folder === undefined ? {} : { files: options.folder.disk.files() }),
    keepSector: keeps,
    fault: () => (isKilled ? { kind: 'halt' } : null),
  });
  const folder: Folder = { disk, mark: options.folder?.mark ?? null };
  const identity = new Uint8Array(32);
  const open = (): Promise<Journal> =>
    options.path === undefined
      ? openJournal('journal.log', { disk, growBytes: 4_096, identity })
      : openJournal(options.path, { identity });
  const filled = await open();
  const signal = new AbortController().signal;
  const past = options.past ?? null;
  const mark = await catchUp({ journal: filled, mark: folder.mark, past, order, archive, signal, versions });
  folder.mark = mark;
  await filled.close();
  const journal = await open();
  const engine = createRuledEngine(versions, options.throwsAt);
  await replay(journal, engine);
  const { state } = engine;
  let failed: unknown = null;
  const replica = replicaAt(mark, journal, printOf(state), versions);
  const judge =
    options.name === undefined
      ? undefined
      : new Judge({ name: options.name, printAt: (revision) => replica.printAt(revision) });
  const sequencer = createSharedSequencer({
    order: whileAlive(order, () => isKilled),
    archive,
    engine: {
      apply(sequenced, isChecked) {
        const outcome = engine.apply(sequenced, isChecked);
        if (sequenced.sequence === errsAt) state.nextId += 1;
        return outcome;
      },
    },
    journal,
    clock: { nowMs: clock, trouble: () => null },
    ...(options.onOthers === undefined ? {} : { onOthers: options.onOthers }),
    replica,
    ...(judge === undefined ? {} : { judge }),
    recent: mark.recent,
    print: () => printOf(state),
    keepMark: async (kept) => {
      if (!isKilled) folder.mark = kept;
    },
  });
  sequencer.onJournalFailure((error) => void (failed = error));
  const beat = async (): Promise<void> => {
    const { revision, gateways } = sequencer.figures;
    const said = { wallMs: 0, revision, sequence: sequencer.sequence, gateways, version: '0', trouble: null };
    const { nodes } = await order.beat({ ...said, ...judge!.says(), name: options.name! });
    try {
      judge!.hear(nodes);
    } catch (error) {
      failed ??= error;
    }
  };
  // As a node of `serve` it is there once its heart was heard: who is not counts in no majority.
  if (judge !== undefined) await beat();
  const beating = judge === undefined ? null : setInterval(() => void beat(), BEAT_MS);
  const rest = (): void => clearInterval(beating ?? undefined);
  return {
    sequencer,
    state,
    journal,
    failed: () => failed,
    hash: () => stateHash(state, sha256),
    kill() {
      isKilled = true;
      rest();
      disk.crash();
      return folder;
    },
    async stop() {
      rest();
      await sequencer.stop();
      await journal.close();
    },
  };
}

/** An engine with a rule of its own behind the second version. */
export function createRuledEngine(versions: CoreRange, throwsAt?: NodeOptions['throwsAt']): Engine {
  const engine = createEngine(sha256, emptyState(), versions);
  const { state } = engine;
  return {
    state,
    apply(sequenced, isChecked) {
      if (throwsAt?.(sequenced.command) === true) throw new Fault('a broken invariant');
      const outcome = engine.apply(sequenced, isChecked);
      if (outcome.ok && state.coreVersion >= 2 && sequenced.command.name === 'deposit') state.nextId += 1;
      return outcome;
    },
  };
}

/** A way to the order that ends, without a word, with the process. */
function whileAlive(order: SharedOrder, isKilled: () => boolean): SharedOrder {
  const never = new Promise<never>(() => undefined);
  return {
    claim: (role) => order.claim(role),
    release: (claim) => order.release(claim),
    beat: (heartbeat) => order.beat(heartbeat),
    diverged: (why) => order.diverged(why),
    compact: (revision) => order.compact(revision),
    publish: (...args) => (isKilled() ? never : order.publish(...args)),
    readPosition: () => (isKilled() ? never : order.readPosition()),
    async *follow(after, until, met) {
      for await (const batch of order.follow(after, until, met)) {
        if (isKilled()) await never;
        yield batch;
      }
    },
  };
}
