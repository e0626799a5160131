/**
 * The state of one team while leaves are read: its orders with the logs that decide about them, its fills, and its
 * positions.
 */
import type { ChangeHeader, OrderHeader } from '../log/header.ts';
import type { Exact } from './exact.ts';
import { ZERO } from './exact.ts';
import type { Link, LinkKind } from './grade.ts';
import type { BodyFacts } from './log-facts.ts';

/** An AI log of a team. */
export interface TeamLog {
  readonly index: number;
  readonly t: number;
  readonly orderId: string | null;
  readonly model: string;
  /** Null when its body was withheld. */
  readonly facts: BodyFacts | null;
  /** By the key its team registered; `none` as well when there is no key, or the body was withheld. */
  readonly signature: 'none' | 'right' | 'wrong';
  /** The team that was first with this body, when it is another, and its log. */
  readonly copiedFrom: { readonly team: Team; readonly log: TeamLog } | null;
  /** Orders it is linked to by hash or name, by index; no more than a rule set allows. */
  readonly claimed: TeamOrder[];
}

/**
 * An order of a team, and what decides about it. A trigger moved near the mark is one too: an order to close, placed
 * when it was moved.
 */
export interface TeamOrder {
  readonly index: number;
  readonly t: number;
  readonly header: OrderHeader;
  deciding: (Link & { readonly log: TeamLog }) | null;
  /** Value of its fills, and of those of plan orders set with it. */
  notional: Exact;
  isFilled: boolean;
  /** Logs up to this leaf do not decide about it: they were about the order before its trigger was moved. */
  readonly after: number;
  /** The order whose trigger was moved. */
  readonly moved: TeamOrder | null;
}

/** A team's profit from one counterparty's fills. */
export interface Dealing {
  gained: Exact;
  /** Leaf indices of the first orders with it. */
  readonly evidence: Set<number>;
}

/** Money that changed hands by prices that were not the market's, from one account to another. */
export interface Gifts {
  /** By quotes on the wrong side of the mark, or far from it. */
  given: Exact;
  received: Exact;
  /** Of what was received, that for which this team's own orders waited far from the mark. */
  asked: Exact;
  /** By quotes as a thin market has them. */
  thinGiven: Exact;
  thinReceived: Exact;
  /** Leaf indices of this team's orders. */
  readonly orders: Set<number>;
}

/** A sign of the net position, the sample it holds from, and when it came about. */
export interface SignChange {
  readonly from: number;
  readonly sign: number;
  readonly t: number;
}

export interface NetPosition {
  net: Exact;
  readonly changes: SignChange[];
}

/** By kind of link and name; a single one is not in a list, since nearly all are single. */
export type ByName<One> = Readonly<Record<LinkKind, Map<string, One | One[]>>>;

export interface Team {
  readonly id: string;
  readonly uid: string;
  /** Index of its first leaf in this contest. */
  readonly leafIndex: number;
  modelClass: string;
  /** Ed25519, base64; null: it signs nothing. */
  publicKey: string | null;
  /** The models it registered, each with its time. */
  readonly models: { readonly pattern: string; readonly t: number }[];
  wasApproved: boolean;
  readonly orders: TeamOrder[];
  readonly logs: TeamLog[];
  /** Logs and orders by what binds them. */
  readonly logsBy: ByName<TeamLog>;
  readonly ordersBy: ByName<TeamOrder>;
  /** Logs that name an order of another account. */
  readonly strangersOrders: number[];
  readonly dealings: Map<string, Dealing>;
  /** By the account on the other side. */
  readonly gifts: Map<string, Gifts>;
  readonly positions: Map<string, NetPosition>;
}

/** Signs of a team's net positions at each sample, one row a symbol. */
export type Signs = ReadonlyMap<string, Int8Array>;

export function newTeam(id: string, uid: string, leafIndex: number): Team {
  return {
    id,
    uid,
    leafIndex,
    modelClass: '',
    publicKey: null,
    models: [],
    wasApproved: false,
    orders: [],
    logs: [],
    logsBy: { hash: new Map(), named: new Map(), orderId: new Map() },
    ordersBy: { hash: new Map(), named: new Map(), orderId: new Map() },
    strangersOrders: [],
    dealings: new Map(),
    gifts: new Map(),
    positions: new Map(),
  };
}

export function newOrder(index: number, t: number, header: OrderHeader): TeamOrder {
  return { index, t, header, deciding: null, notional: ZERO, isFilled: false, after: -1, moved: null };
}

/** The order to close that a moved trigger is: bound by nothing, and with a log of its own. */
export function movedOrder(index: number, t: number, change: ChangeHeader, before: TeamOrder): TeamOrder {
  const moved = before.moved ?? before;
  const { keyId, channel, price, triggerPrice } = change;
  const header = { ...moved.header, keyId, channel, price, triggerPrice, parentOrderId: null };
  return { ...newOrder(index, t, header), after: before.index, moved };
}

/** Opening longs and closing shorts buy: types 1, 4, 6, 8 and 10. */
export function isBuying({ header }: TeamOrder): boolean {
  return header.type === '1' || ['4', '6', '8', '10'].includes(header.type);
}
