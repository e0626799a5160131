/**
 * A node's way into the order that it shares, before anything else of its start: the order is opened, which must be the
 * one this folder and the archive know; nobody else may have the node's name; and the folder's journal is brought to
 * where the order is. Then everything else of a start finds a folder like any other.
 */
import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { CORE_VERSIONS } from '../../core/language/core-version.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';
import { EtcdOrder } from '../../sequencer/etcd/etcd-order.ts';
import { catchUp } from '../../sequencer/nodes/catch-up.ts';
import type { KeptMark } from '../../sequencer/nodes/feed.ts';
import type { Generation } from '../../sequencer/nodes/generations.ts';
import { Diverged } from '../../sequencer/nodes/replica.ts';
import { Heart } from '../../sequencer/nodes/heart.ts';
import type { Heartbeat, Pulse, RoleClaim } from '../../sequencer/nodes/shared-order.ts';
import { OrderForked, OrderUnreachable } from '../../sequencer/nodes/shared-order.ts';
import { JournalArchive } from '../../store/archive/journal-archive.ts';
import { shownAddress } from '../../store/database/address.ts';
import { machine } from '../../time/machine.ts';
import type { Life } from '../lifecycle.ts';
import type { NodeSettings } from '../settings/config.ts';
import { accessBy } from '../settings/etcd-access.ts';
import { version } from '../version.ts';
import { beginFolder, clearUnfinished } from './begin-folder.ts';
import { type Entrance, entranceOf, knownOrder } from './generation.ts';
import { type NodeMark, readMark, writeMark } from './mark-file.ts';

/** So long the order is tried to be reached, at one member after the other. */
const REACH_MS = 10_000;
const AGAIN_MS = 250;
/** A node that was killed keeps its name for as long as its lease, 3 s. */
const NAME_MS = 6_000;

export interface Joined {
  readonly order: EtcdOrder;
  readonly archive: JournalArchive;
  /** Of the order, the one that is followed last. */
  readonly generations: readonly Generation[];
  readonly heart: Heart;
  /** The place of the folder's journal. */
  readonly mark: KeptMark;
  readonly keepMark: (mark: KeptMark) => Promise<void>;
  /** The last that was kept. */
  readonly lastMark: () => NodeMark;
  /** From now on its heart says this, and tells this. */
  speaks(says: Says, onPulse: (pulse: Pulse, atMs: number) => void): void;
}

export type Says = () => Omit<Heartbeat, 'name' | 'wallMs' | 'version'>;

export interface JoinParts {
  readonly settings: NodeSettings;
  /** Address of PostgreSQL. */
  readonly store: string;
  readonly folder: Pick<DataFolder, 'journal' | 'nodeMark' | 'snapshots'>;
  readonly life: Pick<Life, 'atEnd' | 'signal' | 'logs'>;
  /** Said while it catches up. */
  readonly onProgress: (part: number) => void;
}

/** @throws OrderForked, Diverged; Error when order or archive can't be reached, or the name is another's */
export async function joinOrder({ settings, store, folder, life, onProgress }: JoinParts): Promise<Joined> {
  const { node: log } = life.logs;
  const { members, exchange, name } = settings;
  const archive = await openArchive(store);
  life.atEnd('the archive', () => archive.close());
  clearUnfinished(folder);
  const before = readMark(folder.nodeMark);
  const known = knownOrder(before, await archive.generations());
  const { generation } = known;
  const order = new EtcdOrder({ members, exchange, node: name, generation, ...accessBy(settings.access) });
  life.atEnd('the way to etcd', () => order.close());
  const begun = await openOrder(order, known.id, members, life.signal);
  const { id } = begun;
  if ((await archive.begin(begun)) !== id) throw new OrderForked('the archive is of another order');
  archive.generation = generation;
  const generations = await archive.generations();
  sayMembers(order, settings, log);
  const named = await takeName(order, name, life.signal);
  // So that the next start need not wait for the lease.
  life.atEnd('the name of the node', () => order.release(named).catch(() => undefined));
  const nothing = { revision: 0, sequence: 0, gateways: [], core: { ...CORE_VERSIONS, inForce: null } };
  let says: Says = () => ({ ...nothing, trouble: 'starting' });
  let tell: (pulse: Pulse, atMs: number) => void = () => undefined;
  const about = { version: version() };
  const heart = new Heart({
    order,
    name,
    says: () => ({ ...about, ...says() }),
    onPulse: (pulse, atMs) => tell(pulse, atMs),
    random: () => randomInt(1_000) / 1_000,
  });
  life.atEnd('the heart of the node', () => heart.stop());
  await heart.begin();
  let last: NodeMark | null = null;
  const keepMark = async (mark: KeptMark): Promise<void> => {
    const kept = { order: id, generation, mark };
    await writeMark(folder.nodeMark, kept);
    last = kept;
  };
  const kept = before ?? (await beginFolder({ folder, archive, generations, signal: life.signal, log }));
  const entrance = await entranceOf(kept, generations, archive);
  const mark = await fill({ order, archive, entrance, folder, signal: life.signal, onProgress });
  await keepMark(mark);
  log.info({ generation, revision: mark.revision, sequence: mark.sequence }, 'the journal has what the order had');
  return {
    order,
    archive,
    generations,
    heart,
    mark,
    keepMark,
    lastMark: () => last ?? { order: id, generation, mark },
    speaks(given, onPulse) {
      says = given;
      tell = onPulse;
    },
  };
}

async function openArchive(store: string): Promise<JournalArchive> {
  const archive = new JournalArchive(store);
  try {
    await archive.open();
    return archive;
  } catch (error) {
    await archive.close().catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`a node needs its PostgreSQL at the start, and ${shownAddress(store)} says: ${why}`, {
      cause: error,
    });
  }
}

async function openOrder(
  order: EtcdOrder,
  known: string | null,
  members: readonly string[],
  signal: AbortSignal,
): Promise<Generation> {
  for (const untilMs = machine.steadyMs() + REACH_MS; ; await machine.sleep(AGAIN_MS, signal)) {
    try {
      return await order.open(known);
    } catch (error) {
      if (!(error instanceof OrderUnreachable)) throw error;
      if (machine.steadyMs() < untilMs) continue;
      const tried = `${members.join(', ')} were asked for ${REACH_MS / 1_000} s`;
      throw new Error(`${error.message} (${tried}; two of three members must run, and be reached from here)`, {
        cause: error,
      });
    }
  }
}

function sayMembers({ versions, confirmsByRange }: EtcdOrder, { members, reads }: NodeSettings, log: Logger): void {
  const found = Object.fromEntries(members.map((one) => [one, versions.get(one) ?? 'no answer']));
  log.info({ members: found, reads }, 'etcd is there');
  if (reads === 'confirmed' && !confirmsByRange)
    log.warn(
      'a member is older than etcd 3.4.42, 3.5.28 or 3.6.9, or did not answer: confirmed reads are taken by a write, ' +
        'since older ones can answer a read from a state of before',
    );
}

/** Held with the node's lease. */
async function takeName(order: EtcdOrder, name: string, signal: AbortSignal): Promise<RoleClaim> {
  for (const untilMs = machine.steadyMs() + NAME_MS; ; await machine.sleep(AGAIN_MS, signal)) {
    const claim = await order.claim(`node/${name}`).catch((error: unknown) => {
      if (error instanceof OrderUnreachable) return null;
      throw error;
    });
    if (claim !== null) return claim;
    if (machine.steadyMs() > untilMs)
      throw new Error(`another node called ${name} runs: give each a name of its own with --node`);
  }
}

interface FillParts extends Pick<JoinParts, 'folder' | 'onProgress'> {
  readonly order: EtcdOrder;
  readonly archive: JournalArchive;
  readonly entrance: Entrance;
  readonly signal: AbortSignal;
}

/** Again and again while etcd finds no leader, as when several machines start at once. */
async function fill(parts: FillParts): Promise<KeptMark> {
  for (;;) {
    try {
      return await fillOnce(parts);
    } catch (error) {
      if (error instanceof Diverged) await parts.order.diverged(error.message).catch(() => undefined);
      if (!(error instanceof OrderUnreachable)) throw error;
      await machine.sleep(AGAIN_MS, parts.signal);
    }
  }
}

/** Up to the mark everything is durable, so that is not read again. */
async function fillOnce({ order, archive, entrance, folder, signal, onProgress }: FillParts): Promise<KeptMark> {
  const { kept, generations } = entrance;
  const mark = kept?.mark ?? null;
  const past = generations === null ? null : { archive, generations };
  const journal = await openJournal(folder.journal, mark === null ? {} : { after: mark.recent });
  try {
    return await catchUp({ journal, mark, past, order, archive, signal, onProgress });
  } finally {
    await journal.close();
  }
}
