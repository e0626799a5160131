/**
 * The auditor's own picture of the exchange: parts with their money, positions, what each order has filled, the last
 * marks. It grows from what was seen and from nothing else; `object` notes every disagreement between two things that
 * were seen.
 */
import { Big, ZERO } from './decimal.ts';
import type { Contract } from './contracts.ts';

export interface Part {
  readonly uid: number;
  /** 0 for the shared part. */
  readonly positionId: number;
  amount: Big;
}

export interface Position {
  readonly id: number;
  readonly uid: number;
  contract: Contract;
  readonly side: 'long' | 'short';
  /** 1 long, −1 short. */
  readonly sign: number;
  readonly isolated: boolean;
  readonly separated: boolean;
  /** The opening order of a separated position, else 0. */
  readonly openOrderId: number;
  readonly createdSequence: number;
  readonly createdMs: number;
  leverage: number;
  /** In base coin. */
  size: Big;
  openValue: Big;
  openFee: Big;
  fundingFee: Big;
  cumOpenSize: Big;
  cumOpenValue: Big;
  cumOpenFee: Big;
  cumCloseSize: Big;
  cumCloseValue: Big;
  cumCloseFee: Big;
  cumFundingFee: Big;
  cumLiquidateFee: Big;
  realised: Big;
  updatedSequence: number;
}

/** Sums over an order's fills. */
export interface OrderSums {
  filled: Big;
  value: Big;
  fee: Big;
  profit: Big;
  asMaker: boolean;
  asTaker: boolean;
}

/** What the ticker shows of a contract. */
export interface Mark {
  /** The last one there was; null before the first. */
  price: Big | null;
  /** Whether it is valid now. */
  valid: boolean;
  index: Big;
}

/** What the stage of a liquidation under way still has to close, and what that carries of the bankruptcy value. */
export interface Stage {
  readonly key: string;
  size: Big;
  /** Open in the contract when the stage began: at most so many pieces are rounded among themselves. */
  readonly positions: number;
  value: Big;
  /** Of a deleveraging: who comes next, and who is at it. */
  readonly ranking: Position[];
  current: number;
}

/** The terms of somebody others follow. */
export interface Lead {
  readonly shareRatio: Big;
  readonly thirdParty: { readonly uid: number; readonly ratio: Big } | null;
}

/** One account following another. */
export interface Relation {
  readonly id: number;
  readonly follower: number;
  readonly lead: number;
  ended: boolean;
  /** What its closes brought in this period; null when a pass may have come in between. */
  net: Big | null;
  prepaid: Big;
}

export interface Leverage {
  cross: number;
  long: number;
  short: number;
}

export interface Model {
  readonly contracts: Map<string, Contract>;
  readonly marks: Map<string, Mark>;
  readonly parts: Map<string, Part>;
  /** Open ones. */
  readonly positions: Map<number, Position>;
  /** Open ones by account. */
  readonly byAccount: Map<number, Set<Position>>;
  readonly orders: Map<number, OrderSums>;
  /** The last number given in each list of fills. */
  readonly numbers: Map<string, number>;
  /** By account and contract. */
  readonly leverage: Map<string, Leverage>;
  /** Parts between their two markers, and the stage each is in. */
  readonly liquidating: Map<string, Stage | null>;
  /** Closes at the mark because nobody was left to be deleveraged. */
  closedAtMark: number;
  /** Contracts that were taken out of trading for good. */
  readonly delisted: Set<string>;
  readonly leads: Map<number, Lead>;
  /** In the order in which they began. */
  readonly relations: Relation[];
  /** Orders that copy, and the positions they opened. */
  readonly copiedOrders: Set<number>;
  readonly bound: Map<number, Relation>;
  /** What the last fill's closes brought, the taker's before the maker's: both may be of one follower. */
  readonly gains: { readonly relation: Relation; readonly gain: Big }[];
  /** A settlement of copy trading is due in what is seen next. */
  settling: boolean;
  lastTickDay: number | null;
  /** Fees of accounts that have their own. */
  readonly fees: Map<number, { readonly maker: Big; readonly taker: Big }>;
  readonly objections: string[];
  lastBillId: number;
  lastTimeMs: number;
  lastSequence: number;
  /** Margin that a booking of its own moved into an isolated part: the last such. */
  appended: {
    readonly uid: number;
    readonly positionId: number;
    readonly amount: Big;
    readonly sequence: number;
    readonly timeMs: number;
  } | null;
}

export const DEFAULT_LEVERAGE = 20;

export function emptyModel(contracts: Iterable<Contract>): Model {
  return {
    contracts: new Map([...contracts].map((contract) => [contract.symbol, contract])),
    marks: new Map(),
    parts: new Map(),
    positions: new Map(),
    byAccount: new Map(),
    orders: new Map(),
    numbers: new Map(),
    leverage: new Map(),
    liquidating: new Map(),
    closedAtMark: 0,
    delisted: new Set(),
    leads: new Map(),
    relations: [],
    copiedOrders: new Set(),
    bound: new Map(),
    gains: [],
    settling: false,
    lastTickDay: null,
    fees: new Map(),
    objections: [],
    lastBillId: 0,
    lastTimeMs: 0,
    lastSequence: 0,
    appended: null,
  };
}

export function object(model: Model, what: string): void {
  model.objections.push(what);
}

/** Objects unless the two are equal. */
export function same(model: Model, what: string, found: Big | string | number, expected: Big | string | number): void {
  const equal =
    found instanceof Big ? found.eq(expected) : expected instanceof Big ? expected.eq(found) : found === expected;
  if (!equal) object(model, `${what} is ${found.toString()}, the auditor has ${expected.toString()}`);
}

export function partKey({ uid, positionId }: Pick<Part, 'uid' | 'positionId'>): string {
  return `${uid}/${positionId}`;
}

export function partOf(model: Model, uid: number, positionId: number): Part {
  const key = partKey({ uid, positionId });
  let part = model.parts.get(key);
  if (part === undefined) {
    part = { uid, positionId, amount: ZERO };
    model.parts.set(key, part);
  }
  return part;
}

export function contractIn(model: Model, symbol: string): Contract {
  const contract = model.contracts.get(symbol);
  if (contract === undefined) throw new Error(`the auditor was told of no contract ${symbol}`);
  return contract;
}

export function markOf(model: Model, symbol: string): Big {
  return model.marks.get(symbol)?.price ?? ZERO;
}

export function positionsOf(model: Model, uid: number): Position[] {
  return [...(model.byAccount.get(uid) ?? [])];
}

/** The positions whose money is in this part. */
export function positionsIn(model: Model, part: Part): Position[] {
  if (part.positionId === 0) return positionsOf(model, part.uid).filter(({ isolated }) => !isolated);
  const position = model.positions.get(part.positionId);
  return position === undefined ? [] : [position];
}

export function partOfPosition(model: Model, position: Position): Part {
  return partOf(model, position.uid, position.isolated ? position.id : 0);
}

export function addPosition(model: Model, position: Position): void {
  model.positions.set(position.id, position);
  const own = model.byAccount.get(position.uid) ?? new Set();
  own.add(position);
  model.byAccount.set(position.uid, own);
}

export function removePosition(model: Model, position: Position): void {
  model.positions.delete(position.id);
  model.byAccount.get(position.uid)?.delete(position);
}

export function leverageOf(model: Model, uid: number, symbol: string): Leverage {
  const key = `${uid} ${symbol}`;
  let leverage = model.leverage.get(key);
  if (leverage === undefined) {
    leverage = { cross: DEFAULT_LEVERAGE, long: DEFAULT_LEVERAGE, short: DEFAULT_LEVERAGE };
    model.leverage.set(key, leverage);
  }
  return leverage;
}

export function sumsOf(model: Model, orderId: number): OrderSums {
  let sums = model.orders.get(orderId);
  if (sums === undefined) {
    sums = { filled: ZERO, value: ZERO, fee: ZERO, profit: ZERO, asMaker: false, asTaker: false };
    model.orders.set(orderId, sums);
  }
  return sums;
}
