/**
 * Begins an empty folder of a node from a snapshot in the archive (share-snapshots.ts): with that, the later part of a
 * node's journal and its mark the folder is as that node's was, but for what came before; the rest of a start goes on
 * from there as from any other. The newest that is sound, of this version and of the order's chain is taken; without
 * one the folder stays empty, and the node reads the archive from the first command on.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Logger } from 'pino';
import { emptyState } from '../../core/state/state.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import { createHistory } from '../../folder/history.ts';
import { realDisk, writeDurably } from '../../sequencer/disk/disk.ts';
import { mismatchOf } from '../../sequencer/journal/fits-journal.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';
import { writePart } from '../../sequencer/journal/later-part.ts';
import { segmentFolder } from '../../sequencer/journal/segment-chain.ts';
import type { Generation } from '../../sequencer/nodes/generations.ts';
import { otherVersion } from '../../snapshots/load.ts';
import { readHead, readSnapshot } from '../../snapshots/read.ts';
import { nameOf, snapshotNames } from '../../snapshots/shelf.ts';
import type { JournalArchive } from '../../store/archive/journal-archive.ts';
import type { KeptSnapshot } from '../../store/archive/kept-snapshots.ts';
import { machine } from '../../time/machine.ts';
import { type NodeMark, writeMark } from './mark-file.ts';
import type { AboutSnapshot } from './share-snapshots.ts';

export interface BeginFolderParts {
  readonly folder: Pick<DataFolder, 'journal' | 'snapshots' | 'nodeMark'>;
  readonly archive: Pick<JournalArchive, 'snapshots' | 'chainAt'>;
  /** All of the order. */
  readonly generations: readonly Generation[];
  readonly signal: AbortSignal;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** It can't be begun from; the message says why. */
class Unfit extends Error {}

/** There while the rest is not whole. */
const unfinishedOf = ({ journal }: BeginFolderParts['folder']): string => `${journal}.beginning`;

/**
 * Resolves with the folder's mark; null where it was not begun.
 * @throws what the archive says when it is away; errors of the file system as they are
 */
export async function beginFolder(parts: BeginFolderParts): Promise<NodeMark | null> {
  const { folder, archive, log, signal } = parts;
  if (!isEmpty(folder)) return null;
  const startMs = machine.steadyMs();
  for (const kept of await archive.snapshots.all()) {
    const { sequence, hash } = kept;
    try {
      const mark = await beginFrom(kept, parts);
      const milliseconds = Math.round(machine.steadyMs() - startMs);
      log.info({ sequence, hash, milliseconds }, 'the folder begins from a snapshot of the archive');
      return mark;
    } catch (error) {
      signal.throwIfAborted();
      clear(folder);
      log.warn({ sequence, found: String(error) }, 'a snapshot of the archive is passed over');
    }
  }
  return null;
}

/** Takes away what an interrupted beginning left: nothing was built on it. */
export function clearUnfinished(folder: BeginFolderParts['folder']): void {
  if (existsSync(unfinishedOf(folder))) clear(folder);
}

function isEmpty({ journal, snapshots, nodeMark }: BeginFolderParts['folder']): boolean {
  const isThere = existsSync(journal) || existsSync(nodeMark);
  return (
    !isThere && realDisk.names(segmentFolder(journal)).length === 0 && snapshotNames(realDisk, snapshots).length === 0
  );
}

function clear(folder: BeginFolderParts['folder']): void {
  const { journal, snapshots, nodeMark } = folder;
  for (const path of [nodeMark, journal, segmentFolder(journal), snapshots, unfinishedOf(folder)])
    rmSync(path, { recursive: true, force: true });
}

async function beginFrom(kept: KeptSnapshot, parts: BeginFolderParts): Promise<NodeMark> {
  const { folder, archive, generations } = parts;
  const { fileParts, journal, mark } = JSON.parse(kept.about) as AboutSnapshot;
  const { revision, chain } = mark.mark;
  if (!generations.some(({ id }) => id === mark.order))
    throw new Unfit(`it is of order ${mark.order}, which is another`);
  const there = await archive.chainAt(mark.generation, revision);
  if (there !== chain) throw new Unfit(`at revision ${revision} it has chain ${chain}, and the archive has ${there}`);
  await writeDurably(realDisk, unfinishedOf(folder), Buffer.from(kept.id));
  await writeSnapshotFile(kept, fileParts, parts);
  await writePart(folder.journal, journal, expanded(piecesOf(kept, fileParts, kept.parts, parts)));
  await requireSound(kept, mark, parts);
  await writeMark(folder.nodeMark, mark);
  await realDisk.remove(unfinishedOf(folder));
  return mark;
}

const decompress = promisify(zstdDecompress);

async function* expanded(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) yield await decompress(piece);
}

async function* piecesOf(
  kept: KeptSnapshot,
  from: number,
  to: number,
  { archive, signal }: BeginFolderParts,
): AsyncGenerator<Buffer, void, undefined> {
  for (let part = from; part < to; part++) {
    signal.throwIfAborted();
    yield await archive.snapshots.part(kept, part);
  }
}

async function writeSnapshotFile(kept: KeptSnapshot, count: number, parts: BeginFolderParts): Promise<void> {
  const { snapshots } = parts.folder;
  await realDisk.makeFolder(snapshots);
  const file = realDisk.open(join(snapshots, nameOf(kept.sequence)), false);
  let at = 0;
  let isVersionSeen = false;
  try {
    for await (const piece of piecesOf(kept, 0, count, parts)) {
      await file.write(piece, at);
      at += piece.length;
      // Before the rest of it is fetched.
      if (!isVersionSeen) await requireVersion(snapshots, kept);
      isVersionSeen = true;
    }
    await file.sync();
  } finally {
    file.close();
  }
  await realDisk.syncFolder(snapshots);
}

async function requireVersion(folder: string, { sequence }: KeptSnapshot): Promise<void> {
  const head = await readHead(realDisk, folder, nameOf(sequence));
  const why = otherVersion(head, createHistory(emptyState(), 0).all);
  if (why !== null) throw new Unfit(why);
}

/** State and journal are what all nodes had, bit by bit. */
async function requireSound(kept: KeptSnapshot, { mark }: NodeMark, { folder }: BeginFolderParts): Promise<void> {
  const { head, hash } = await readSnapshot(realDisk, folder.snapshots, nameOf(kept.sequence));
  if (hash !== kept.hash) throw new Unfit(`its state has hash ${hash}, and the nodes had ${kept.hash}`);
  const mismatch = mismatchOf(folder.journal, head.position);
  if (mismatch !== null) throw new Unfit(mismatch);
  const journal = await openJournal(folder.journal, { readonly: true, after: mark.recent });
  const { end } = journal;
  await journal.close();
  if (end.sequence !== mark.sequence || end.endOffset !== mark.end.endOffset)
    throw new Unfit(`its journal ends at sequence ${end.sequence}, and its mark is at ${mark.sequence}`);
}
