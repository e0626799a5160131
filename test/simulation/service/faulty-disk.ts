/**
 * The disk of the journal, of snapshots and of bodies of AI logs on their way, in memory, with faults on demand: the
 * next write or sync fails, tears, or is never answered. What survives a loss of power is drawn from the seed, of each
 * of the three by itself, since nothing says when the others are under way. The bytes stay when the service goes.
 */
import type { Random } from '../../../src/market/random.ts';
import {
  type DiskFault,
  type DiskOperation,
  type MemoryDisk,
  memoryDisk,
} from '../../../src/sequencer/disk/memory-disk.ts';

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

/** A folder of the disk that is by itself. */
interface Apart {
  readonly folder: string;
  readonly random: Random;
}

export function faultyDisk(random: Random, snapshots: Apart, bodies: Apart): FaultyDisk {
  const journal = createPart();
  const parts = [
    { ...snapshots, part: createPart() },
    { ...bodies, part: createPart() },
  ];
  const apart = (path: string) => parts.find(({ folder }) => path.startsWith(folder));
  const disk = memoryDisk({
    fault: (operation, _, path) => (apart(path)?.part ?? journal).of(operation),
    keepSector: (path) => (apart(path)?.random ?? random).below(2) === 0,
  });
  return { ...journal, disk, snapshots: parts[0]!.part };
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
