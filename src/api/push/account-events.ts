/**
 * The private channels as a projection: each account's events, counted by one from the beginning of the journal, and
 * what each of them says on the channels it touches. Whoever listens to an account is given the messages while the
 * command is applied, after it became durable and before anybody is answered.
 *
 * One command is one event of an account, OrderUpdate before everything else it may be; a liquidation is three, its
 * start, what it did, and its end, and funding is one of its own. The count is the same after a restart. A message also
 * says which event its channel told last (`previousVersion`), so that whoever listens to some channels only sees a gap
 * in them.
 */
import { performance } from 'node:perf_hooks';
import type { Sequenced } from '../../core/language/commands.ts';
import type { Account, Order, Part, PlanOrder, Position } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import type { Projection } from '../../live/projection.ts';
import type { Turnover } from '../../live/turnover.ts';
import { type PushedCollateral, pushedCollateral, pushedSetting } from '../shapes/pushed-collateral.ts';
import { pushedFill } from '../shapes/pushed-fill.ts';
import { type PushedOrder, pushedOrder, pushedPlan } from '../shapes/pushed-order.ts';
import { pushedPosition } from '../shapes/pushed-position.ts';
import type { PrivateChannel } from './channels.ts';
import { createOrderTraces } from './order-traces.ts';
import { type Touched, touchedBy } from './touched.ts';

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

export interface AccountEvents extends Projection {
  /** Tells the account's events on a channel from now on; the function it returns ends that. */
  listen(account: number, channel: PrivateChannel, listener: AccountListener): () => void;
  /** The `msg` of a channel's first message: everything there is. */
  snapshot(account: number, channel: PrivateChannel): string;
  /** Called once when it was detached. */
  onDetached: () => void;
  /** What the trading thread spent on it since the start, in ms. */
  readonly spentMs: number;
}

/** An account's count, and who listens. */
interface Told {
  version: number;
  /** The last version each channel told. */
  readonly last: Record<PrivateChannel, number>;
  readonly listeners: Record<PrivateChannel, Set<AccountListener>> | null;
}

type Data = Readonly<Record<string, readonly unknown[]>>;
type Parts = Partial<Record<PrivateChannel, () => Data>>;

/** @param turnover what ever went through a part, brought up to date before this */
export function createAccountEvents(state: State, turnover: Pick<Turnover, 'of'>): AccountEvents {
  const accounts = new Map<number, { version: number; last: Record<PrivateChannel, number> }>();
  const listeners = new Map<number, Record<PrivateChannel, Set<AccountListener>>>();
  const traces = createOrderTraces();
  let spentMs = 0;

  function toldOf(account: number): Told {
    let told = accounts.get(account);
    if (told === undefined)
      accounts.set(account, (told = { version: 0, last: { account: 0, positions: 0, fill: 0, orders: 0 } }));
    return Object.assign(told, { listeners: listeners.get(account) ?? null });
  }

  /** One event of an account, on the channels that have a part in it. */
  function tell(told: Told, event: AccountEvent, timeMs: number, parts: Parts): void {
    const version = ++told.version;
    for (const name of Object.keys(parts) as PrivateChannel[]) {
      const previous = told.last[name];
      told.last[name] = version;
      const to = told.listeners?.[name];
      if (to === undefined || to.size === 0) continue;
      const msg = msgText(event, version, previous, (parts[name] as () => Data)(), timeMs);
      for (const listener of to) listener(name, msg);
    }
  }

  function tellAll(touched: Touched, timeMs: number): void {
    const told = toldOf(touched.account);
    const money = (isLiquidating: boolean) => () => collateralOf(touched, isLiquidating);
    const positions = (): Data => ({ position: touched.positions.map(pushedPosition) });
    const hasPositions = touched.positions.length > 0;
    if (touched.isLiquidated) tell(told, 'LiquidateStart', timeMs, { account: money(true) });
    if (touched.hasFunding)
      tell(told, 'PositionFundingSettle', timeMs, {
        account: money(false),
        ...(hasPositions ? { positions } : {}),
      });
    const event = eventOf(touched);
    if (event !== null) {
      const hasOrders = touched.orders.length > 0 || touched.plans.length > 0;
      const isAccounts = touched.hasMoved || touched.hasChanged || touched.holdings.length > 0;
      tell(told, event, timeMs, {
        ...(isAccounts ? { account: money(false) } : {}),
        ...(hasPositions ? { positions } : {}),
        ...(touched.fills.length > 0 ? { fill: () => fillsOf(touched, timeMs) } : {}),
        ...(hasOrders ? { orders: () => ({ order: ordersOf(touched.orders, touched.plans) }) } : {}),
      });
    }
    if (touched.isLiquidated) tell(told, 'LiquidateFinish', timeMs, { account: money(false) });
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
    onDetached: () => undefined,
    get spentMs() {
      return spentMs;
    },
    apply(sequenced: Sequenced, outcome: Outcome) {
      if (outcome.events.length === 0) return;
      const startMs = performance.now();
      traces.noteSource(sequenced, outcome);
      const all = touchedBy(outcome);
      for (const { fills } of all) for (const { fill } of fills) traces.noteFill(fill);
      for (const touched of all) tellAll(touched, outcome.timeMs);
      for (const { orders, plans } of all) traces.forget(orders, plans);
      spentMs += performance.now() - startMs;
    },
    detached() {
      accounts.clear();
      listeners.clear();
      events.onDetached();
    },
    listen(account, channel, listener) {
      let channels = listeners.get(account);
      if (channels === undefined)
        listeners.set(
          account,
          (channels = { account: new Set(), positions: new Set(), fill: new Set(), orders: new Set() }),
        );
      const { [channel]: set } = channels;
      set.add(listener);
      return () => {
        set.delete(listener);
        const isLast = Object.values(channels).every(({ size }) => size === 0);
        if (isLast && listeners.get(account) === channels) listeners.delete(account);
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

/** What a command was for an account, besides funding and liquidation; null when it was nothing else. */
function eventOf({ orders, plans, fills, hasMoved, hasFunding, positions, holdings, hasChanged }: Touched) {
  if (orders.length > 0 || plans.length > 0 || fills.length > 0) return 'OrderUpdate';
  if (hasMoved) return 'CollateralUpdate';
  return holdings.length > 0 || hasChanged || (positions.length > 0 && !hasFunding) ? 'SettingUpdate' : null;
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
