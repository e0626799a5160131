/**
 * The journal's disk in memory with faults on demand: the next write or sync fails, tears, or is never answered. What
 * survives a loss of power is drawn from the seed. The bytes stay when the service goes.
 */
import type { Random } from '../../../src/market/random.ts';
import { type DiskFault, type DiskOperation, type MemoryDisk, memoryDisk } from '../../../src/sequencer/memory-disk.ts';

export interface FaultyDisk {
  readonly disk: MemoryDisk;
  /** The `skip`-th operation of this kind from now on meets `fault`; with `again`, so do all after it. */
  arm(operation: DiskOperation, fault: DiskFault, skip: number, again: boolean): void;
  disarm(): void;
  /** Whether an armed fault has struck. */
  struck(): boolean;
  /** Resolves when an armed fault strikes. */
  onStrike(): Promise<void>;
}

interface Armed {
  readonly operation: DiskOperation;
  readonly fault: DiskFault;
  readonly again: boolean;
  left: number;
  readonly strike: PromiseWithResolvers<void>;
  struck: boolean;
}

export function faultyDisk(random: Random): FaultyDisk {
  let armed: Armed | null = null;
  const fault = (operation: DiskOperation): DiskFault | null => {
    if (armed === null || (armed.struck && !armed.again)) return null;
    if (!armed.struck && (operation !== armed.operation || armed.left-- > 0)) return null;
    armed.struck = true;
    armed.strike.resolve();
    return armed.fault;
  };
  return {
    disk: memoryDisk({ fault, keepSector: () => random.below(2) === 0 }),
    arm(operation, fault, skip, again) {
      armed = { operation, fault, again, left: skip, strike: Promise.withResolvers(), struck: false };
    },
    disarm: () => void (armed = null),
    struck: () => armed?.struck ?? false,
    onStrike: () => armed?.strike.promise ?? new Promise(() => {}),
  };
}
