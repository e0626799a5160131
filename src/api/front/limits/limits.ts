/**
 * How much each caller may still ask (docs/api.md, Rate limits): a weight budget per address and, independently, per
 * account, and the order rates. Cancels have a reserve beside each budget, out of which they are paid when it has no
 * room for them, so that whoever has asked too much can still take orders back.
 *
 * Counters live in memory and are empty after a restart, unless a rehearsal's checkpoint holds them. A refused request
 * costs nothing in the budget that refused it; charges to an earlier budget stay. Time is a monotonic clock handed in.
 *
 * Of several nodes each has counters of its own. The order rates count what others let through as well, once it is
 * applied here (`countElsewhere`).
 */
import type { Command } from '../../../core/language/commands.ts';
import type { Bilingual } from '../../words/errors.ts';
import type { Dialect } from '../../words/dialect.ts';
import { ApiError } from '../../words/errors.ts';
import type { Endpoint } from './endpoint.ts';
import type { RateLimitSettings } from './settings.ts';
import { countedOf } from './counted-command.ts';
import { admit, count, createWindow, secondsUntil, type SlidingWindow, usedOf } from './sliding-window.ts';

export type RefusedScope = 'ip' | 'uid' | 'orders' | 'minute' | 'volume' | 'pages' | 'bundles';

/** The properties of an endpoint that its limits depend on. */
export type LimitedRoute = Pick<Endpoint, 'operation' | 'weight' | 'orderRate' | 'isCancel'>;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** Bytes of a body that cost one more of weight, of address and account alike. */
const BYTES_OF_WEIGHT = 16 * 1024;
/** The reserve for cancels is this part of a budget; one cancel a window at least. */
const RESERVE_PART = 10;
/** Above this many counters idle ones are swept out. */
const SWEEP_AT = 4096;

interface Counters<Key> {
  readonly windows: Map<Key, SlidingWindow>;
  sweepAt: number;
}

function counters<Key>(): Counters<Key> {
  return { windows: new Map(), sweepAt: SWEEP_AT };
}

/**
 * The counter of a key, made on first use; now and then the idle ones are dropped, so that visitors of yesterday cost
 * nothing.
 */
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

/** The weight of a body beside that of its route: reading it takes the time of whoever trades. */
export function weightOfBody(bytes: number): number {
  return Math.floor(bytes / BYTES_OF_WEIGHT);
}

/** The lower of two rates; 0 means no limit. */
export function stricterRate(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}

type SavedWindow = Omit<SlidingWindow, 'weights'> & { readonly weights: readonly number[] };

/** Counters by what they count, as plain JSON. */
export type SavedLimits = readonly (readonly [
  name: string,
  rows: readonly (readonly [key: string | number, window: SavedWindow])[],
])[];

/** Before the kind of order that a counter is of. */
const OF_ORDERS = 'orders ';

/** Charges a window, or only checks it; throws 429. */
type Act = (window: SlidingWindow, weight: number, budget: number, spanMs: number, scope: RefusedScope) => void;

/** The counters of a budget, and of the reserve for cancels beside it. */
interface Budget<Key> {
  readonly own: Counters<Key>;
  readonly reserve: Counters<Key>;
}

export class Limits {
  readonly #settings: RateLimitSettings;
  readonly #monotonicMs: () => number;
  readonly #contestRate: (account: number) => number;
  readonly #addresses: Budget<string> = { own: counters(), reserve: counters() };
  readonly #pages = counters<string>();
  readonly #accounts: Budget<number> = { own: counters(), reserve: counters() };
  readonly #orders = new Map<string, Counters<number>>();
  readonly #minutes = counters<number>();
  readonly #refused = { ip: 0, uid: 0, orders: 0, minute: 0, volume: 0, pages: 0, bundles: 0 };

  /** @param contestRate orders a minute that an account's contest allows it; 0: no limit */
  constructor(
    settings: RateLimitSettings,
    monotonicMs: () => number,
    contestRate: (account: number) => number = () => 0,
  ) {
    this.#settings = settings;
    this.#monotonicMs = monotonicMs;
    this.#contestRate = contestRate;
  }

  /** 429s by scope since the start. */
  get refused(): Readonly<Record<RefusedScope, number>> {
    return this.#refused;
  }

  /** Counts a refusal decided elsewhere (AI-log volume, bundles) and makes its error. */
  refuse(scope: RefusedScope, retryAfterSeconds: number, hint: Bilingual): ApiError {
    this.#refused[scope]++;
    return tooMany(scope, retryAfterSeconds, hint);
  }

  /** Charges an address; throws 429. A cancel has a reserve. */
  chargeAddress(address: string, weight: number, isCancel: boolean): void {
    const { enabled, ip } = this.#settings;
    if (enabled) this.#weigh(this.#addresses, address, weight, ip.budget, { isCancel, scope: 'ip', act: this.#charge });
  }

  /**
   * Charges an address for a request that isn't a call of the API, out of a separate budget of the same size; throws
   * 429.
   */
  chargePages(address: string, weight: number): void {
    const { enabled, windowMs, ip } = this.#settings;
    if (!enabled) return;
    const window = counterOf(this.#pages, address, this.#monotonicMs(), windowMs);
    this.#charge(window, weight, ip.budget, windowMs, 'pages');
  }

  /**
   * Charges an account for a request to the route, and counts it against its order rates; throws 429.
   * @param bodyWeight of its body (`weightOfBody`)
   */
  chargeAccount(account: number, route: LimitedRoute, bodyWeight: number): void {
    this.#forAccount(account, route, bodyWeight, this.#charge);
  }

  /**
   * Counts orders of an account against the minute's rate, when a request says only in its body how many they are;
   * throws 429.
   */
  chargeCreated(account: number, orders: number): void {
    this.#forMinute(account, orders, this.#charge);
  }

  /** Counts a command that another node let through against the order rates; refuses nothing. */
  countElsewhere(command: Command): void {
    const found = countedOf(command);
    if (found === null) return;
    const { account, as, creates } = found;
    const note: Act = (window, weight, _, spanMs) => count(window, weight, this.#monotonicMs(), spanMs);
    if (as !== null) this.#forSecond(account, as, note);
    this.#forMinute(account, creates, note);
  }

  /** Throws the 429 that the account's request to the route would get now; charges nothing. */
  checkAccount(account: number, route: LimitedRoute, bodyWeight: number): void {
    this.#forAccount(account, route, bodyWeight, this.#check);
  }

  /** The rate headers, names and values in turn; `account` 0 for none. */
  headers(address: string, account: number, dialect: Dialect): string[] {
    const { enabled, windowMs, ip } = this.#settings;
    if (!enabled) return [];
    const nowMs = this.#monotonicMs();
    const { budget } = ip;
    const window = this.#addresses.own.windows.get(address);
    const used = window === undefined ? 0 : usedOf(window, nowMs, windowMs);
    const list = ['X-RateLimit-IP-Used', String(used), 'X-RateLimit-IP-Limit', String(budget)];
    list.push(...dialect.budgetHeaders({ used, budget }));
    if (account !== 0)
      list.push(
        'X-RateLimit-UID-Used',
        usedText(this.#accounts.own.windows.get(account), nowMs, windowMs),
        'X-RateLimit-UID-Limit',
        String(this.#budgetOf(account)),
      );
    return list;
  }

  /** All counters, by what they count. */
  save(): SavedLimits {
    const saved = [...this.#all()].map(([name, { windows }]) => {
      const rows = [...windows].map(
        ([key, { weights, ...rest }]) => [key, { ...rest, weights: Array.from(weights) }] as const,
      );
      return [name, rows] as const;
    });
    return saved.filter(([, rows]) => rows.length > 0);
  }

  restore(saved: SavedLimits): void {
    for (const [name] of saved) if (name.startsWith(OF_ORDERS)) this.#ordersOf(name.slice(OF_ORDERS.length));
    const all = new Map(this.#all());
    for (const [name, rows] of saved)
      for (const [key, { weights, ...rest }] of rows)
        all.get(name)?.windows.set(key, { ...rest, weights: Int32Array.from(weights) });
  }

  *#all(): Generator<readonly [name: string, counters: Counters<string | number>]> {
    const { own, reserve } = this.#addresses;
    yield ['addresses', own];
    yield ['addresses reserve', reserve];
    yield ['pages', this.#pages];
    yield ['accounts', this.#accounts.own];
    yield ['accounts reserve', this.#accounts.reserve];
    yield ['minutes', this.#minutes];
    for (const [kind, found] of this.#orders) yield [`${OF_ORDERS}${kind}`, found];
  }

  #ordersOf(kind: string): Counters<number> {
    let found = this.#orders.get(kind);
    if (found === undefined) this.#orders.set(kind, (found = counters()));
    return found;
  }

  #budgetOf(account: number): number {
    return this.#settings.overrides?.[account]?.uidBudget ?? this.#settings.uid.budget;
  }

  readonly #charge: Act = (window, weight, budget, spanMs, scope) => {
    if (admit(window, weight, budget, this.#monotonicMs(), spanMs)) return;
    this.#refused[scope]++;
    throw refusal(window, weight, budget, this.#monotonicMs(), spanMs, scope);
  };

  readonly #check: Act = (window, weight, budget, spanMs, scope) => {
    const nowMs = this.#monotonicMs();
    if (usedOf(window, nowMs, spanMs) + weight > budget) throw refusal(window, weight, budget, nowMs, spanMs, scope);
  };

  /** The weight of a call out of the budget; of a cancel for which it has no room, out of the reserve beside it. */
  #weigh<Key>(
    of: Budget<Key>,
    key: Key,
    weight: number,
    budget: number,
    { isCancel, scope, act }: { readonly isCancel: boolean; readonly scope: RefusedScope; readonly act: Act },
  ): void {
    const { windowMs } = this.#settings;
    const nowMs = this.#monotonicMs();
    const own = counterOf(of.own, key, nowMs, windowMs);
    if (!isCancel || usedOf(own, nowMs, windowMs) + weight <= budget) return act(own, weight, budget, windowMs, scope);
    const reserve = Math.max(Math.ceil(budget / RESERVE_PART), weight);
    act(counterOf(of.reserve, key, nowMs, windowMs), weight, reserve, windowMs, scope);
  }

  /** The budgets a request to the route counts against, in the order in which it is refused. */
  #forAccount(account: number, route: LimitedRoute, bodyWeight: number, act: Act): void {
    const { enabled } = this.#settings;
    if (!enabled) return;
    const { operation, weight, orderRate, isCancel = false } = route;
    const wanted = weight.uid + bodyWeight;
    this.#weigh(this.#accounts, account, wanted, this.#budgetOf(account), { isCancel, scope: 'uid', act });
    if (orderRate === undefined) return;
    this.#forSecond(account, orderRate.as ?? operation, act);
    this.#forMinute(account, orderRate.creates, act);
  }

  #forSecond(account: number, as: string, act: Act): void {
    const { enabled, overrides, orders } = this.#settings;
    const perSecond = overrides?.[account]?.ordersPerSecond ?? orders.perSecond;
    if (!enabled || perSecond <= 0) return;
    act(counterOf(this.#ordersOf(as), account, this.#monotonicMs(), SECOND_MS), 1, perSecond, SECOND_MS, 'orders');
  }

  #forMinute(account: number, creates: number, act: Act): void {
    const { enabled, overrides } = this.#settings;
    const perMinute = stricterRate(overrides?.[account]?.createOrdersPerMinute ?? 0, this.#contestRate(account));
    if (!enabled || perMinute === 0 || creates === 0) return;
    act(counterOf(this.#minutes, account, this.#monotonicMs(), MINUTE_MS), creates, perMinute, MINUTE_MS, 'minute');
  }
}

/** A 429: which limit it was, and when to ask again. */
export function tooMany(scope: RefusedScope, retryAfterSeconds: number, hint: Bilingual): ApiError {
  return new ApiError(429, { hint, headers: ['Retry-After', String(retryAfterSeconds), 'X-RateLimit-Scope', scope] });
}

/** The 429 of a budget that has no room for the weight. */
function refusal(
  window: SlidingWindow,
  weight: number,
  budget: number,
  nowMs: number,
  spanMs: number,
  scope: RefusedScope,
): ApiError {
  const seconds = secondsUntil(window, weight, budget, nowMs, spanMs);
  return tooMany(scope, seconds, describe(scope, window.used, budget, weight, spanMs, seconds));
}

function usedText(window: SlidingWindow | undefined, nowMs: number, windowMs: number): string {
  return window === undefined ? '0' : String(usedOf(window, nowMs, windowMs));
}

function describe(
  scope: RefusedScope,
  used: number,
  budget: number,
  weight: number,
  spanMs: number,
  seconds: number,
): Bilingual {
  const span = spanMs / 1000;
  if (scope === 'ip' || scope === 'uid' || scope === 'pages') {
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
