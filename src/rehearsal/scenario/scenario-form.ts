/**
 * A scenario as JSON (REH-10): what happens to the market, the exchange and its accounts, and when. It is read whole
 * before anything of it happens; an error names the event and the field.
 */
import type { FaultWish } from '../../api/call/faults.ts';
import type { HousePart } from '../../market/house/weather.ts';
import { readMoment } from '../../core/text/moment.ts';
import { wishIn } from '../faults/wishes.ts';
import { Form, unfit } from '../form/form.ts';

/** A contract; null: all. */
type Where = { readonly symbol: string | null };
type For = { readonly forMs: number };

const EXPECTATIONS = {
  /** Every invariant holds. */
  audit: 'whole',
  /** Most between mark and index, basis points. */
  maxMarkGapBp: 'number',
  /** Least on each side within 50 bp of the middle, USDT. */
  minDepthUsdt: 'number',
  /** Most between best bid and ask, basis points. */
  maxSpreadBp: 'number',
  /** Least in the insurance fund, USDT. */
  minInsuranceUsdt: 'number',
  /** Least that was liquidated since the scenario began, fills. */
  minLiquidations: 'number',
  /** Least and most that the index moved since the scenario began, basis points. */
  indexMoveBp: 'range',
} as const;
export type Expectation = keyof typeof EXPECTATIONS;

export type Act =
  | ({ readonly do: 'jump'; readonly bp: number } & Where)
  | ({ readonly do: 'drift'; readonly bp: number; readonly overMs: number } & Where)
  | ({ readonly do: 'volatility' | 'spread' | 'depth'; readonly times: number } & Where & For)
  | ({ readonly do: 'house'; readonly off: HousePart } & Where & For)
  | ({ readonly do: 'feedGap' } & Where & For)
  | ({ readonly do: 'premium'; readonly bp: number } & Where & For)
  | ({ readonly do: 'liquidations'; readonly usdt: number } & Where)
  | ({ readonly do: 'outage'; readonly answer: '503' | 'drop' | 'hang' } & For)
  | ({ readonly do: 'halt' | 'resume' } & Where)
  | ({ readonly do: 'faults'; readonly wish: FaultWish } & For)
  | { readonly do: 'deposit'; readonly uid: number; readonly amount: string }
  | { readonly do: 'checkpoint'; readonly name: string | null }
  | { readonly do: 'pause' }
  | ({
      readonly do: 'expect';
      readonly what: Expectation;
      /** Of a whole: 0. Of a range the least, and the most. */
      readonly value: number;
      readonly most: number;
    } & Where);

export interface PlannedEvent {
  readonly atMs: number;
  readonly place: string;
  readonly act: Act;
  /** As it was written. */
  readonly event: object;
}

export interface Scenario {
  readonly name: string;
  readonly events: readonly PlannedEvent[];
}

/** Times of a scenario are counted from it. */
export interface Begin {
  readonly nowMs: number;
  /** The next settlement of funding; null: no contract has a price. */
  readonly fundingMs: number | null;
}

const MOST_EVENTS = 1_000;
const SECOND_MS = 1_000;
const MOST_MS = 400 * 86_400_000;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SPAN = /^(\d{1,9})(ms|s|m|h|d)$/;
const AT = 'a time with its zone, +6h after the begin, or funding-5m';

/** @throws ApiError 60006 */
export function readScenario(value: unknown, begin: Begin): Scenario {
  const form = new Form(value, 'scenario');
  const name = form.text('name', 64);
  form.get('about');
  const events = form.get('events');
  form.end();
  if (!Array.isArray(events) || events.length === 0 || events.length > MOST_EVENTS)
    throw unfit('scenario, events', events, `a list of 1 to ${MOST_EVENTS} events`, `1至${MOST_EVENTS}个事件的列表`);
  const planned = events.map((event, at) => eventOf(event, at, begin));
  return { name, events: planned.toSorted((a, b) => a.atMs - b.atMs) };
}

function eventOf(value: unknown, at: number, begin: Begin): PlannedEvent {
  const what = (value as { readonly do?: unknown } | null)?.do;
  const place = `event ${at + 1}${typeof what === 'string' ? ` (${what.slice(0, 20)})` : ''}`;
  const form = new Form(value, place);
  const atMs = momentOf(form, begin);
  const read = READERS[form.word('do', Object.keys(READERS) as (keyof typeof READERS)[])];
  const act = read(form);
  form.end();
  return { atMs, place, act, event: value as object };
}

/** A whole second, not before the begin. */
function momentOf(form: Form, { nowMs, fundingMs }: Begin): number {
  const given = form.get('at');
  const [, anchor = '', sign = '', span = ''] =
    /^(funding)?([+-])?(\w*)$/.exec(typeof given === 'string' ? given : '') ?? [];
  let atMs: number | null = null;
  if (anchor === 'funding' || sign === '+') {
    const fromMs = anchor === 'funding' ? fundingMs : nowMs;
    if (fromMs === null)
      throw unfit(form.at('at'), given, 'contracts that have funding, and so a price', '已有价格的合约');
    const byMs = span === '' && anchor !== '' ? 0 : spanOf(span);
    if (byMs !== null) atMs = fromMs + (sign === '-' ? -byMs : byMs);
  } else {
    const read = readMoment(given);
    if (read.ok) atMs = read.timeMs;
  }
  if (atMs === null) throw unfit(form.at('at'), given, AT, '带时区的时间、+6h或funding-5m');
  const wholeMs = Math.ceil(atMs / SECOND_MS) * SECOND_MS;
  if (wholeMs < nowMs || wholeMs - nowMs > MOST_MS)
    throw unfit(form.at('at'), given, 'a moment within 400 days from the begin on', '自开始起400天内的时间');
  return wholeMs;
}

function spanOf(text: string): number | null {
  const [, number = '', unit = ''] = SPAN.exec(text) ?? [];
  return number === '' ? null : Number(number) * UNITS[unit]!;
}

/** A span such as `5m`, under its own name (`for`, `over`) or in milliseconds (`forMs`, `overMs`). */
function spanIn(form: Form, name: 'for' | 'over'): number {
  if (form.has(`${name}Ms`)) return form.whole(`${name}Ms`, 1, MOST_MS);
  const given = form.get(name);
  const ms = typeof given === 'string' ? spanOf(given) : null;
  if (ms !== null && ms >= 1 && ms <= MOST_MS) return ms;
  throw unfit(form.at(name), given, `a span such as 5m, or ${name}Ms`, `时长，例如5m，或${name}Ms`);
}

/** `symbol`, or `all`. */
function whereIn(form: Form): Where {
  if (form.get('all') === true && !form.has('symbol')) return { symbol: null };
  return { symbol: form.text('symbol', 40) };
}

/** The same, where all are meant when neither is given. */
function anywhereIn(form: Form): Where {
  return form.has('symbol') || form.has('all') ? whereIn(form) : { symbol: null };
}

const LEAST_BP = -9_000;
const MOST_BP = 10_000;
const MOST_TIMES = 100;
const LEAST_TIMES = 0.01;

function times(what: 'volatility' | 'spread' | 'depth') {
  return (form: Form): Act => {
    const by = form.number('times', LEAST_TIMES, MOST_TIMES);
    return { do: what, ...whereIn(form), times: by, forMs: spanIn(form, 'for') };
  };
}

const READERS: { readonly [Name in Act['do']]: (form: Form) => Act } = {
  jump: (form) => ({ do: 'jump', ...whereIn(form), bp: form.number('bp', LEAST_BP, MOST_BP) }),
  drift: (form) => {
    return { do: 'drift', ...whereIn(form), bp: form.number('bp', LEAST_BP, MOST_BP), overMs: spanIn(form, 'over') };
  },
  volatility: times('volatility'),
  spread: times('spread'),
  depth: times('depth'),
  house: (form) => {
    const off = form.word('off', ['maker', 'taker', 'crowd']);
    return { do: 'house', ...anywhereIn(form), off, forMs: spanIn(form, 'for') };
  },
  feedGap: (form) => ({ do: 'feedGap', ...whereIn(form), forMs: spanIn(form, 'for') }),
  premium: (form) => {
    return { do: 'premium', ...whereIn(form), bp: form.number('bp', -1_000, 1_000), forMs: spanIn(form, 'for') };
  },
  liquidations: (form) => ({ do: 'liquidations', ...whereIn(form), usdt: form.number('usdt', 100, 1e9) }),
  outage: (form) => {
    const answer = form.word('answer', ['503', 503, 'drop', 'hang'], '503');
    return { do: 'outage', answer: answer === 503 ? '503' : answer, forMs: spanIn(form, 'for') };
  },
  halt: (form) => ({ do: 'halt', ...whereIn(form) }),
  resume: (form) => ({ do: 'resume', ...whereIn(form) }),
  faults: (form) => {
    const forMs = spanIn(form, 'for');
    const fields = ['uid', 'all', 'profile', 'seed'].flatMap((name) =>
      form.has(name) ? [[name, form.get(name)]] : [],
    );
    return { do: 'faults', wish: wishIn(Object.fromEntries(fields), form.place), forMs };
  },
  deposit: (form) => {
    const uid = form.whole('uid', 1, Number.MAX_SAFE_INTEGER);
    const amount = form.get('amount');
    if (typeof amount === 'string' && /^\d{1,9}(\.\d{1,8})?$/.test(amount) && Number(amount) > 0)
      return { do: 'deposit', uid, amount };
    throw unfit(form.at('amount'), amount, 'USDT as text, such as "100"', 'USDT数额文本，例如"100"');
  },
  checkpoint: (form) => ({ do: 'checkpoint', name: form.has('name') ? form.text('name', 40) : null }),
  pause: () => ({ do: 'pause' }),
  expect: expectation,
};

function expectation(form: Form): Act {
  const names = Object.keys(EXPECTATIONS) as Expectation[];
  const given = names.filter((name) => form.has(name));
  const [what] = given;
  if (what === undefined || given.length > 1)
    throw unfit(form.place, given, `one of ${names.join(', ')}`, `${names.join('、')}之一`);
  const where = anywhereIn(form);
  if (EXPECTATIONS[what] === 'whole') {
    if (form.get(what) !== true) throw unfit(form.at(what), form.get(what), 'true');
    return { do: 'expect', ...where, what, value: 0, most: 0 };
  }
  if (EXPECTATIONS[what] === 'number')
    return { do: 'expect', ...where, what, value: form.number(what, 0, 1e12), most: Number.MAX_VALUE };
  const range = form.get(what);
  const [least, most] = Array.isArray(range) && range.length === 2 ? (range as unknown[]) : [];
  if (typeof least === 'number' && typeof most === 'number' && least <= most)
    return { do: 'expect', ...where, what, value: least, most };
  throw unfit(form.at(what), range, 'two numbers, the least and the most', '两个数：最小值与最大值');
}
