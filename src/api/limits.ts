/**
 * Who may still ask how much (wire 4): a weight budget per address and, independently, per account, and the order rates.
 *
 * Counters live in memory and are empty after a restart. A refused request costs nothing in the budget that refused it; what an earlier
 * budget charged stays. Time is a monotonic clock handed in.
 */
import type { Bilingual } from './errors.ts';
import { ApiError } from './errors.ts';
import type { RateLimitSettings } from './settings.ts';
import { admit, createWindow, secondsUntil, type SlidingWindow, usedOf } from './sliding-window.ts';

export type RefusedScope = 'ip' | 'uid' | 'orders' | 'minute' | 'volume';

export interface Limits {
  /** Charges an address; throws 429. */
  chargeAddress(address: string, weight: number): void;
  /** Charges an account; throws 429. */
  chargeAccount(account: number, weight: number): void;
  /** Counts an order operation of the account; throws 429 when the second or the minute is full. */
  chargeOrder(account: number, operation: string, creates: number): void;
  /** The rate headers, names and values in turn; `account` 0 for none. */
  headers(address: string, account: number): string[];
  /** 429s by scope since the start. */
  readonly refused: Readonly<Record<RefusedScope, number>>;
  /** Counts a refusal decided elsewhere (AI-log volume) and makes its error. */
  refuse(scope: RefusedScope, retryAfterSeconds: number, hint: Bilingual): ApiError;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** Above this many counters idle ones are swept out. */
const SWEEP_AT = 4096;

interface Counters<Key> {
  readonly windows: Map<Key, SlidingWindow>;
  sweepAt: number;
}

function counters<Key>(): Counters<Key> {
  return { windows: new Map(), sweepAt: SWEEP_AT };
}

/** The counter of a key, made on first use; now and then the idle ones are dropped, so that visitors of yesterday cost nothing. */
function counterOf<Key>(all: Counters<Key>, key: Key, nowMs: number, windowMs: number): SlidingWindow {
  const found = all.windows.get(key);
  if (found !== undefined) return found;
  if (all.windows.size >= all.sweepAt) {
    for (const [one, window] of all.windows) if (usedOf(window, nowMs, windowMs) === 0) all.windows.delete(one);
    all.sweepAt = Math.max(SWEEP_AT, all.windows.size * 2);
  }
  const window = createWindow();
  all.windows.set(key, window);
  return window;
}

export function createLimits(settings: RateLimitSettings, monotonicMs: () => number): Limits {
  const { enabled, windowMs } = settings;
  const addresses = counters<string>();
  const accounts = counters<number>();
  const orders = new Map<string, Counters<number>>();
  const minutes = counters<number>();
  const refused: Record<RefusedScope, number> = { ip: 0, uid: 0, orders: 0, minute: 0, volume: 0 };
  const overrideOf = (account: number) => settings.overrides?.[account];
  const budgetOf = (account: number): number => overrideOf(account)?.uidBudget ?? settings.uid.budget;

  function refuse(scope: RefusedScope, retryAfterSeconds: number, hint: Bilingual): ApiError {
    refused[scope]++;
    return new ApiError(429, { hint, headers: ['Retry-After', String(retryAfterSeconds), 'X-RateLimit-Scope', scope] });
  }

  function charge(window: SlidingWindow, weight: number, budget: number, spanMs: number, scope: RefusedScope): void {
    const nowMs = monotonicMs();
    if (admit(window, weight, budget, nowMs, spanMs)) return;
    const seconds = secondsUntil(window, weight, budget, nowMs, spanMs);
    throw refuse(scope, seconds, describe(scope, window.used, budget, weight, spanMs, seconds));
  }

  return {
    refused,
    refuse,
    chargeAddress(address, weight) {
      if (!enabled) return;
      charge(counterOf(addresses, address, monotonicMs(), windowMs), weight, settings.ip.budget, windowMs, 'ip');
    },
    chargeAccount(account, weight) {
      if (!enabled) return;
      charge(counterOf(accounts, account, monotonicMs(), windowMs), weight, budgetOf(account), windowMs, 'uid');
    },
    chargeOrder(account, operation, creates) {
      if (!enabled) return;
      const perSecond = overrideOf(account)?.ordersPerSecond ?? settings.orders.perSecond;
      if (perSecond > 0) {
        let kind = orders.get(operation);
        if (kind === undefined) orders.set(operation, (kind = counters()));
        charge(counterOf(kind, account, monotonicMs(), SECOND_MS), 1, perSecond, SECOND_MS, 'orders');
      }
      const perMinute = overrideOf(account)?.createOrdersPerMinute ?? 0;
      if (perMinute > 0 && creates > 0)
        charge(counterOf(minutes, account, monotonicMs(), MINUTE_MS), creates, perMinute, MINUTE_MS, 'minute');
    },
    headers(address, account) {
      if (!enabled) return [];
      const nowMs = monotonicMs();
      const list = [
        'X-RateLimit-IP-Used',
        usedText(addresses.windows.get(address), nowMs, windowMs),
        'X-RateLimit-IP-Limit',
        String(settings.ip.budget),
      ];
      if (account !== 0)
        list.push(
          'X-RateLimit-UID-Used',
          usedText(accounts.windows.get(account), nowMs, windowMs),
          'X-RateLimit-UID-Limit',
          String(budgetOf(account)),
        );
      return list;
    },
  };
}

function usedText(window: SlidingWindow | undefined, nowMs: number, windowMs: number): string {
  return window === undefined ? '0' : String(usedOf(window, nowMs, windowMs));
}

function describe(scope: RefusedScope, used: number, budget: number, weight: number, spanMs: number, seconds: number): Bilingual {
  const span = spanMs / 1000;
  if (scope === 'ip' || scope === 'uid') {
    return {
      en: `${scope} weight ${used} of ${budget} in ${span} s, this call costs ${weight}; retry after ${seconds} s`,
      zh: `${scope}权重${span}秒内已用${used}/${budget}，本次需要${weight}，请在${seconds}秒后重试`,
    };
  }
  return {
    en: `${used} of ${budget} orders in ${span} s; retry after ${seconds} s`,
    zh: `${span}秒内已提交${used}/${budget}次，请在${seconds}秒后重试`,
  };
}
