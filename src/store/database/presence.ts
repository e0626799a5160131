/**
 * Whether the database is there. When it is lost, it is tried again, first immediately and then every two seconds,
 * until it is back; each question is tried again for a moment and then told that the store is away. Decides nothing
 * about what is written, and never gives up: how long trading continues without the store is for others to decide.
 *
 * It is back when it is held, was found as it was left, and holds what was to be written when it was lost.
 */
import { isAway } from './away.ts';
import { StoreAway, wholeMessage } from '../errors.ts';
import { machine } from '../../time/machine.ts';

export interface Presence {
  /** Why the database is away; null while it is there. */
  readonly away: string | null;
  /**
   * Says that the database was lost. Resolves when it is back.
   * @throws the error itself when it does not say that the database is away; whatever makes coming back impossible
   */
  lost(error: unknown): Promise<void>;
  /** Asks a question that may be asked again. @throws StoreAway */
  asked<Answer>(question: () => Promise<Answer>): Promise<Answer>;
  /** Stops trying; anyone who waits for it to be back waits for ever. */
  stop(): void;
}

export interface PresenceOptions {
  /** Takes the database back and writes what is owed; rejects while it is away. */
  readonly restore: () => Promise<void>;
  /** Called when it goes, when the reason changes, and with null when it is back. */
  readonly onChange: (reason: string | null) => void;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 2_000;
/** How long a question is retried. */
const PATIENCE_MS = 1_000;

export function createPresence({ restore, onChange }: PresenceOptions): Presence {
  let away: string | null = null;
  let awaySinceMs = 0;
  let returning: Promise<void> | null = null;
  const stopping = new AbortController();

  const say = (reason: string | null): void => {
    if (reason === away) return;
    if (away === null) awaySinceMs = machine.steadyMs();
    away = reason;
    onChange(reason);
  };

  const comeBack = async (): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await machine.sleep(pauseMs, stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) break;
      try {
        await restore();
        return say(null);
      } catch (error) {
        if (!isAway(error)) throw error;
        say(wholeMessage(error));
      }
    }
    // Stopped: the thread is shutting down, and nothing may go on as if the database were there.
    await new Promise(() => {});
  };

  const lost = async (error: unknown): Promise<void> => {
    if (!isAway(error)) throw error;
    if (returning === null) {
      say(wholeMessage(error));
      returning = comeBack().finally(() => (returning = null));
    }
    await returning;
  };

  const isLongAway = (): boolean => away !== null && machine.steadyMs() - awaySinceMs > PATIENCE_MS;

  return {
    get away() {
      return away;
    },
    lost,
    async asked(question) {
      const until = machine.steadyMs() + PATIENCE_MS;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
        if (isLongAway()) throw new StoreAway(away ?? '');
        try {
          return await question();
        } catch (error) {
          if (!isAway(error)) throw error;
          if (machine.steadyMs() + pauseMs > until) throw new StoreAway(wholeMessage(error));
          await machine.sleep(pauseMs);
        }
      }
    },
    stop: () => stopping.abort(),
  };
}
