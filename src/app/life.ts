/**
 * The life of a process of the exchange, from its start to its end: how far it is, what has to be taken down, and how
 * it ends when it can't go on. Knows none of its parts.
 */
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** How long `readyz` shows that the journal failed, before the process ends and its supervisor starts it again. */
const JOURNAL_FAILURE_SHOWN_MS = 60_000;

/** The state shared by the start and the end of the exchange: how far it is, and the parts to take down. */
export interface Life {
  readonly log: Logger;
  readonly closers: AsyncDisposableStack;
  readonly signal: AbortSignal;
  /** Not ready, and why; null when ready. */
  waitingFor: string | null;
  readonly failed: Promise<void>;
  readonly fail: (error: unknown) => void;
  /** Nothing can be made durable any more: says so when asked, and ends a while later. */
  failJournal(error: unknown): void;
}

export function createLife(config: Pick<Config, 'logLevel'>, signal: AbortSignal): Life {
  // Standard output belongs to what is promised there.
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
  const failed = Promise.withResolvers<void>();
  const life: Life = {
    log,
    closers: new AsyncDisposableStack(),
    signal,
    waitingFor: 'starting',
    failed: failed.promise,
    fail(error) {
      log.fatal({ err: error }, 'the exchange can not go on');
      life.waitingFor = 'stopping after a fault';
      failed.resolve();
    },
    failJournal(error) {
      log.fatal({ err: error }, 'the journal can not be written: no command is taken any more');
      life.waitingFor = 'the journal can not be written';
      setTimeout(() => failed.resolve(), JOURNAL_FAILURE_SHOWN_MS).unref();
    },
  };
  return life;
}

export async function takeDown(life: Life): Promise<void> {
  life.waitingFor = 'stopping';
  try {
    await life.closers.disposeAsync();
  } catch (error) {
    life.log.error({ err: error }, 'not everything could be closed');
  }
}
