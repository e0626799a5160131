/**
 * The private channels as a projection: each account's events, counted by one from the beginning of the journal, and
 * what each of them says on the channels it touches. An account's listeners are given the messages while the command is
 * applied, after it became durable and before anyone is answered.
 *
 * One command is one event of an account, OrderUpdate before everything else it may be; a liquidation is three, its
 * start, what it did, and its end, and funding is a separate one. The count is the same after a restart. A message also
 * says which event its channel published last (`previousVersion`), so that a client listening to some channels only
 * sees a gap in them.
 */
import type { Sequenced } from '../../core/language/commands.ts';
import { type Json, wholeFromJson } from '../../core/state/kinds.ts';
import type { State } from '../../core/state/state.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import type { FromHistory } from '../../live/projection.ts';
import type { Turnover } from '../../live/turnover.ts';
import { machine } from '../../time/machine.ts';
import { ACCOUNT_ROWS } from './account-tables.ts';
import type { AccountEvent, AccountRow, AccountView, Happened } from './account/channel.ts';
import { ACCOUNT_CHANNELS } from './account/index.ts';
import { createOrderTraces, type OrderTraces } from './account/order-traces.ts';
import { type Touched, touchedBy } from './account/touched.ts';

/** Given what a channel says, as JSON. Must not throw. */
export type AccountListener = (said: string) => void;

/** An account's count, and who listens. */
interface Count {
  version: number;
  /** The last version each channel that tells it published, in the order of their table. */
  readonly last: number[];
  /** Those of each channel; null while there are none. */
  listeners: readonly Set<AccountListener>[] | null;
}

export class AccountEvents implements FromHistory {
  readonly name = 'private-channels';
  readonly needsReplay = true;
  /** A row of a count has a figure for each channel. */
  readonly version = ACCOUNT_CHANNELS.length;
  /** Called once when it was detached. */
  onDetached: () => void = () => undefined;
  readonly #accounts = new Map<number, Count>();
  readonly #traces: OrderTraces = createOrderTraces();
  readonly #view: AccountView;
  #spentMs = 0;

  /** @param turnover what ever went through a part, brought up to date before this */
  constructor(state: State, turnover: Pick<Turnover, 'of'>) {
    this.#view = { state, turnover, traces: this.#traces };
  }

  /** Milliseconds the trading thread spent on it since the start. */
  get spentMs(): number {
    return this.#spentMs;
  }

  apply(sequenced: Sequenced, outcome: Outcome): void {
    if (outcome.events.length === 0) return;
    const startMs = machine.steadyMs();
    this.#traces.noteSource(sequenced, outcome);
    const all = touchedBy(outcome);
    for (const { fills } of all) for (const { fill } of fills) this.#traces.noteFill(fill);
    for (const touched of all)
      for (const event of eventsOf(touched)) this.#publish({ event, touched, timeMs: outcome.timeMs });
    this.#traces.forget(outcome);
    this.#spentMs += machine.steadyMs() - startMs;
  }

  detached(): void {
    this.#accounts.clear();
    this.onDetached();
  }

  *save(): Iterable<readonly Json[]> {
    for (const [account, { version, last }] of this.#accounts) yield ['count', account, version, ...last];
    for (const row of this.#traces.save()) yield ['trace', ...row];
  }

  restore(rows: Iterable<readonly Json[]>): void {
    this.#accounts.clear();
    this.#traces.clear();
    for (const [what, ...values] of rows)
      if (what === 'trace') {
        // Snapshots of before hold some of orders that have ended.
        if (this.#isAlive(wholeFromJson(values[0]))) this.#traces.restore(values);
      } else {
        const [account = 0, version = 0, ...last] = values.map(wholeFromJson);
        this.#accounts.set(account, { version, last, listeners: null });
      }
  }

  /** Publishes the account's events on a channel to it from now on; the function it returns ends that. */
  listen(account: number, row: AccountRow, listener: AccountListener): () => void {
    const count = this.#countOf(account);
    const listeners = (count.listeners ??= ACCOUNT_ROWS.map(() => new Set()));
    const own = listeners[ACCOUNT_ROWS.indexOf(row)] as Set<AccountListener>;
    own.add(listener);
    return () => {
      own.delete(listener);
      const isLast = listeners.every(({ size }) => size === 0);
      if (isLast && count.listeners === listeners) count.listeners = null;
    };
  }

  /** A channel's first message: everything there is; null: nothing. */
  snapshot(account: number, row: AccountRow): string | null {
    const { version, last } = this.#countOf(account);
    const versions = { version, previous: last[ACCOUNT_ROWS.indexOf(row)] ?? 0 };
    return row.first(this.#view.state.accounts.get(account), versions, this.#view);
  }

  /** One event of an account, on the channels that have a part in it; what they say is made for who listens. */
  #publish(happened: Happened): void {
    const count = this.#countOf(happened.touched.account);
    const version = ++count.version;
    const { last, listeners } = count;
    for (const [place, row] of (listeners === null ? ACCOUNT_CHANNELS : ACCOUNT_ROWS).entries()) {
      const to = listeners?.[place];
      const isHeard = to !== undefined && to.size > 0;
      if ((!isHeard && place >= last.length) || !row.concerns(happened)) continue;
      const previous = last[place] ?? 0;
      if (place < last.length) last[place] = version;
      if (!isHeard) continue;
      const said = row.told(happened, { version, previous }, this.#view);
      for (const listener of to) listener(said);
    }
  }

  #countOf(account: number): Count {
    let count = this.#accounts.get(account);
    if (count === undefined) {
      count = { version: 0, last: ACCOUNT_CHANNELS.map(() => 0), listeners: null };
      this.#accounts.set(account, count);
    }
    return count;
  }

  #isAlive(id: number): boolean {
    const { orders, plans } = this.#view.state;
    return orders.working(id) !== undefined || plans.get(id) !== undefined;
  }
}

/** The events a command was for an account, in their order. */
function eventsOf(touched: Touched): AccountEvent[] {
  const { orders, plans, fills, movedBy, hasFunding, isLiquidated, positions, holdings, hasChanged } = touched;
  const events: AccountEvent[] = [];
  if (isLiquidated) events.push('LiquidateStart');
  if (hasFunding) events.push('PositionFundingSettle');
  if (orders.length > 0 || plans.length > 0 || fills.length > 0) events.push('OrderUpdate');
  else if (movedBy !== null) events.push('CollateralUpdate');
  else if (holdings.length > 0 || hasChanged || (positions.length > 0 && !hasFunding)) events.push('SettingUpdate');
  if (isLiquidated) events.push('LiquidateFinish');
  return events;
}
