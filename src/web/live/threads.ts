/**
 * Threads: everything about one order, joined by its id. What was said comes from logs, what was done from orders,
 * fills and liquidations. A decision not to trade is a thread without a right half, an order without a log one without
 * a left half. A row arrives as far as it is disclosed; later it may come again with more.
 */
export interface Decision {
  readonly action: string;
  readonly symbol: string | null;
  readonly size: string | null;
  readonly price: string | null;
}

/** A row of the activity; fields not disclosed are absent. */
export interface ActivityRow {
  readonly id: string | number;
  readonly t: number;
  readonly kind: 'log' | 'order' | 'fill' | 'liquidation' | 'phase' | 'outage' | 'verdict';
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
  readonly links?: readonly { readonly orderId: string; readonly how: string }[] | null;
  readonly grade?: string | null;
  /** When its content is disclosed, epoch ms. */
  readonly opensAt?: number | null;
  readonly fee?: string | null;
  /** Of a notice to all. */
  readonly text?: string | null;
}

export interface Thread {
  readonly key: string;
  /** Of its first row. */
  t: number;
  log: ActivityRow | null;
  order: ActivityRow | null;
  fills: ActivityRow[];
  liquidation: ActivityRow | null;
  /** Rises with each change. */
  version: number;
}

export const THREADS_KEPT = 500;
const NOTICES_KEPT = 50;
const TO_ALL: readonly ActivityRow['kind'][] = ['phase', 'outage', 'verdict'];

export class Threads {
  readonly #threads = new Map<string, Thread>();
  readonly #notices: ActivityRow[] = [];
  readonly #seen = new Set<string>();
  /** Which thread an order belongs to. */
  readonly #byOrder = new Map<string, string>();

  /** Newest first. */
  get newest(): readonly Thread[] {
    return [...this.#threads.values()].toSorted((a, b) => b.t - a.t);
  }

  /** What everybody has to know, newest first. */
  get notices(): readonly ActivityRow[] {
    return this.#notices.toSorted((a, b) => b.t - a.t);
  }

  /** Takes rows in, in any order; a row that is already known may only add to what is known. */
  take(rows: readonly ActivityRow[]): void {
    for (const row of rows) this.#take(row);
    this.#cutOld();
  }

  #take(row: ActivityRow): void {
    const id = idOf(row);
    const isNew = !this.#seen.has(id);
    this.#seen.add(id);
    if (TO_ALL.includes(row.kind)) {
      if (isNew) this.#notices.push(row);
      return;
    }
    const thread = this.#threadOf(row);
    if (row.kind === 'log') thread.log = { ...thread.log, ...row };
    else if (row.kind === 'order') thread.order = { ...thread.order, ...row };
    else if (row.kind === 'liquidation') thread.liquidation = row;
    else if (isNew) thread.fills = [...thread.fills, row].toSorted((a, b) => a.t - b.t);
    thread.t = Math.min(thread.t, row.t);
    thread.version++;
  }

  #threadOf(row: ActivityRow): Thread {
    const orderId = orderOf(row);
    const known = orderId === null ? undefined : this.#byOrder.get(orderId);
    const own = idOf(row);
    const alone = this.#threads.get(own);
    const key = known ?? own;
    // A log that was on its own and has found its order moves to it.
    if (alone !== undefined && key !== own) this.#threads.delete(own);
    if (orderId !== null) this.#byOrder.set(orderId, key);
    const thread = this.#threads.get(key) ?? emptyThread(key, row.t);
    if (alone !== undefined && alone !== thread) thread.log ??= alone.log;
    this.#threads.set(key, thread);
    return thread;
  }

  #cutOld(): void {
    this.#notices.splice(0, this.#notices.length - NOTICES_KEPT);
    if (this.#threads.size <= THREADS_KEPT) return;
    for (const { key, log, order, fills, liquidation } of this.newest.slice(THREADS_KEPT)) {
      this.#threads.delete(key);
      for (const row of [log, order, liquidation, ...fills]) {
        if (row === null) continue;
        this.#seen.delete(idOf(row));
        this.#byOrder.delete(orderOf(row) ?? '');
      }
    }
  }
}

function idOf({ kind, id }: ActivityRow): string {
  return `${kind} ${id}`;
}

/** The order a row is about: its own or, for a log, the first it is linked to. */
function orderOf({ orderId, links }: ActivityRow): string | null {
  return links?.[0]?.orderId ?? orderId ?? null;
}

function emptyThread(key: string, t: number): Thread {
  return { key, t, log: null, order: null, fills: [], liquidation: null, version: 0 };
}
