/**
 * Looks after closed files of the journal while the exchange runs: they are compressed, moved to an archive, and read
 * again. Each in a thread that ends when there is nothing left to do; none holds up an order.
 */
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import type { ClosedCheck } from '../../folder/journal/check-closed.ts';
import { Checker } from './checker.ts';
import type { Life } from '../lifecycle.ts';
import { createCompressor, isLeftToCompress } from './compressor.ts';
import { createMover, type JournalSettings } from './mover.ts';

export interface Upkeep {
  /** There may be one more file to compress. */
  compress(): void;
  /** Compresses what a life before left. */
  begin(): void;
  /** There may be files to move, at this time of the exchange. */
  move(timeMs: number): void;
  /** Closed files that are missing or damaged, as far as is known. */
  lost(): number;
}

export interface UpkeepParts {
  readonly folder: DataFolder;
  readonly config: { readonly journal: JournalSettings };
  /** The files as the start found them. */
  readonly atStart: ClosedCheck;
  readonly metrics: Metrics;
  readonly life: Pick<Life, 'logs' | 'atEnd'>;
}

export function createUpkeep({ folder, config, atStart, metrics, life }: UpkeepParts): Upkeep {
  const log = life.logs.journal;
  const checker = new Checker(folder.journal, atStart, log);
  checker.addGauges(metrics);
  const compressor = createCompressor(folder.journal, log, {
    onCompressed: (compressed) => checker.note(compressed),
  });
  const mover = createMover(folder, config.journal, log);
  life.atEnd('the upkeep of the journal', () => Promise.all([compressor.stop(), mover.stop(), checker.stop()]));
  return {
    compress: () => compressor.wake(),
    begin() {
      if (isLeftToCompress(folder.journal)) compressor.wake();
    },
    move: (timeMs) => mover.wake(timeMs),
    lost: () => checker.lost(),
  };
}
