/**
 * Watches the files that a running exchange can't do without: its journal, its embedded read store, its keys. A file
 * that was removed or replaced takes what is written into it along when the process ends, so the exchange ends as soon
 * as it sees that: four times a second. What it still has open is put back on the way: the journal as
 * `journal.log`, or as `journal.log.kept` beside what is there now, and the read store and the keys where they are
 * gone. Closed files of the journal can't be: the next start names them.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { FolderLock } from '../../sequencer/disk/lock.ts';
import { segmentFolder } from '../../sequencer/journal/segment-chain.ts';
import type { Life } from '../lifecycle.ts';
import { type DataFolder, writePrivateFile } from '../../folder/disk/data-folder.ts';
import { machine } from '../../time/machine.ts';

const LOOK_EVERY_MS = 250;
/** A file that is closed and continues in another is seen as replaced for a moment. */
const LOOKS_REPLACED = 2;

/** Files of a running exchange are gone: nothing more is written. */
class FilesLost extends Error {
  constructor(path: string, how: 'removed' | 'replaced') {
    super(
      `${path} was ${how} while the exchange ran: nothing more is written, and it ends. What it had open is put back; ` +
        `see \`outcry doctor --data ${dirname(path)}\` before the next start, and leave the files of a running exchange alone.`,
    );
    this.name = 'FilesLost';
  }
}

export interface FileWatch {
  /** Looks now: what was made since the last look is known from here on, and missed when it goes. */
  look(): void;
  /** The journal continues in a new file. */
  rolled(): void;
  /** @throws LockLost; FilesLost once a file was seen to be gone */
  mustHold(): void;
}

interface Watched {
  readonly path: string;
  /** Keys are small, and not open. */
  readonly isKey: boolean;
  identity: string;
  content: string;
  looksReplaced: number;
}

export function watchFiles(
  folder: DataFolder,
  lock: Pick<FolderLock, 'watch' | 'mustHold'>,
  { atEnd, fail }: Pick<Life, 'atEnd' | 'fail'>,
): FileWatch {
  lock.watch(fail);
  const watch = (path: string, isKey: boolean): Watched => ({
    path,
    isKey,
    identity: '',
    content: '',
    looksReplaced: 0,
  });
  const journal = watch(folder.journal, false);
  const open = [journal, ...[segmentFolder(folder.journal), folder.database].map((path) => watch(path, false))];
  const all = [...open, ...[folder.keyFile, folder.logKey].map((path) => watch(path, true))];
  let lost: FilesLost | null = null;

  const look = (): void => {
    for (const one of all) {
      const how = lostAs(one);
      if (how === null) continue;
      lost = new FilesLost(one.path, how);
      timer.cancel();
      fail(lost);
      return;
    }
  };
  const timer = machine.every(LOOK_EVERY_MS, look).unref();
  atEnd(`the watch of ${basename(folder.path)}`, () => {
    timer.cancel();
    if (lost === null) return;
    for (const { path, isKey, content } of all)
      if (isKey && content !== '' && !existsSync(path)) writePrivateFile(path, content);
  });
  return {
    look,
    rolled() {
      journal.identity = identityOf(folder.journal);
      journal.looksReplaced = 0;
    },
    mustHold() {
      lock.mustHold();
      if (lost !== null) throw lost;
    },
  };
}

/** Its change since it was first seen; null: nothing. */
function lostAs(one: Watched): 'removed' | 'replaced' | null {
  const identity = identityOf(one.path);
  if (one.identity === '') {
    one.identity = identity;
    if (one.isKey && identity !== '') one.content = readFileSync(one.path, 'utf8');
    return null;
  }
  if (identity === '') return 'removed';
  // A key that was written again, as by a copy that was put back, is read at the next start.
  if (one.isKey || identity === one.identity) one.looksReplaced = 0;
  else if (++one.looksReplaced >= LOOKS_REPLACED) return 'replaced';
  return null;
}

/** Identity of the file, whatever its name; '' when there is none. */
function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}
