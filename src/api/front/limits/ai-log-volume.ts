/**
 * How many bytes of AI logs an account may upload or try in a UTC day (docs/ai-log.md 6, step 2): decided before the
 * body is looked at. What was logged earlier today is read from the store once; from then on it is counted here.
 * Repeats and refused uploads cost nothing; a dry run always counts, until a restart forgets it.
 */
import type { Store } from '../../../store/store.ts';
import type { Limits } from './limits.ts';

const DAY_MS = 86_400_000;
/** 1 GiB. */
const BYTES_PER_DAY = 1_073_741_824;

export interface AiLogVolume {
  /** Sets bytes aside; the answer gives them back when nothing was stored. Throws 429. */
  reserve(account: number, bytes: number, nowMs: number): Promise<() => void>;
}

interface Day {
  readonly startMs: number;
  readonly used: Map<number, number>;
}

export function createAiLogVolume(store: Store, limits: Limits, bytesPerDay: number = BYTES_PER_DAY): AiLogVolume {
  let day: Day = { startMs: 0, used: new Map() };

  async function usedToday(account: number, startMs: number): Promise<Day> {
    if (day.startMs !== startMs) day = { startMs, used: new Map() };
    const today = day;
    if (!today.used.has(account)) {
      const stored = await store.ask('payloadVolume', { uid: account, sinceMs: startMs }, 0);
      // A request that asked meanwhile has counted from the same figure.
      if (!today.used.has(account)) today.used.set(account, stored);
    }
    return today;
  }

  return {
    async reserve(account, bytes, nowMs) {
      const startMs = nowMs - (nowMs % DAY_MS);
      const today = await usedToday(account, startMs);
      const used = today.used.get(account) ?? 0;
      if (used + bytes > bytesPerDay) {
        const seconds = Math.max(1, Math.ceil((startMs + DAY_MS - nowMs) / 1000));
        throw limits.refuse('volume', seconds, {
          en: `${used} of ${bytesPerDay} bytes of AI logs and dry runs today, this one has ${bytes}; retry after ${seconds} s`,
          zh: `今日AI日志（含试运行）已用${used}/${bytesPerDay}字节，本次${bytes}字节，请在${seconds}秒后重试`,
        });
      }
      today.used.set(account, used + bytes);
      return () => void today.used.set(account, (today.used.get(account) ?? bytes) - bytes);
    },
  };
}
