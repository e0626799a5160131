/**
 * The private channels as a projection: each account's events, counted by one from the beginning of the journal, and
 * what each of them says on the channels it touches. An account's listeners are given the messages while the command is
 * applied, after it became durable and before anyone is answered.
 *
 * One command is one event of an account, OrderUpdate before everything else it may be; a liquidation is three, its
 * start, what it did, and its end, and funding is a separate one. The count is the same after a restart. A message also
 * says which event its channel told last (`previousVersion`), so that a client listening to some channels only sees a
 * gap in them.
 */
import type { Sequenced } from '../../core/language/commands.ts';
import type { Account, Order, Part, PlanOrder, Position } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { wholeFromJson } from '../../core/state/kinds.ts';
import type { FromHistory } from '../../live/projection.ts';
import type { Turnover } from '../../live/turnover.ts';
import { type PushedCollateral, pushedCollateral, pushedSetting } from '../shapes/pushed-collateral.ts';
import { pushedFill } from '../shapes/pushed-fill.ts';
import { type PushedOrder, pushedOrder, pushedPlan } from '../shapes/pushed-order.ts';
import { pushedPosition } from '../shapes/pushed-position.ts';
import type { PrivateChannel } from './channels.ts';
import { createOrderTraces } from './order-traces.ts';
import { type Touched, touchedBy } from './touched.ts';
import { machine } from '../../time/machine.ts';

export const ACCOUNT_EVENTS = [
  'Snapshot',
  'OrderUpdate',
  'PositionFundingSettle',
  'CollateralUpdate',
  'SettingUpdate',
  'LiquidateStart',
  'LiquidateFinish',
] as const;

export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

/** Given the `msg` of a message, as JSON. Must not throw. */
export type AccountListener = (channel: PrivateChannel, msg: string) => void;

export interface AccountEvents extends FromHistory {
  /** Tells the account's events on a channel from now on; the function it returns ends that. */
  listen(account: number, channel: PrivateChannel, listener: AccountListener): () => void;
  /** The `msg` of a channel's first message: everything there is. */
  snapshot(account: number, channel: PrivateChannel): string;
  /** Called once when it was detached. */
  onDetached: () => void;
  /** Milliseconds the trading thread spent on it since the start. */
  readonly spentMs: number;
}

/** An account's count, and who listens. */
interface Told {
  version: number;
  /** The last version each channel told. */
  readonly last: Record<PrivateChannel, number>;
  /** Null while there are no listeners. */
  listeners: Record<PrivateChannel, Set<AccountListener>> | null;
}

const CHANNELS = ['account', 'positions', 'fill', 'orders'] as const satisfies readonly PrivateChannel[];

type Data = Readonly<Record<string, readonly unknown[]>>;

const MONEY: readonly PrivateChannel[] = ['account'];
const MONEY_AND_POSITIONS: readonly PrivateChannel[] = ['account', 'positions'];

/** @param turnover what ever went through a part, brought up to date before this */
export function createAccountEvents(state: State, turnover: Pick<Turnover, 'of'>): AccountEvents {
  const accounts = new Map<number, Told>();
  const traces = createOrderTraces();
  let spentMs = 0;

  function toldOf(account: number): Told {
    let told = accounts.get(account);
    if (told === undefined) {
      told = { version: 0, last: { account: 0, positions: 0, fill: 0, orders: 0 }, listeners: null };
      accounts.set(account, told);
    }
    return told;
  }

  const isAlive = (id: number): boolean => state.orders.working(id) !== undefined || state.plans.get(id) !== undefined;

  /** One event of an account, on the channels that have a part in it; what they say is made for who listens. */
  function tell(
    told: Told,
    event: AccountEvent,
    touched: Touched,
    timeMs: number,
    channels: readonly PrivateChannel[],
  ): void {
    const version = ++told.version;
    for (const name of channels) {
      const previous = told.last[name];
      told.last[name] = version;
      const to = told.listeners?.[name];
      if (to === undefined || to.size === 0) continue;
      const msg = msgText(event, version, previous, dataOf(name, event, touched, timeMs), timeMs);
      for (const listener of to) listener(name, msg);
    }
  }

  function tellAll(touched: Touched, timeMs: number): void {
    const told = toldOf(touched.account);
    if (touched.isLiquidated) tell(told, 'LiquidateStart', touched, timeMs, MONEY);
    if (touched.hasFunding) {
      const channels = touched.positions.length > 0 ? MONEY_AND_POSITIONS : MONEY;
      tell(told, 'PositionFundingSettle', touched, timeMs, channels);
    }
    const event = eventOf(touched);
    if (event !== null) tell(told, event, touched, timeMs, channelsOf(touched));
    if (touched.isLiquidated) tell(told, 'LiquidateFinish', touched, timeMs, MONEY);
  }

  function dataOf(channel: PrivateChannel, event: AccountEvent, touched: Touched, timeMs: number): Data {
    if (channel === 'account') return collateralOf(touched, event === 'LiquidateStart');
    if (channel === 'positions') return { position: touched.positions.map(pushedPosition) };
    if (channel === 'fill') return fillsOf(touched, timeMs);
    return { order: ordersOf(touched.orders, touched.plans) };
  }

  function moneyOf(part: Part, isLiquidating: boolean): PushedCollateral {
    // Those of an isolated part end with its position.
    const hasEnded = part.positionId !== 0 && part.positions.every(({ size }) => size === 0);
    return pushedCollateral(part, hasEnded ? null : turnover.of(part.account.id, part), isLiquidating);
  }

  /** The parts whose money moved; all that there is of an account whose settings changed only, and those settings. */
  function collateralOf(touched: Touched, isLiquidating: boolean): Data {
    const account = state.accounts.get(touched.account) as Account;
    const parts =
      touched.parts.length === 0 ? [account.shared] : touched.parts.flatMap((id) => partOf(account, touched, id));
    const collateral = parts.map((part) => moneyOf(part, isLiquidating));
    return touched.holdings.length === 0
      ? { collateral }
      : { collateral, setting: touched.holdings.map(pushedSetting) };
  }

  function ordersOf(orders: readonly Order[], plans: readonly PlanOrder[]): PushedOrder[] {
    return [
      ...orders.map((order) => pushedOrder(order, traces.find(order.id), openOrderOf(order))),
      ...plans.map((plan) => pushedPlan(plan, traces.find(plan.id)?.isWeb === true, openOrderOf(plan))),
    ];
  }

  const events: AccountEvents = {
    name: 'private-channels',
    needsReplay: true,
    version: 1,
    *save() {
      for (const [account, { version, last }] of accounts)
        yield ['count', account, version, ...CHANNELS.map((channel) => last[channel])];
      for (const row of traces.save()) yield ['trace', ...row];
    },
    restore(rows) {
      accounts.clear();
      traces.clear();
      for (const [what, ...values] of rows)
        if (what === 'trace') {
          // Snapshots of before hold some of orders that have ended.
          if (isAlive(wholeFromJson(values[0]))) traces.restore(values);
        } else {
          const [account = 0, version = 0, ...last] = values.map(wholeFromJson);
          const [money = 0, positions = 0, fill = 0, orders = 0] = last;
          accounts.set(account, { version, last: { account: money, positions, fill, orders }, listeners: null });
        }
    },
    onDetached: () => undefined,
    get spentMs() {
      return spentMs;
    },
    apply(sequenced: Sequenced, outcome: Outcome) {
      if (outcome.events.length === 0) return;
      const startMs = machine.steadyMs();
      traces.noteSource(sequenced, outcome);
      const all = touchedBy(outcome);
      for (const { fills } of all) for (const { fill } of fills) traces.noteFill(fill);
      for (const touched of all) tellAll(touched, outcome.timeMs);
      traces.forget(outcome);
      spentMs += machine.steadyMs() - startMs;
    },
    detached() {
      accounts.clear();
      events.onDetached();
    },
    listen(account, channel, listener) {
      const told = toldOf(account);
      told.listeners ??= { account: new Set(), positions: new Set(), fill: new Set(), orders: new Set() };
      const { listeners } = told;
      listeners[channel].add(listener);
      return () => {
        listeners[channel].delete(listener);
        const isLast = Object.values(listeners).every(({ size }) => size === 0);
        if (isLast && told.listeners === listeners) told.listeners = null;
      };
    },
    snapshot(account, channel) {
      const { version, last } = toldOf(account);
      const record = state.accounts.get(account);
      const data = record === undefined ? NOTHING[channel] : snapshotOf(record, channel);
      return msgText('Snapshot', version, last[channel], data, state.timeMs);
    },
  };

  function snapshotOf(account: Account, channel: PrivateChannel): Data {
    const positions = openPositionsOf(account);
    if (channel === 'positions') return { position: positions.map(pushedPosition) };
    if (channel === 'fill') return NOTHING.fill;
    if (channel === 'account') {
      const isolated = positions.filter(({ marginMode }) => marginMode === 'isolated').map(({ part }) => part);
      return {
        collateral: [account.shared, ...isolated].map((part) => moneyOf(part, false)),
        setting: account.holdings.flatMap((holding) => (holding === undefined ? [] : [pushedSetting(holding)])),
      };
    }
    const orders = account.orders.values().toSorted((a, b) => b.id - a.id);
    const plans = account.plans.values().toSorted((a, b) => b.id - a.id);
    return { order: ordersOf(orders, plans) };
  }

  return events;
}

const NOTHING: Readonly<Record<PrivateChannel, Data>> = {
  account: { collateral: [], setting: [] },
  positions: { position: [] },
  fill: { orderFillTransaction: [] },
  orders: { order: [] },
};

/** The event a command was for an account, besides funding and liquidation; null when it was no other. */
function eventOf({ orders, plans, fills, hasMoved, hasFunding, positions, holdings, hasChanged }: Touched) {
  if (orders.length > 0 || plans.length > 0 || fills.length > 0) return 'OrderUpdate';
  if (hasMoved) return 'CollateralUpdate';
  return holdings.length > 0 || hasChanged || (positions.length > 0 && !hasFunding) ? 'SettingUpdate' : null;
}

/** The channels on which that is told. */
function channelsOf({ orders, plans, fills, hasMoved, positions, holdings, hasChanged }: Touched): PrivateChannel[] {
  const channels: PrivateChannel[] = [];
  if (hasMoved || hasChanged || holdings.length > 0) channels.push('account');
  if (positions.length > 0) channels.push('positions');
  if (fills.length > 0) channels.push('fill');
  if (orders.length > 0 || plans.length > 0) channels.push('orders');
  return channels;
}

function msgText(event: AccountEvent, version: number, previous: number, data: Data, timeMs: number): string {
  const versions = `"version":${version},"previousVersion":${previous}`;
  return `{"msgEvent":"${event}",${versions},"data":${JSON.stringify(data)},"time":${timeMs}}`;
}

function openPositionsOf(account: Account): Position[] {
  return account.holdings.flatMap((holding) => holding?.positions.filter(({ size }) => size > 0) ?? []);
}

/** The part of a position that may have ended with the command. */
function partOf(account: Account, { positions }: Touched, positionId: number): Part | [] {
  if (positionId === 0) return account.shared;
  const position =
    positions.find(({ id }) => id === positionId) ?? openPositionsOf(account).find(({ id }) => id === positionId);
  return position?.part ?? [];
}

function fillsOf({ fills, positions }: Touched, timeMs: number): Data {
  return {
    orderFillTransaction: fills.map(({ fill, role }) => {
      const { order, positionId } = fill[role];
      const opened = positions.find(({ id }) => id === positionId)?.openOrderId ?? openOrderOf(order);
      return pushedFill(fill, role, order.positionMode === 'combined' ? 0 : opened, timeMs);
    }),
  };
}

/** The order that opened, or will open, the separated position of an order; 0 when combined or not said. */
function openOrderOf(order: Order | PlanOrder): number {
  if (order.positionMode === 'combined') return 0;
  if (order.effect === 'open') return order.id;
  if (order.record === 'plan') return order.bound?.openOrderId ?? 0;
  return order.pieces[0]?.position.openOrderId ?? 0;
}
