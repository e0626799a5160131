/**
 * A disk in memory, for tests and simulations: it fails on demand, and loses power the way disks do. What was synced
 * stays; of what was only written, any 512-byte sectors may have reached the disk, in any order.
 *
 * After a failed sync it behaves as Linux does: reads still show the bytes, a later sync reports success without
 * writing them, and which of it reached the disk can't be known.
 */
import type { OpenJournalFile } from './disk.ts';

export type DiskOperation = 'write' | 'sync';

/**
 * error: the operation fails, a write after `writtenBytes` of it. halt: the operation is never answered, as when the
 * power goes; a write is then under way.
 */
export type DiskFault =
  | { readonly kind: 'error'; readonly error: Error; readonly writtenBytes?: number }
  | { readonly kind: 'halt' };

export interface MemoryDiskOptions {
  /** Asked before each operation, which are counted from 1. */
  readonly fault?: (operation: DiskOperation, count: number) => DiskFault | null;
  /** Whether a sector that was written and not synced survives. */
  readonly keepSector?: () => boolean;
  /** The content of the disk at first. */
  readonly bytes?: Uint8Array;
}

export interface MemoryDisk {
  readonly openFile: OpenJournalFile;
  /** The file as a program reads it, zeros written ahead and all. */
  bytes(): Buffer;
  /** Loses power: afterwards the file holds what survived. */
  crash(): void;
}

interface Write {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

const SECTOR_BYTES = 512;

export function memoryDisk({ fault = () => null, keepSector = () => true, bytes }: MemoryDiskOptions = {}): MemoryDisk {
  let visible = Buffer.from(bytes ?? []);
  let durable = Buffer.from(visible);
  let unsynced: Write[] = [];
  let operations = 0;

  function putVisible(write: Write): void {
    visible = put(visible, write);
    unsynced.push(write);
  }

  /** Some sectors of what was not synced reach the disk, the rest is lost. */
  function settleByChance(): void {
    for (const write of unsynced.flatMap(sectorsOf)) if (keepSector()) durable = put(durable, write);
    unsynced = [];
  }

  function write(data: Uint8Array, offset: number): Promise<void> {
    const happened = fault('write', ++operations);
    const taken = happened?.kind === 'error' ? (happened.writtenBytes ?? 0) : data.length;
    if (taken > 0) putVisible({ offset, bytes: data.slice(0, taken) });
    return answer(happened);
  }

  function sync(): Promise<void> {
    const happened = fault('sync', ++operations);
    if (happened?.kind === 'error') settleByChance();
    if (happened !== null) return answer(happened);
    for (const done of unsynced) durable = put(durable, done);
    unsynced = [];
    return answer(null);
  }

  return {
    openFile: () => ({
      size: () => visible.length,
      read: (target, offset) => visible.copy(target, 0, offset),
      write,
      sync,
      close: () => {},
    }),
    bytes: () => Buffer.from(visible),
    crash: () => {
      settleByChance();
      visible = Buffer.from(durable);
    },
  };
}

function answer(fault: DiskFault | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (fault === null) setImmediate(resolve);
    else if (fault.kind === 'error') setImmediate(reject, fault.error);
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
