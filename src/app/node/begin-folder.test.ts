// A node's snapshot on its way through an archive into an empty folder: it goes in when all nodes that live have the
// same state, the order has what it stands on, and comes out as it was, or not at all.
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { emptyState } from '../../core/state/state.ts';
import { type DataFolder, dataFolder } from '../../folder/disk/data-folder.ts';
import { createHistory } from '../../folder/history.ts';
import { soundSnapshot } from '../../folder/inspect/snapshots.ts';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { beginOf, findJournal, markOf } from '../../sequencer/journal/find-journal.ts';
import { type Journal, openJournal } from '../../sequencer/journal/journal-file.ts';
import { placeBefore } from '../../sequencer/journal/later-part.ts';
import { lostSegments } from '../../sequencer/journal/lost-segments.ts';
import { commandText } from '../../sequencer/journal/record.ts';
import { GENESIS } from '../../sequencer/nodes/replica.ts';
import type { Heartbeat } from '../../sequencer/nodes/shared-order.ts';
import { nameOf } from '../../snapshots/shelf.ts';
import { type SnapshotMade, writeSnapshot } from '../../snapshots/write.ts';
import type { KeptSnapshot, KeptSnapshots } from '../../store/archive/kept-snapshots.ts';
import { beginFolder, clearUnfinished } from './begin-folder.ts';
import type { NodeMark } from './mark-file.ts';
import { SharedSnapshots } from './share-snapshots.ts';

const folders: string[] = [];
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

function freshFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'outcry-begin-'));
  folders.push(path);
  return dataFolder(path);
}

/** In memory, with a chain at revision 7. */
function archiveOf() {
  const kept: KeptSnapshot[] = [];
  const parts = new Map<string, Buffer[]>();
  const snapshots = {
    all: async () => kept.toReversed(),
    part: async ({ id }, part) => parts.get(id)![part]!,
    putPart: async (id, part, body) => void (parts.set(id, parts.get(id) ?? []).get(id)![part] = Buffer.from(body)),
    put: async (one) => void kept.push(one),
  } satisfies Pick<KeptSnapshots, keyof KeptSnapshots> as unknown as KeptSnapshots;
  const archive = {
    snapshots,
    kept,
    parts,
    chain: 'c' as string | null,
    chainAt: async (_: number, revision: number): Promise<string | null> => (revision === 7 ? archive.chain : null),
  };
  return archive;
}

const said: string[] = [];
const log = { info: () => undefined, warn: ({ found }: { found?: string }) => said.push(found ?? ''), error: () => 0 };
const generations = [{ generation: 1, id: 'one', continues: null }];
const { signal } = new AbortController();

async function write(journal: Journal, from: number, count: number): Promise<void> {
  for (let sequence = from; sequence < from + count; sequence++) {
    const text = commandText({ name: 'deposit', account: sequence, amount: '1' });
    await journal.append([{ sequence, timeMs: sequence, text }]);
  }
}

/** A node's folder with 30 commands, and a snapshot after the 20th. */
async function nodeFolder(): Promise<{ folder: DataFolder; made: SnapshotMade; mark: NodeMark }> {
  const folder = freshFolder();
  const journal = await openJournal(folder.journal, { segmentBytes: 600 });
  await write(journal, 1, 30);
  const position = markOf((await findJournal(folder.journal))!, 20)!;
  const words = { exchange: 'an.exchange/log+1', beginning: 'served' };
  const { all: parts } = createHistory(emptyState(), 0);
  const content = { state: emptyState(), parts, position, takenMs: 1, ...words };
  const made = await writeSnapshot(realDisk, folder.snapshots, content);
  const recent = await placeBefore(folder.journal, 11);
  const place = { ...GENESIS, revision: 7, sequence: 30, timeMs: 30, chain: 'c' };
  const mark = { order: 'one', generation: 1, mark: { ...place, end: journal.end, recent } };
  await write(journal, 31, 5);
  await journal.close();
  return { folder, made, mark };
}

const beat = (name: string, { sequence, hash }: SnapshotMade): Heartbeat =>
  ({ name, snapshot: [sequence, hash] }) as unknown as Heartbeat;

async function shared(archive = archiveOf()) {
  const { folder, made, mark } = await nodeFolder();
  const share = new SharedSnapshots({ archive, folder, every: 20, lastMark: () => mark, log });
  share.made({ sequence: 19, hash: made.hash });
  expect(share.says()).toEqual({});
  share.made(made);
  expect(share.says()).toEqual({ snapshot: [20, made.hash] });
  const hear = async (...nodes: readonly Heartbeat[]): Promise<number> => {
    await share.hear(nodes);
    return archive.kept.length;
  };
  return { archive, folder, made, mark, share, hear };
}

it('goes into the archive once all that live have it alike and the archive has what it stands on, and begins a folder as it was', async () => {
  const archive = archiveOf();
  for (const [chain, second, wanted] of [
    ['c', { hash: 'another' }, 0],
    ['c', { sequence: 10 }, 0],
    [null, {}, 0],
    ['c', {}, 1],
  ] as const) {
    archive.chain = chain;
    const { made, hear } = await shared(archive);
    expect(await hear(beat('a', made), beat('b', { ...made, ...second }))).toBe(wanted);
  }
  const { made, hear } = await shared(archive);
  expect(await hear(beat('a', made)), 'once').toBe(1);

  const folder = freshFolder();
  const mark = await beginFolder({ folder, archive, generations, signal, log });
  expect(mark).toMatchObject({ order: 'one', mark: { revision: 7, sequence: 30 } });
  expect(beginOf(folder.journal)).toEqual(mark!.mark.recent);
  expect((await soundSnapshot(folder))?.head.position.sequence).toBe(20);
  expect(lostSegments(folder.journal).missing).toEqual([]);
  expect(existsSync(`${folder.journal}.beginning`)).toBe(false);
  const journal = await openJournal(folder.journal, { after: mark!.mark.recent });
  expect(journal.end).toEqual(mark!.mark.end);
  await write(journal, 31, 1);
  await journal.close();
  expect(await beginFolder({ folder, archive, generations, signal, log }), 'it is not empty').toBeNull();
  await expect(openJournal(folder.journal)).rejects.toThrow('Commands 1 to 10 were never in this folder');
});

it.each<[string, RegExp, (archive: ReturnType<typeof archiveOf>) => unknown]>([
  ['of another chain', /archive has d/, (archive) => (archive.chain = 'd')],
  [
    'of another order',
    /of order two/,
    ({ kept }) => changed(kept, ({ about }) => ({ about: about.replace('"one"', '"two"') })),
  ],
  ['with another hash', /its state has hash/, ({ kept }) => changed(kept, () => ({ hash: 'f'.repeat(64) }))],
  ['with a flipped bit in its file', /damaged|torn|no snapshot/, ({ parts }) => flip(parts, 0)],
  [
    'with a flipped bit in its journal',
    /journal|decompress|[Cc]orrupt|checksum|[Bb]lock|Data/,
    ({ parts }) => flip(parts, 1),
  ],
])('is passed over %s, and leaves the folder empty', async (_, why, change) => {
  const { archive, made, hear } = await shared();
  expect(await hear(beat('a', made))).toBe(1);
  change(archive);
  const folder = freshFolder();
  said.length = 0;
  expect(await beginFolder({ folder, archive, generations, signal, log })).toBeNull();
  expect(said).toEqual([expect.stringMatching(why)]);
  expect(readdirSync(folder.path)).toEqual([]);
});

const changed = (kept: KeptSnapshot[], change: (one: KeptSnapshot) => Partial<KeptSnapshot>): void =>
  void (kept[0] = { ...kept[0]!, ...change(kept[0]!) });

function flip(parts: ReadonlyMap<string, Buffer[]>, part: number): void {
  const [bodies] = [...parts.values()];
  const body = bodies![part]!;
  body[body.length >> 1]! ^= 1;
}

it('begins anew where it was interrupted', async () => {
  const { archive, made, hear } = await shared();
  await hear(beat('a', made));
  const folder = freshFolder();
  await beginFolder({ folder, archive, generations, signal, log });
  rmSync(folder.nodeMark);
  writeFileSync(`${folder.journal}.beginning`, '');
  appendFileSync(folder.journal, 'a half record');
  clearUnfinished(folder);
  expect(readdirSync(folder.path)).toEqual([]);
  expect(await beginFolder({ folder, archive, generations, signal, log })).not.toBeNull();
  expect(readFileSync(join(folder.snapshots, nameOf(20))).length).toBe(made.bytes);
});
