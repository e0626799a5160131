/**
 * activity, activity.{symbol}: asks what REST asks, with the disclosure REST has, and publishes the rows that are new
 * or show more than they did. Only accounts that did something are looked at, and only from then on.
 *
 * A row comes again when its order found its log or a log its order, and when what was sealed opens. When what is
 * disclosed changes, or more happened than one answer holds, the newest rows are published again.
 */
import type { ActivityRow } from '../../../store/read/activity.ts';
import type { ActivityPlace } from '../../../store/read/activity-args.ts';
import { disclosedOf, findShown, noticesWanted, shownAccounts } from '../../reading/disclosure.ts';
import { type Shown, activityView } from '../../shapes/activity.ts';
import { pushedActivityShape } from '../../shapes/pushed-activity.ts';
import { type Change, defineStoreChannel, type PlacedRow, type StoreDeps, type StoreSource } from './channel.ts';
import { EVERYBODY, type Span } from './recent-activity.ts';

/** Rows of a full list. */
const MOST_ROWS = 50;
/** Rows of one answer. */
const MOST = 200;
/** How often what a contest shows late is looked at for what has opened. */
const OPENING_EVERY_MS = 1_000;
/** A longer row is published without input and output. */
const LONGEST_ROW = 16_384;
/** Rows whose state is remembered. */
const MOST_REMEMBERED = 1_000;

interface Published {
  readonly uid: number | null;
  readonly timeMs: number;
  readonly orderId: string | null;
  /** The part that may still change. */
  readonly state: string;
}

/** Places between which is looked, both exclusive; null: open. */
interface Between {
  readonly after: ActivityPlace | null;
  readonly before: ActivityPlace | null;
}

export const activity = defineStoreChannel({
  name: 'activity[.{symbol}]',
  shape: pushedActivityShape,
  carries: { kind: 'rows', list: 'list', oldest: 'startId', most: MOST_ROWS },
  open: ({ symbol }, deps) => new Activity(symbol, deps),
});

class Activity implements StoreSource {
  readonly #symbol: string | null;
  readonly #deps: StoreDeps;
  readonly #published = new Map<string, Published>();
  #pending = new Map<number, Span>();
  #isWhole = true;
  #disclosed = '';
  #openedUntilMs = 0;
  #endId: string | null = null;
  #newest: ActivityPlace = { timeMs: 0, rank: 0, number: 0 };

  constructor(symbol: string | null, deps: StoreDeps) {
    this.#symbol = symbol;
    this.#deps = deps;
  }

  note(active: ReadonlyMap<number, Span>): void {
    for (const [uid, { fromMs, toMs }] of active)
      this.#pending.set(uid, { fromMs: this.#pending.get(uid)?.fromMs ?? fromMs, toMs });
  }

  restart(): void {
    this.#isWhole = true;
  }

  async changes(): Promise<readonly Change[]> {
    const nowMs = this.#deps.clock.nowMs();
    const shown = shownAccounts(this.#deps, null);
    const disclosed = JSON.stringify(shown);
    if (disclosed !== this.#disclosed) this.#isWhole = true;
    this.#disclosed = disclosed;
    const rows = this.#isWhole ? null : await this.#changed(shown, nowMs);
    if (rows === null) return [await this.#whole(shown, nowMs)];
    const placed = this.#placed(rows, shown);
    return placed.length > 0 ? [this.#change(false, placed)] : [];
  }

  async #whole(shown: readonly Shown[], nowMs: number): Promise<Change> {
    this.#pending = new Map();
    this.#isWhole = true;
    const { rows } = await this.#ask(shown, { after: null, before: null }, nowMs, MOST_ROWS);
    this.#isWhole = false;
    this.#openedUntilMs = nowMs;
    this.#published.clear();
    this.#endId = null;
    this.#newest = { timeMs: 0, rank: 0, number: 0 };
    return this.#change(true, this.#placed(rows, shown));
  }

  /** Rows that may have changed; null when they are more than can be published. */
  async #changed(shown: readonly Shown[], nowMs: number): Promise<ActivityRow[] | null> {
    const pending = this.#pending;
    this.#pending = new Map();
    try {
      const found = await this.#found(shown, pending, nowMs);
      // Items that the clock has not reached yet are seen at a later look.
      for (const [uid, span] of pending) if (span.toMs > nowMs) this.note(new Map([[uid, span]]));
      return found;
    } catch (error) {
      const since = this.#pending;
      this.#pending = pending;
      this.note(since);
      throw error;
    }
  }

  async #found(
    shown: readonly Shown[],
    pending: ReadonlyMap<number, Span>,
    nowMs: number,
  ): Promise<ActivityRow[] | null> {
    const found: ActivityRow[] = [];
    let isTooMuch = false;
    const look = async (accounts: readonly Shown[], between: Between): Promise<readonly ActivityRow[]> => {
      if (accounts.length === 0 && !pending.has(EVERYBODY)) return [];
      const { rows, nextPage } = await this.#ask(accounts, between, nowMs, MOST);
      isTooMuch ||= nextPage;
      found.push(...rows);
      return rows;
    };
    const doers = shown.filter(({ uid }) => pending.has(uid));
    const active = [...doers.map(({ uid }) => uid), EVERYBODY];
    const fromMs = Math.min(...active.map((uid) => pending.get(uid)?.fromMs ?? nowMs));
    const rows = await look(doers, { after: before(fromMs), before: null });
    for (const [uid, timeMs] of this.#linked(rows))
      await look(
        doers.filter((one) => one.uid === uid),
        { after: before(timeMs), before: before(timeMs + 1) },
      );
    if (nowMs - this.#openedUntilMs >= OPENING_EVERY_MS) {
      const sinceMs = this.#openedUntilMs;
      for (const delayMs of new Set(shown.map((one) => one.delayMs)))
        if (delayMs > 0)
          await look(
            shown.filter((one) => one.delayMs === delayMs),
            { after: before(sinceMs - delayMs + 1), before: before(nowMs - delayMs + 1) },
          );
      this.#openedUntilMs = nowMs;
    }
    return isTooMuch ? null : found;
  }

  /** Account and time of rows that others say they belong to: of an order its log, of a log its order. */
  #linked(rows: readonly ActivityRow[]): readonly (readonly [uid: number, timeMs: number])[] {
    return rows
      .filter((row) => this.#published.get(idOf(row))?.state !== stateOf(row))
      .flatMap((row): (readonly [number, number])[] => {
        if (row.kind === 'order' && row.order.link !== null)
          return [[row.uid, row.place.timeMs + row.order.link.deltaMs]];
        if (row.kind !== 'log') return [];
        const orders = row.log.links.map(({ orderId }) => orderId);
        return [...this.#published.values()]
          .filter(({ uid, orderId }) => uid === row.uid && orderId !== null && orders.includes(orderId))
          .map(({ timeMs }) => [row.uid, timeMs]);
      });
  }

  #ask(accounts: readonly Shown[], between: Between, nowMs: number, limit: number) {
    const { store, sequencer } = this.#deps;
    const namesSealed = this.#symbol === null;
    const notices = namesSealed ? noticesWanted(this.#deps, null, null) : null;
    const asked = { accounts: disclosedOf(accounts), notices, symbol: this.#symbol, namesSealed };
    const args = { ...asked, ...between, limit, nowMs };
    return store.ask('activity', args, sequencer.sequence);
  }

  /** The rows that were not published as they are now, newest first. */
  #placed(rows: readonly ActivityRow[], shown: readonly Shown[]): PlacedRow[] {
    const who = findShown(shown);
    const placed: PlacedRow[] = [];
    for (const row of rows) {
      const id = idOf(row);
      const state = stateOf(row);
      if (this.#published.get(id)?.state === state) continue;
      const uid = 'uid' in row ? row.uid : null;
      const orderId = row.kind === 'order' ? row.order.orderId : null;
      this.#published.set(id, { uid, timeMs: row.place.timeMs, orderId, state });
      const { timeMs, rank, number } = row.place;
      const data = rowText(activityView(row, who, this.#deps.engine.state));
      placed.push({ place: [timeMs, rank, number], data });
      if (isLater(row.place, this.#newest)) this.#newest = row.place;
    }
    for (const id of [...this.#published.keys()].slice(0, Math.max(0, this.#published.size - MOST_REMEMBERED)))
      this.#published.delete(id);
    return placed.toSorted((a, b) => (isLater(placeOf(a), placeOf(b)) ? -1 : 1));
  }

  #change(isWhole: boolean, rows: readonly PlacedRow[]): Change {
    const startId = isWhole ? (rows.at(-1)?.place.join('-') ?? null) : this.#endId;
    const { timeMs, rank, number } = this.#newest;
    this.#endId = timeMs === 0 ? null : `${timeMs}-${rank}-${number}`;
    return { kind: 'rows', isWhole, rows, members: { startId, endId: this.#endId, list: null } };
  }
}

/** The place before all of a time. */
function before(timeMs: number): ActivityPlace {
  return { timeMs, rank: -1, number: 0 };
}

function placeOf({ place: [timeMs = 0, rank = 0, number = 0] }: PlacedRow): ActivityPlace {
  return { timeMs, rank, number };
}

function isLater(a: ActivityPlace, b: ActivityPlace): boolean {
  return (a.timeMs - b.timeMs || a.rank - b.rank || a.number - b.number) > 0;
}

function idOf({ place: { timeMs, rank, number } }: ActivityRow): string {
  return `${timeMs}-${rank}-${number}`;
}

function stateOf(row: ActivityRow): string {
  if (row.kind === 'sealed') return `opens ${row.opensAtMs}`;
  if (row.kind === 'log') return JSON.stringify(row.log.links);
  return row.kind === 'order' ? JSON.stringify([row.order.grade, row.order.link]) : 'done';
}

function rowText(view: ReturnType<typeof activityView>): string {
  const whole = JSON.stringify(view);
  if (whole.length <= LONGEST_ROW) return whole;
  const { input: _, output: __, ...short } = view;
  return JSON.stringify(short);
}
