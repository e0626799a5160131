/**
 * Compresses closed segments of the journal beside the exchange, in a thread that ends when there is none left: one
 * segment at a time, with little priority. `createCompressor` starts it; the module run as a thread does the work.
 *
 * It waits for a calm second: processors that compress are missing where orders come in, and a reader of the journal
 * that follows its writer reads a segment as it was written for nothing. A load without an end does not keep it waiting
 * for ever: it begins once a few segments have come together.
 *
 * A segment that fails is named in the log and tried again with the next one: until then the journal is larger, and
 * nothing else.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Compressed, compressClosed } from '../../sequencer/journal/compress.ts';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { segmentFolder } from '../../sequencer/journal/segment-chain.ts';
import { lowerPriority } from '../../time/thread-priority.ts';
import { endThread, type Ending, isEnding, newEnding } from './end-thread.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

/** How often it is looked whether the exchange has calmed down. */
const LOOK_EVERY_MS = 1_000;
/** The part of that time in which this thread may have had something to do. */
const CALM = 0.25;
/** So many segments that were closed wait at most; 256 MiB. */
const MOST_WAITING = 8;

export interface Compressor {
  /** There may be one more segment to compress. */
  wake(): void;
  /** Ends it after the segment it is at, or in the middle of a long one: that is done again later. */
  stop(): Promise<void>;
}

export interface CompressorOptions {
  /** Called when it begins: much is going to be read and written. */
  readonly onBegun?: () => void;
  readonly onCompressed?: (compressed: Compressed) => void;
  readonly lookEveryMs?: number;
}

interface Asked {
  readonly compressIn: string;
  readonly ending: Ending;
}

/** @param path of the journal */
export function createCompressor(
  path: string,
  log: Pick<Logger, 'info' | 'error'>,
  { onBegun = () => {}, onCompressed = () => {}, lookEveryMs = LOOK_EVERY_MS }: CompressorOptions = {},
): Compressor {
  let worker: Worker | null = null;
  /** Segments that were closed since it last began. */
  let waiting = 0;
  let looking: Timer | null = null;
  let isStopped = false;
  const ending = newEnding();

  const begin = (): void => {
    waiting = 0;
    onBegun();
    const asked: Asked = { compressIn: path, ending };
    worker = new Worker(new URL(import.meta.url), { name: 'compress', workerData: asked });
    worker.on('message', (compressed: Compressed) => {
      const { path: file, bytes, compressedBytes } = compressed;
      log.info({ file, bytes, compressedBytes }, 'a segment of the journal was compressed');
      onCompressed(compressed);
    });
    worker.once('error', (error: unknown) => {
      waiting = 0;
      log.error({ err: error }, 'a segment of the journal could not be compressed: it stays as it is');
    });
    worker.once('exit', () => {
      worker = null;
      look();
    });
    worker.unref();
  };

  /** Begins when there is enough to do, or in the first calm second. */
  const look = (): void => {
    if (isStopped || worker !== null || looking !== null || waiting === 0) return;
    if (waiting >= MOST_WAITING) return begin();
    const before = performance.eventLoopUtilization();
    looking = machine
      .after(lookEveryMs, () => {
        looking = null;
        if (performance.eventLoopUtilization(before).utilization <= CALM) begin();
        else look();
      })
      .unref();
  };

  return {
    wake() {
      waiting += 1;
      if (waiting >= MOST_WAITING && looking !== null) {
        looking?.cancel();
        looking = null;
      }
      look();
    },
    async stop() {
      isStopped = true;
      looking?.cancel();
      await endThread(worker, ending);
    },
  };
}

/** Whether a life before left closed segments as they were written; a thread costs more than to look. */
export function isLeftToCompress(path: string): boolean {
  return realDisk.names(segmentFolder(path)).some((name) => name.endsWith('.seg'));
}

const asked = workerData as Partial<Asked> | null;
if (!isMainThread && asked?.compressIn !== undefined) void compressAll(asked as Asked);

async function compressAll({ compressIn: path, ending }: Asked): Promise<void> {
  lowerPriority();
  while (!isEnding(ending)) {
    const done = await compressClosed(path);
    if (done === null) return;
    parentPort?.postMessage(done);
  }
}
