/**
 * A disk in memory, for tests and simulations: it fails on demand, and loses power the way disks do. Synced bytes
 * stay; of those only written, any 512-byte sectors may have reached the disk, in any order. Of the changes to names
 * in a folder that was not synced, the first ones may have, and any number of them.
 *
 * After a failed sync it behaves as Linux does: reads still show the bytes, a later sync reports success without
 * writing them, and which of it reached the disk can't be known.
 */
import { dirname } from 'node:path';
import type { JournalDisk, JournalFile } from './disk.ts';
import { soon } from '../../time/event-loop.ts';

/** name: a link, a new name, a removal, or the sync of a folder. */
export type DiskOperation = 'write' | 'sync' | 'name';

/**
 * error: the operation fails, a write after `writtenBytes` of it. halt: the operation is never answered, as when the
 * power goes; a write is then under way.
 */
export type DiskFault =
  | { readonly kind: 'error'; readonly error: Error; readonly writtenBytes?: number }
  | { readonly kind: 'halt' };

export interface MemoryDiskOptions {
  /** Asked before each operation, which are counted from 1; names change in a folder. */
  readonly fault?: (operation: DiskOperation, count: number, path: string) => DiskFault | null;
  /** Whether a sector of a file, or a name in a folder, that was written and not synced survives. */
  readonly keepSector?: (path: string) => boolean;
  /** The content of the journal's file at first. */
  readonly bytes?: Uint8Array;
  /** All files at first, by path. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

export interface MemoryDisk extends JournalDisk {
  /** The journal's file as a program reads it, zeros written ahead and all. */
  bytes(): Buffer;
  /** All files as a program reads them. */
  files(): Map<string, Buffer>;
  /** Loses power: afterwards the files hold what survived. */
  crash(): void;
}

interface Write {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The content a name leads to. */
interface Content {
  visible: Buffer<ArrayBuffer>;
  durable: Buffer<ArrayBuffer>;
  unsynced: Write[];
}

/** A change to the names of a folder. */
interface NameChange {
  readonly folder: string;
  readonly change: (names: Map<string, Content>) => void;
}

const SECTOR_BYTES = 512;
/** Where `bytes` are, whatever the journal is called. */
const isJournal = (path: string): boolean => path.endsWith('.log');

export function memoryDisk(options: MemoryDiskOptions = {}): MemoryDisk {
  const { fault = () => null, keepSector = () => true, bytes, files } = options;
  let names = new Map([...(files ?? [])].map(([path, content]) => [path, contentOf(content)]));
  let durableNames = new Map(names);
  let changes: NameChange[] = [];
  let operations = 0;
  const first = bytes === undefined ? null : contentOf(bytes);
  let isFirstUnnamed = first !== null;

  /** `bytes` get the first name that is asked for. */
  const nameFirst = (path: string): void => {
    if (first === null || !isFirstUnnamed || !isJournal(path)) return;
    isFirstUnnamed = false;
    names.set(path, first);
    durableNames.set(path, first);
  };
  const create = (path: string): Content => {
    const content = contentOf(new Uint8Array());
    names.set(path, content);
    durableNames.set(path, content);
    return content;
  };
  const existing = (path: string): Content => {
    const content = names.get(path);
    if (content === undefined)
      throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
    return content;
  };
  const change = (folder: string, what: NameChange['change']): Promise<void> => {
    const happened = fault('name', ++operations, folder);
    if (happened?.kind !== 'error') {
      what(names);
      changes.push({ folder, change: what });
    }
    return answer(happened);
  };
  const settle = (path: string, content: Content): void => {
    for (const write of content.unsynced.flatMap(sectorsOf))
      if (keepSector(path)) content.durable = put(content.durable, write);
    content.unsynced = [];
  };
  const openFile = (path: string, content: Content): JournalFile => ({
    size: () => content.visible.length,
    read: (target, offset) => content.visible.copy(target, 0, Math.min(offset, content.visible.length)),
    write(data, offset) {
      const happened = fault('write', ++operations, path);
      const taken = happened?.kind === 'error' ? (happened.writtenBytes ?? 0) : data.length;
      const write = { offset, bytes: data.slice(0, taken) };
      if (taken > 0) content.visible = put(content.visible, write);
      if (taken > 0) content.unsynced.push(write);
      return answer(happened);
    },
    sync() {
      const happened = fault('sync', ++operations, path);
      if (happened?.kind === 'error') settle(path, content);
      if (happened !== null) return answer(happened);
      for (const done of content.unsynced) content.durable = put(content.durable, done);
      content.unsynced = [];
      return answer(null);
    },
    close: () => {},
  });

  return {
    open(path, readonly) {
      nameFirst(path);
      return openFile(path, readonly || names.has(path) ? existing(path) : create(path));
    },
    exists(path) {
      nameFirst(path);
      return names.has(path);
    },
    names: (folder) =>
      [...names.keys()].filter((path) => dirname(path) === folder).map((path) => path.slice(folder.length + 1)),
    makeFolder: () => answer(null),
    link: (path, also) => {
      const content = existing(path);
      return change(dirname(also), (map) => void map.set(also, content));
    },
    rename: (path, name) => {
      const content = existing(path);
      return change(dirname(name), (map) => void (map.delete(path), map.set(name, content)));
    },
    remove: (path) => change(dirname(path), (map) => void map.delete(path)),
    syncFolder(folder) {
      const happened = fault('name', ++operations, folder);
      if (happened !== null) return answer(happened);
      for (const one of changes) if (one.folder === folder) one.change(durableNames);
      changes = changes.filter((one) => one.folder !== folder);
      return answer(null);
    },
    bytes: () => Buffer.from([...names].find(([path]) => isJournal(path))?.[1].visible ?? first?.visible ?? []),
    files: () => new Map([...names].map(([path, { visible }]) => [path, Buffer.from(visible)])),
    crash() {
      const lost = new Set<string>();
      for (const one of changes) {
        if (!lost.has(one.folder) && keepSector(one.folder)) one.change(durableNames);
        else lost.add(one.folder);
      }
      changes = [];
      names = new Map(durableNames);
      for (const [path, content] of names) {
        settle(path, content);
        content.visible = Buffer.from(content.durable);
      }
    },
  };
}

function contentOf(bytes: Uint8Array): Content {
  return { visible: Buffer.from(bytes), durable: Buffer.from(bytes), unsynced: [] };
}

function answer(fault: DiskFault | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (fault === null) soon(resolve);
    else if (fault.kind === 'error') soon(() => reject(fault.error));
  });
}

/** Overwrites part of `file`, lengthening it with zeros as a disk does. */
function put(file: Buffer<ArrayBuffer>, { offset, bytes }: Write): Buffer<ArrayBuffer> {
  const end = offset + bytes.length;
  const target = end <= file.length ? file : Buffer.concat([file, Buffer.alloc(end - file.length)]);
  target.set(bytes, offset);
  return target;
}

function sectorsOf({ offset, bytes }: Write): Write[] {
  const sectors: Write[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + SECTOR_BYTES - ((offset + at) % SECTOR_BYTES));
    sectors.push({ offset: offset + at, bytes: bytes.slice(at, end) });
    at = end;
  }
  return sectors;
}
