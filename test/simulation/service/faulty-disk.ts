/**
 * The disk of the journal and of the snapshots, in memory, with faults on demand: the next write or sync fails, tears,
 * or is never answered. What survives a loss of power is drawn from the seed, of each of the two by itself, since
 * nothing says when a snapshot is under way. The bytes stay when the service goes.
 */
import type { Random } from '../../../src/market/random.ts';
import { type DiskFault, type DiskOperation, type MemoryDisk, memoryDisk } from '../../../src/sequencer/memory-disk.ts';

/** What can be armed against one part of the disk. */
export interface Faults {
  /** The `skip`-th operation of this kind from now on meets `fault`; with `again`, so do all after it. */
  arm(operation: DiskOperation, fault: DiskFault, skip: number, again: boolean): void;
  disarm(): void;
  /** Whether an armed fault has struck. */
  struck(): boolean;
  /** Resolves when an armed fault strikes. */
  onStrike(): Promise<void>;
}

/** The faults named here are the journal's. */
export interface FaultyDisk extends Faults {
  readonly disk: MemoryDisk;
  readonly snapshots: Faults;
}

interface Armed {
  readonly operation: DiskOperation;
  readonly fault: DiskFault;
  readonly again: boolean;
  left: number;
  readonly strike: PromiseWithResolvers<void>;
  struck: boolean;
}

interface Part extends Faults {
  of(operation: DiskOperation): DiskFault | null;
}

/** @param snapshots the folder they are in */
export function faultyDisk(random: Random, snapshots: { folder: string; random: Random }): FaultyDisk {
  const journal = createPart();
  const beside = createPart();
  const isBeside = (path: string): boolean => path.startsWith(snapshots.folder);
  const disk = memoryDisk({
    fault: (operation, _, path) => (isBeside(path) ? beside : journal).of(operation),
    keepSector: (path) => (isBeside(path) ? snapshots.random : random).below(2) === 0,
  });
  return { ...journal, disk, snapshots: beside };
}

function createPart(): Part {
  let armed: Armed | null = null;
  return {
    of(operation) {
      if (armed === null || (armed.struck && !armed.again)) return null;
      if (!armed.struck && (operation !== armed.operation || armed.left-- > 0)) return null;
      armed.struck = true;
      armed.strike.resolve();
      return armed.fault;
    },
    arm(operation, fault, skip, again) {
      armed = { operation, fault, again, left: skip, strike: Promise.withResolvers(), struck: false };
    },
    disarm: () => void (armed = null),
    struck: () => armed?.struck ?? false,
    onStrike: () => armed?.strike.promise ?? new Promise(() => {}),
  };
}
