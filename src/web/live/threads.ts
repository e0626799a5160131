/**
 * Threads: everything about one order, joined by its id. What was said comes from logs, what was done from orders and
 * fills. A decision not to trade is a thread without a right half, an order without a log one without a left half. A
 * row arrives as far as it is disclosed; later it may come again with more.
 *
 * The rows known are the newest there are, without a gap: what an order has come to depends on all that followed it.
 */
import { type Lot, lotsOf } from './lots.ts';

export interface Decision {
  readonly action: string;
  readonly symbol: string | null;
  readonly size: string | null;
  readonly price: string | null;
}

interface ActivityLink {
  readonly orderId?: string;
  readonly index?: number;
  readonly how: string;
  /** Time of the log less that of the order. */
  readonly deltaMs?: number;
}

/** A row of the activity; fields not disclosed are absent. */
export interface ActivityRow {
  readonly id: string | number;
  readonly t: number;
  readonly kind: 'log' | 'order' | 'fill' | 'liquidation' | 'phase' | 'outage' | 'verdict' | 'notice';
  readonly contest?: string | null;
  readonly team?: string | null;
  readonly name?: string | null;
  /** Of its leaf in the log. */
  readonly index?: number | null;
  readonly orderId?: string | null;
  readonly symbol?: string | null;
  readonly type?: string | null;
  readonly size?: string | null;
  readonly price?: string | null;
  readonly role?: string | null;
  readonly positionId?: string | null;
  readonly liquidateType?: string | null;
  readonly value?: string | null;
  readonly fee?: string | null;
  readonly realised?: string | null;
  readonly stage?: string | null;
  readonly model?: string | null;
  readonly decisions?: readonly Decision[] | null;
  readonly explanation?: string | null;
  readonly input?: unknown;
  readonly output?: unknown;
  /** JCS text, opened by `keys.header`. */
  readonly header?: string | null;
  readonly keys?: Readonly<Record<string, string>> | null;
  /** Of a log the orders it is about, of an order the log that decides about it. */
  readonly links?: readonly ActivityLink[] | null;
  readonly grade?: string | null;
  /** Of an order: until when a log still covers it, epoch ms. */
  readonly lateUntil?: number | null;
  /** When its content is disclosed, epoch ms. */
  readonly opensAt?: number | null;
  /** Of a notice to all. */
  /** Contents of the leaf of a notice to all. */
  readonly says?: Readonly<Record<string, unknown>>;
  readonly text?: string | null;
}

export interface Thread {
  readonly key: string;
  /** When it was done; without an order, when it was said. */
  readonly t: number;
  /** The log that decides about the order; without an order, the log it is. */
  readonly log: ActivityRow | null;
  readonly order: ActivityRow | null;
  readonly fills: readonly ActivityRow[];
  /** Profit of its fills; null without any, or where they hide what they were worth. */
  readonly lot: Lot | null;
}

export const ROWS_KEPT = 1_500;
const NOTICES_KEPT = 50;
const TO_ALL: readonly ActivityRow['kind'][] = ['phase', 'outage', 'verdict', 'notice'];

export class Threads {
  readonly #rows = new Map<string, ActivityRow>();
  readonly #notices = new Map<string, ActivityRow>();
  readonly #rowsKept: number;
  #joined: readonly Thread[] | null = null;

  constructor(rowsKept = ROWS_KEPT) {
    this.#rowsKept = rowsKept;
  }

  /** Newest first. */
  get newest(): readonly Thread[] {
    return (this.#joined ??= joined([...this.#rows.values()]));
  }

  /** All rows of orders, fills and logs that are known, in no order. */
  get rows(): readonly ActivityRow[] {
    return [...this.#rows.values()];
  }

  /** Notices, newest first. */
  get notices(): readonly ActivityRow[] {
    return [...this.#notices.values()].toSorted((a, b) => b.t - a.t);
  }

  /** Takes rows in, in any order; a row that is already known may only add to what is known. */
  take(rows: readonly ActivityRow[]): void {
    for (const row of rows) {
      const into = TO_ALL.includes(row.kind) ? this.#notices : this.#rows;
      into.set(idOf(row), { ...into.get(idOf(row)), ...row });
    }
    cut(this.#rows, this.#rowsKept);
    cut(this.#notices, NOTICES_KEPT);
    this.#joined = null;
  }

  /**
   * Takes in the newest rows there are. Where others may have come between them and what is known, all begins anew: an
   * order whose close is not known would be shown as open for ever.
   * @param isAll there are no older ones
   * @param isAfterLoss nothing was heard for a while: what opened meanwhile is as much older as it opens late
   * @returns whether it began anew
   */
  takeNewest(rows: readonly ActivityRow[], isAll: boolean, isAfterLoss = false): boolean {
    const own = rows.filter(({ kind }) => !TO_ALL.includes(kind));
    const oldest = own.at(-1);
    const isJoined = isAll || oldest === undefined || this.#rows.has(idOf(oldest));
    const isAnew = !isJoined || (isAfterLoss && own.some(({ opensAt }) => opensAt != null));
    if (isAnew) this.#rows.clear();
    this.take(rows);
    return isAnew;
  }
}

/** Takes the oldest out, as many as there are too many. */
function cut(rows: Map<string, ActivityRow>, most: number): void {
  if (rows.size <= most) return;
  const oldest = [...rows].toSorted(([, a], [, b]) => a.t - b.t);
  for (const [id] of oldest.slice(0, rows.size - most)) rows.delete(id);
}

interface Done {
  order: ActivityRow | null;
  readonly fills: ActivityRow[];
}

function joined(rows: readonly ActivityRow[]): Thread[] {
  const logs = rows.filter(({ kind }) => kind === 'log');
  const byIndex = new Map(logs.map((log) => [log.index, log]));
  const byOrder = new Map(logs.toReversed().flatMap((log) => ordersOf(log).map((orderId) => [orderId, log] as const)));
  const lots = lotsOf(rows.filter(isFill));
  const threads: Thread[] = [];
  const said = new Set<ActivityRow>();
  for (const [key, { order, fills }] of doneOf(rows)) {
    const deciding = order?.links?.[0]?.index;
    const log = (deciding === undefined ? undefined : byIndex.get(deciding)) ?? byOrder.get(key) ?? null;
    if (log !== null) said.add(log);
    const t = order?.t ?? fills[0]?.t ?? 0;
    threads.push({ key, t, log, order, fills, lot: lots.get(key) ?? null });
  }
  for (const log of logs)
    if (!said.has(log)) threads.push({ key: idOf(log), t: log.t, log, order: null, fills: [], lot: null });
  return threads.toSorted((a, b) => b.t - a.t);
}

/** Orders and their fills, by order. */
function doneOf(rows: readonly ActivityRow[]): Map<string, Done> {
  const done = new Map<string, Done>();
  for (const row of rows) {
    if (row.kind !== 'order' && !isFill(row)) continue;
    const key = row.orderId ?? idOf(row);
    const one = done.get(key) ?? { order: null, fills: [] };
    done.set(key, one);
    if (row.kind === 'order') one.order = row;
    else one.fills.push(row);
  }
  for (const { fills } of done.values()) fills.sort((a, b) => a.t - b.t);
  return done;
}

export function isFill({ kind }: ActivityRow): boolean {
  return kind === 'fill' || kind === 'liquidation';
}

function idOf({ kind, id }: ActivityRow): string {
  return `${kind} ${id}`;
}

function ordersOf({ links }: ActivityRow): readonly string[] {
  return links?.flatMap(({ orderId }) => orderId ?? []) ?? [];
}
