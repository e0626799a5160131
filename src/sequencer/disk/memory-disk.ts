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
/** The file of `bytes`, whatever the journal is called. */
const isJournal = (path: string): boolean => path.endsWith('.log');

export interface MemoryDisk extends JournalDisk {
  /** The journal's file as a program reads it, zeros written ahead and all. */
  bytes(): Buffer;
  /** All files as a program reads them. */
  files(): Map<string, Buffer>;
  /** Loses power: afterwards the files hold what survived. */
  crash(): void;
}

export function memoryDisk(options?: MemoryDiskOptions): MemoryDisk {
  return new Sectors(options);
}

/** Its operations are fields, so that a disk which differs in one can be spread from it. */
class Sectors implements MemoryDisk {
  readonly #fault: NonNullable<MemoryDiskOptions['fault']>;
  readonly #keepSector: NonNullable<MemoryDiskOptions['keepSector']>;
  #names: Map<string, Content>;
  #durableNames: Map<string, Content>;
  #changes: NameChange[] = [];
  #operations = 0;
  /** The journal's content at first, until the first name that is asked for names it. */
  #unnamed: Content | null;

  constructor({ fault = () => null, keepSector = () => true, bytes, files }: MemoryDiskOptions = {}) {
    this.#fault = fault;
    this.#keepSector = keepSector;
    this.#names = new Map([...(files ?? [])].map(([path, content]) => [path, contentOf(content)]));
    this.#durableNames = new Map(this.#names);
    this.#unnamed = bytes === undefined ? null : contentOf(bytes);
  }

  readonly open = (path: string, readonly: boolean): JournalFile => {
    this.#nameFirst(path);
    return this.#openFile(path, readonly || this.#names.has(path) ? this.#existing(path) : this.#create(path));
  };

  readonly exists = (path: string): boolean => {
    this.#nameFirst(path);
    return this.#names.has(path);
  };

  readonly names = (folder: string): string[] => {
    const inside = [...this.#names.keys()].filter((path) => dirname(path) === folder);
    return inside.map((path) => path.slice(folder.length + 1));
  };

  readonly makeFolder = (): Promise<void> => {
    return answer(null);
  };

  readonly link = (path: string, also: string): Promise<void> => {
    const content = this.#existing(path);
    return this.#change(dirname(also), (map) => void map.set(also, content));
  };

  readonly rename = (path: string, name: string): Promise<void> => {
    const content = this.#existing(path);
    return this.#change(dirname(name), (map) => void (map.delete(path), map.set(name, content)));
  };

  readonly remove = (path: string): Promise<void> => {
    return this.#change(dirname(path), (map) => void map.delete(path));
  };

  readonly syncFolder = (folder: string): Promise<void> => {
    const happened = this.#next('name', folder);
    if (happened !== null) return answer(happened);
    for (const one of this.#changes) if (one.folder === folder) one.change(this.#durableNames);
    this.#changes = this.#changes.filter((one) => one.folder !== folder);
    return answer(null);
  };

  readonly bytes = (): Buffer => {
    const journal = [...this.#names].find(([path]) => isJournal(path))?.[1] ?? this.#unnamed;
    return Buffer.from(journal?.visible ?? []);
  };

  readonly files = (): Map<string, Buffer> => {
    return new Map([...this.#names].map(([path, { visible }]) => [path, Buffer.from(visible)]));
  };

  readonly crash = (): void => {
    const lost = new Set<string>();
    for (const one of this.#changes) {
      if (!lost.has(one.folder) && this.#keepSector(one.folder)) one.change(this.#durableNames);
      else lost.add(one.folder);
    }
    this.#changes = [];
    this.#names = new Map(this.#durableNames);
    for (const [path, content] of this.#names) {
      this.#settle(path, content);
      content.visible = Buffer.from(content.durable);
    }
  };

  #next(operation: DiskOperation, path: string): DiskFault | null {
    return this.#fault(operation, ++this.#operations, path);
  }

  #nameFirst(path: string): void {
    if (this.#unnamed === null || !isJournal(path)) return;
    this.#names.set(path, this.#unnamed);
    this.#durableNames.set(path, this.#unnamed);
    this.#unnamed = null;
  }

  #create(path: string): Content {
    const content = contentOf(new Uint8Array());
    this.#names.set(path, content);
    this.#durableNames.set(path, content);
    return content;
  }

  #existing(path: string): Content {
    const content = this.#names.get(path);
    if (content === undefined)
      throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
    return content;
  }

  #change(folder: string, change: NameChange['change']): Promise<void> {
    const happened = this.#next('name', folder);
    if (happened?.kind !== 'error') {
      change(this.#names);
      this.#changes.push({ folder, change });
    }
    return answer(happened);
  }

  /** Chooses which of the bytes that were not synced reached the disk. */
  #settle(path: string, content: Content): void {
    for (const write of content.unsynced.flatMap(sectorsOf))
      if (this.#keepSector(path)) content.durable = put(content.durable, write);
    content.unsynced = [];
  }

  #openFile(path: string, content: Content): JournalFile {
    return {
      size: () => content.visible.length,
      read: (target, offset) => content.visible.copy(target, 0, Math.min(offset, content.visible.length)),
      write: (data, offset) => {
        const happened = this.#next('write', path);
        const taken = happened?.kind === 'error' ? (happened.writtenBytes ?? 0) : data.length;
        // A copy, as a disk takes: a buffer's own `slice` would go on showing what its writer puts there next.
        const write = { offset, bytes: Uint8Array.from(data.subarray(0, taken)) };
        if (taken > 0) content.visible = put(content.visible, write);
        if (taken > 0) content.unsynced.push(write);
        return answer(happened);
      },
      sync: () => {
        const happened = this.#next('sync', path);
        if (happened?.kind === 'error') this.#settle(path, content);
        if (happened !== null) return answer(happened);
        for (const done of content.unsynced) content.durable = put(content.durable, done);
        content.unsynced = [];
        return answer(null);
      },
      close: () => {},
    };
  }
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
