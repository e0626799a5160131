/**
 * Begins the next generation of an order whose etcd is lost, or the first one that nodes share of a single machine's
 * exchange: completes the archive by the longest journal (complete.ts), and puts into an empty etcd an order that goes
 * on from there. No node may run meanwhile: the database is locked, and the folders are.
 *
 * Done again after any interruption it goes on from what it has done.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dataFolder } from '../../folder/disk/data-folder.ts';
import { EtcdLook } from '../../sequencer/etcd/etcd-look.ts';
import { lockFolder } from '../../sequencer/disk/lock.ts';
import { beginOf } from '../../sequencer/journal/find-journal.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';
import { completeArchive, type Completed, type JournalGiven } from '../../sequencer/nodes/complete.ts';
import type { Generation } from '../../sequencer/nodes/generations.ts';
import { JournalArchive } from '../../store/archive/journal-archive.ts';
import { openKeyFile } from '../../store/keys/key-file.ts';
import type { OrderPlace } from '../settings/config.ts';
import { accessBy } from '../settings/etcd-access.ts';
import { readMark } from './mark-file.ts';

export interface Recovered extends Completed {
  readonly generation: number;
  readonly order: string;
}

export interface RecoverParts {
  readonly place: OrderPlace;
  /** Address of PostgreSQL. */
  readonly store: string;
  /** Paths of data folders; the first one is this machine's. */
  readonly folders: readonly string[];
  /** The rest of what the read store has is lost for good. */
  readonly acceptsLoss: boolean;
}

/** It can't be begun; nothing was changed. The message says what is needed. */
class NotRecovered extends Error {}

/** @throws NotRecovered, NotOneOrder, OrderUnreachable, DatabaseTaken, FolderInUse; what damaged journals throw */
export async function recoverOrder({ place, store, folders, acceptsLoss }: RecoverParts): Promise<Recovered> {
  const ends: (() => unknown)[] = [];
  try {
    for (const path of folders) {
      const lock = await lockFolder(path, existsSync(dataFolder(path).journal));
      ends.push(() => lock.release());
    }
    const look = new EtcdLook({ ...place, ...accessBy(place.access) });
    ends.push(() => look.close());
    const journals: JournalGiven[] = [];
    for (const path of folders) journals.push(await openGiven(path, ends));
    await mustBeEmpty(look, place);
    const archive = new JournalArchive(store, false);
    ends.push(() => archive.close());
    await archive.hold();
    await archive.open();
    const known = await archive.generations();
    const own = known.length > 0 ? known : [await firstOf(folders, archive)];
    const lost = own.at(-1)!;
    archive.generation = lost.generation;
    if (known.length === 0) {
      if (journals.every(({ journal }) => journal.end.sequence === 0))
        throw new NotRecovered(
          'archive and folders hold no command: a new order begins by itself, with its first node',
        );
      await handMarketOn(folders, archive);
      await archive.begin(lost);
    }
    const leastSequence = acceptsLoss ? 0 : await archive.projected();
    const completed = await completeArchive({ archive, generations: own, journals, leastSequence });
    const id = randomBytes(16).toString('hex');
    const next: Generation = { generation: lost.generation + 1, id, continues: completed.continues };
    await archive.begin(next);
    const inTheWay = await look.begin(next);
    if (inTheWay !== null) throw notEmpty(inTheWay, place);
    return { ...completed, generation: next.generation, order: id };
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function mustBeEmpty(look: EtcdLook, place: OrderPlace): Promise<void> {
  const { order, nodes, batches } = await look.look();
  if (nodes.length > 0)
    throw new NotRecovered(`nodes run: ${nodes.map(({ name }) => name).join(', ')}. Stop all of them first`);
  if (order !== null || batches > 0) throw notEmpty(`order ${order}, ${batches} batches`, place);
}

function notEmpty(found: string, { exchange }: OrderPlace): NotRecovered {
  return new NotRecovered(
    `etcd is not empty: it has ${found}. The next generation begins in an empty one, so that nothing of before is taken ` +
      'for it. Where this is an old copy of what was lost, start its members with empty folders and another ' +
      `--initial-cluster-token; where other exchanges use it too, \`etcdctl del --prefix /outcry/${exchange}/\``,
  );
}

async function openGiven(path: string, ends: (() => unknown)[]): Promise<JournalGiven> {
  const folder = dataFolder(path);
  if (!existsSync(folder.journal)) throw new NotRecovered(`there is no journal in ${path}`);
  const begin = beginOf(folder.journal);
  const journal = await openJournal(folder.journal, { readonly: true, after: begin });
  ends.push(() => journal.close());
  return { name: path, journal, begin };
}

/** Of an archive that knows none: of the folder's order, where PostgreSQL is lost too, or of a single machine. */
async function firstOf([path = '']: readonly string[], archive: JournalArchive): Promise<Generation> {
  const folder = dataFolder(path);
  const mark = readMark(folder.nodeMark);
  if (mark === null && existsSync(folder.database) && !(await archive.isOfExchange()))
    throw new NotRecovered(
      `the keys and AI logs of ${path} are in its ${folder.database}, and nodes need them in PostgreSQL, where there are ` +
        'none: only an exchange that ran with --store postgres://… can go on with several nodes',
    );
  return { generation: 1, id: mark?.order ?? randomBytes(16).toString('hex'), continues: null };
}

/** A single machine's market goes on at whichever node has its role first. */
async function handMarketOn([path = '']: readonly string[], archive: JournalArchive): Promise<void> {
  const folder = dataFolder(path);
  if (!existsSync(folder.market)) return;
  if (!existsSync(folder.keyFile))
    throw new NotRecovered(`${folder.keyFile} is missing: the market's files go to the other nodes sealed with it`);
  const box = openKeyFile(folder.keyFile, false);
  for (const [name, file] of Object.entries({ market: folder.market, 'market-log': folder.marketLog }))
    if (existsSync(file))
      await archive.putFile(name, Buffer.from(box.seal(name, readFileSync(file, 'utf8'))).toString('base64'));
}
