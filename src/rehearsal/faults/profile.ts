/**
 * A profile of faults: how often which of them happens to a request, as JSON says it. Each request is hit by one of
 * those with a probability at most; delays are every request's.
 */
import type { Instead } from '../../api/call/faults.ts';
import { readMoment } from '../../core/text/moment.ts';
import { Form, unfit } from '../form/form.ts';

/** Delays: half of all below the first, one of a hundred above the second, none above the third. */
export interface Delays {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface Profile {
  readonly before: Delays | null;
  readonly after: Delays | null;
  readonly tooMany: number;
  /** Status null: one of three. */
  readonly errorBefore: { readonly p: number; readonly status: Instead | null };
  readonly errorAfter: { readonly p: number; readonly status: Instead | null };
  readonly dropBefore: number;
  readonly dropAfter: number;
  /** By the machine's clock. */
  readonly hang: { readonly p: number; readonly ms: number };
  readonly staleReads: { readonly p: number; readonly lagMs: number };
  readonly ws: {
    /** 0: never. */
    readonly dropEveryMs: number;
    readonly lagMs: number;
    readonly lose: number;
    readonly repeat: number;
  };
  /** Operations; null: all. */
  readonly only: readonly string[] | null;
  /** Of the rehearsal's time; null: open. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export const BEFORE_STATUSES = [502, 503, 504] as const;
export const AFTER_STATUSES = [500, 502, 504] as const;
/** Reads are kept for so long. */
export const MOST_STALE_MS = 60_000;
const LONGEST_MS = 600_000;
const LEAST_DROP_MS = 1_000;
const MOST_DROP_MS = 86_400_000;

/**
 * @param operations that there are
 * @throws ApiError 60006 that names the field
 */
export function readProfile(value: unknown, place: string, operations: ReadonlySet<string>): Profile {
  const form = new Form(value, place);
  const latency = form.has('latency') ? new Form(form.get('latency'), form.at('latency')) : null;
  const profile = {
    before: delaysIn(latency, 'before'),
    after: delaysIn(latency, 'after'),
    tooMany: chanceIn(form, 'tooMany'),
    errorBefore: errorIn(form, 'errorBefore', BEFORE_STATUSES),
    errorAfter: errorIn(form, 'errorAfter', AFTER_STATUSES),
    dropBefore: chanceIn(form, 'dropBefore'),
    dropAfter: chanceIn(form, 'dropAfter'),
    hang: timedIn(form, 'hang', 'ms', LONGEST_MS),
    staleReads: timedIn(form, 'staleReads', 'lagMs', MOST_STALE_MS),
    ws: socketsIn(form),
    only: onlyIn(form, operations),
    fromMs: momentIn(form, 'from'),
    toMs: momentIn(form, 'to'),
  };
  latency?.end();
  form.end();
  const { tooMany, errorBefore, errorAfter, dropBefore, dropAfter, hang, fromMs, toMs } = profile;
  const sum = tooMany + errorBefore.p + errorAfter.p + dropBefore + dropAfter + hang.p;
  if (sum > 1) throw unfit(place, sum, 'chances of its faults that sum up to 1 at most', '各故障概率之和不超过1');
  if (fromMs !== null && toMs !== null && toMs <= fromMs)
    throw unfit(form.at('to'), toMs, 'a moment after `from`', '晚于from的时间');
  return {
    ...profile,
    hang: { p: hang.p, ms: hang.ms },
    staleReads: { p: profile.staleReads.p, lagMs: profile.staleReads.ms },
  };
}

function delaysIn(latency: Form | null, name: 'before' | 'after'): Delays | null {
  if (latency === null || !latency.has(name)) return null;
  const form = new Form(latency.get(name), latency.at(name));
  const p50Ms = form.number('p50Ms', 0, LONGEST_MS);
  const p99Ms = form.number('p99Ms', p50Ms, LONGEST_MS);
  const maxMs = form.number('maxMs', p99Ms, LONGEST_MS, Math.min(LONGEST_MS, 4 * p99Ms));
  form.end();
  return { p50Ms, p99Ms, maxMs };
}

/** A chance, by itself or as `{p}`. */
function chanceIn(form: Form, name: string): number {
  if (!form.has(name)) return 0;
  const value = form.get(name);
  if (typeof value === 'number') return form.number(name, 0, 1);
  const inner = new Form(value, form.at(name));
  const p = inner.number('p', 0, 1);
  inner.end();
  return p;
}

function errorIn<Status extends Instead & number>(form: Form, name: string, statuses: readonly Status[]) {
  if (!form.has(name)) return { p: 0, status: null };
  if (typeof form.get(name) === 'number') return { p: form.number(name, 0, 1), status: null };
  const inner = new Form(form.get(name), form.at(name));
  const p = inner.number('p', 0, 1);
  const status = inner.has('status') ? inner.word('status', statuses) : null;
  inner.end();
  return { p, status };
}

function timedIn(form: Form, name: string, unit: string, most: number): { p: number; ms: number } {
  if (!form.has(name)) return { p: 0, ms: 0 };
  const inner = new Form(form.get(name), form.at(name));
  const found = { p: inner.number('p', 0, 1), ms: inner.whole(unit, 1, most) };
  inner.end();
  return found;
}

function socketsIn(form: Form): Profile['ws'] {
  if (!form.has('ws')) return { dropEveryMs: 0, lagMs: 0, lose: 0, repeat: 0 };
  const inner = new Form(form.get('ws'), form.at('ws'));
  const found = {
    dropEveryMs: inner.has('dropEveryMs') ? inner.whole('dropEveryMs', LEAST_DROP_MS, MOST_DROP_MS) : 0,
    lagMs: inner.whole('lagMs', 0, LONGEST_MS, 0),
    lose: chanceIn(inner, 'lose'),
    repeat: chanceIn(inner, 'repeat'),
  };
  inner.end();
  if (found.lose + found.repeat > 1)
    throw unfit(
      inner.place,
      found.lose + found.repeat,
      'lose and repeat that sum up to 1 at most',
      'lose与repeat之和不超过1',
    );
  return found;
}

function onlyIn(form: Form, operations: ReadonlySet<string>): readonly string[] | null {
  if (!form.has('only')) return null;
  const value = form.get('only');
  if (!Array.isArray(value) || value.length === 0)
    throw unfit(form.at('only'), value, 'a list of operations, such as placeOrder', '操作名列表，例如placeOrder');
  const stranger = value.find((one) => typeof one !== 'string' || !operations.has(one));
  if (stranger !== undefined)
    throw unfit(
      form.at('only'),
      stranger,
      'an operation, such as placeOrder or v3.placeOrder',
      '操作名，例如placeOrder',
    );
  return value as readonly string[];
}

function momentIn(form: Form, name: string): number | null {
  if (!form.has(name)) return null;
  const value = form.get(name);
  const read = readMoment(value);
  if (read.ok) return read.timeMs;
  throw unfit(form.at(name), value, 'a time with its zone, or epoch milliseconds', '带时区的时间或毫秒时间戳');
}

/**
 * A delay: linear up to the middle, and beyond it one whose excess doubles with each halving of those that are longer,
 * so that the quantiles that were given are met.
 * @param u uniform, 0 to 1
 */
export function delayOf({ p50Ms, p99Ms, maxMs }: Delays, u: number): number {
  if (u < 0.5) return Math.round(p50Ms * (0.5 + u));
  const tail = 1 / (1 - u);
  return Math.round(Math.min(maxMs, p50Ms + ((p99Ms - p50Ms) * (tail - 2)) / 98));
}
