/**
 * Compresses closed segments of the journal beside the exchange, in a thread that ends when there is none left: one
 * segment at a time, with little priority. `createCompressor` starts it; the module run as a thread does the work.
 *
 * A segment that fails is named in the log and tried again with the next one: until then the journal is larger, and
 * nothing else.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Compressed, compressClosed } from '../../sequencer/compress.ts';
import { realDisk } from '../../sequencer/disk.ts';
import { segmentFolder } from '../../sequencer/segment-chain.ts';
import { giveWay } from '../give-way.ts';
import { endThread, type Ending, isEnding, newEnding } from './end-thread.ts';

export interface Compressor {
  /** There may be segments to compress. */
  wake(): void;
  /** Ends it after the segment it is at, or in the middle of a long one: that is done again later. */
  stop(): Promise<void>;
}

interface Asked {
  readonly compressIn: string;
  readonly ending: Ending;
}

/** @param path of the journal */
export function createCompressor(path: string, log: Pick<Logger, 'info' | 'error'>): Compressor {
  let worker: Worker | null = null;
  let again = false;
  let isStopped = false;
  const ending = newEnding();
  const wake = (): void => {
    again = true;
    if (worker !== null || isStopped) return;
    again = false;
    const asked: Asked = { compressIn: path, ending };
    worker = new Worker(new URL(import.meta.url), { name: 'compress', workerData: asked });
    worker.on('message', ({ path: file, bytes, compressedBytes }: Compressed) =>
      log.info({ file, bytes, compressedBytes }, 'a segment of the journal was compressed'),
    );
    worker.once('error', (error: unknown) => {
      again = false;
      log.error({ err: error }, 'a segment of the journal could not be compressed: it stays as it is');
    });
    worker.once('exit', () => {
      worker = null;
      if (again) wake();
    });
    worker.unref();
  };
  return {
    wake,
    async stop() {
      isStopped = true;
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
  giveWay();
  while (!isEnding(ending)) {
    const done = await compressClosed(path);
    if (done === null) return;
    parentPort?.postMessage(done);
  }
}
