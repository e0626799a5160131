/**
 * The life of a process of the exchange, from its start to its end: how far it is, what has to be taken down, and how
 * it ends when it can't go on. Knows none of its parts.
 */
import { isatty } from 'node:tty';
import { type Logger, pino } from 'pino';
import { logText } from './log-text.ts';
import { LOG_PARTS, type LogLevels, type LogPart } from './log-levels.ts';
import { machine } from '../time/machine.ts';

/** Standard error. */
const ERRORS = 2;
/** How long `readyz` shows that the journal failed, before the process ends and its supervisor starts it again. */
const JOURNAL_FAILURE_SHOWN_MS = 60_000;

/** The two seconds that a stop is promised to take, but for what ends after the last snapshot. */
const STOP_MS = 1_700;

/** The state shared by the start and the end of the exchange: how far it is, and the parts to take down. */
export interface Life {
  /** Of each part of the exchange, at its own level; every line says which part it is of. */
  readonly logs: Readonly<Record<LogPart, Logger>>;
  readonly signal: AbortSignal;
  /** Enters what has to be taken down, the last first; `what` names it to an operator who waits for it. */
  readonly atEnd: (what: string, close: () => unknown) => void;
  /** Takes it all down. */
  readonly end: () => Promise<void>;
  /** The part being taken down just now. */
  readonly ending: () => string;
  /** Time left to the stop, ms. */
  readonly leftMs: () => number;
  /** Not ready, and why; null when ready. */
  waitingFor: string | null;
  readonly failed: Promise<void>;
  readonly fail: (error: unknown) => void;
  /** Nothing can be made durable any more: says so when asked, and ends a while later. */
  failJournal(error: unknown): void;
}

/** @param virtualMs a rehearsal's time, which its log lines have beside the machine's */
export function createLife(levels: LogLevels, signal: AbortSignal, virtualMs?: () => number): Life {
  const logs = openLogs(levels, virtualMs);
  const log = logs.start;
  const failed = Promise.withResolvers<void>();
  const closers = new AsyncDisposableStack();
  let ending = 'what was going on';
  let endsAtMs = Number.POSITIVE_INFINITY;
  const life: Life = {
    logs,
    signal,
    atEnd(what, close) {
      closers.defer(async () => {
        ending = what;
        await close();
      });
    },
    end() {
      endsAtMs = machine.steadyMs() + STOP_MS;
      return closers.disposeAsync();
    },
    ending: () => ending,
    leftMs: () => Math.max(0, endsAtMs - machine.steadyMs()),
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
      machine.after(JOURNAL_FAILURE_SHOWN_MS, () => failed.resolve()).unref();
    },
  };
  return life;
}

function openLogs(levels: LogLevels, virtualMs?: () => number): Life['logs'] {
  // Standard output belongs to what is promised there.
  const to = pino.destination({ fd: ERRORS, sync: true });
  // A log on a full disk, or that nobody reads any more, ends nothing.
  to.on('error', () => undefined);
  const isSeen = isatty(ERRORS);
  const log = pino(
    {
      level: levels.all,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(virtualMs === undefined ? {} : { mixin: () => ({ virtualMs: virtualMs() }) }),
    },
    { write: (line) => to.write(isSeen ? logText(line) : line) },
  );
  const entries = LOG_PARTS.map((part) => [part, log.child({ part }, { level: levels.parts[part] ?? levels.all })]);
  return Object.fromEntries(entries) as Record<LogPart, Logger>;
}

export async function takeDown(life: Life): Promise<void> {
  life.waitingFor = 'stopping';
  try {
    await life.end();
  } catch (error) {
    life.logs.start.error({ err: error }, 'not everything could be closed');
  }
}
