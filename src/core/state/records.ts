/**
 * The records of the state: accounts, their money, contracts, orders, positions and copies.
 *
 * Shapes only, and together in one file because they refer to each other directly; nothing is decided here. Sums kept
 * beside their parts (frozen, long and short sizes, open value) are there because every command reads them; `audit.ts`
 * recomputes them. Records change only inside `engine.apply`; outside the core they are read-only and true until the
 * next command. A new field does not compile before it has its row in `table.ts`.
 */
import type { KeyLimits as LimitsOf } from './key-limit-records.ts';
import type { ContractTradingState, Effect, MarginMode, PositionMode, Side, TriggerBy } from '../language/commands.ts';
import type { Execution } from '../language/execution.ts';
import type { Contract, ContractChange } from '../language/contract.ts';
import type {
  CancelReason,
  OrderCause,
  OrderStatus,
  PlanKind,
  PlanRequest,
  PlanStatus,
} from '../language/vocabulary.ts';
import type { Book } from '../matching/book.ts';
import type { TriggerBook } from '../matching/trigger-book.ts';
import type { AccountId, Id, Money, RateE8, Sign, Steps, Ticks, TimeMs } from '../num/units.ts';
import type * as contest from './contest-records.ts';
import type * as copy from './copy-records.ts';
import { RecordList } from './record-list.ts';
import { type WorkingLinks, WorkingOrders } from './working-orders.ts';

/** A collateral part (LEDG-001): an account's SHARED money, or the money of one ISOLATED position. */
export interface Part {
  readonly account: Account;
  /** 0 for SHARED. */
  readonly positionId: Id;
  /** True double-entry balance (LEDG-002). */
  amount: Money;
  /** Σ s·openValue of its positions, so that legacy balance = amount + this (LEDG-003). */
  openValue: Money;
  /** In list order: contract id, long before short, id. */
  positions: Position[];
  /** For a SHARED part: where its positions are, by contract id; empty for an isolated one. */
  holdings: Holding[];
  readonly createdMs: TimeMs;
  updatedMs: TimeMs;
  /** Waiting to be looked at by the follow-ups of the present turn. */
  queued: boolean;
  /** Whether its guards hold: no mark inside them can put it in need of relief or in violation. */
  guarded: boolean;
  /** Two per contract it has a position in, the one below the mark first; see `risk/guards.ts`. */
  guards: Guard[];
  /** The least it has to spare while every mark stays inside its guards. */
  slack: Money;
}

/** The mark price of one contract at which a part must be looked at again. */
export interface Guard {
  readonly part: Part;
  readonly instrument: Instrument;
  /** Reached when the mark falls to `price`, else when it rises to it. */
  falling: boolean;
  price: Ticks;
  /** Its place in the contract's heap, −1 while in none. */
  place: number;
}

/**
 * Guards of one contract as two heaps: one with the highest price below the mark first, one with the lowest above it.
 */
export interface GuardBook {
  readonly falling: Guard[];
  readonly rising: Guard[];
}

/** Counts the changes of any mark, so that figures computed from marks can tell whether they still hold. */
export interface MarkChanges {
  count: number;
}

export interface Position {
  readonly id: Id;
  readonly account: Account;
  readonly instrument: Instrument;
  readonly holding: Holding;
  readonly side: Side;
  /** +1 long, −1 short. */
  readonly sign: Sign;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  /** The opening order that owns a separated position, 0 when combined. */
  readonly openOrderId: Id;
  readonly part: Part;
  readonly createdSequence: number;
  readonly createdMs: TimeMs;
  leverage: number;
  size: Steps;
  /** Σ frozen by working close orders (CLOS-001). */
  frozen: Steps;
  openValue: Money;
  openFee: Money;
  fundingFee: Money;
  cumOpenSize: Money;
  cumOpenValue: Money;
  cumOpenFee: Money;
  cumCloseSize: Money;
  cumCloseValue: Money;
  cumCloseFee: Money;
  cumFundingFee: Money;
  cumLiquidateFee: Money;
  /** Σ gross realised profit of its life (INV-003). */
  realised: Money;
  autoAppend: boolean;
  updatedSequence: number;
  updatedMs: TimeMs;
  /** Untriggered plan orders bound to it, oldest first. */
  readonly bound: PlanOrder[];
  /** Working close orders frozen on it, oldest first. */
  readonly closing: Order[];
  /** The turn that last announced it as changed. */
  touched: number;
}

/** One account in one contract: its settings, positions and orders. */
export interface Holding {
  readonly account: Account;
  readonly instrument: Instrument;
  /** The pair set by setMarginMode, and the pair in force while not flat (MODE-002). */
  setMarginMode: MarginMode;
  setPositionMode: PositionMode;
  marginMode: MarginMode;
  positionMode: PositionMode;
  crossLeverage: number;
  isolatedLongLeverage: number;
  isolatedShortLeverage: number;
  /** In list order: long before short, id. */
  positions: Position[];
  /** Σ sizes of its positions by side. */
  longSize: Steps;
  shortSize: Steps;
  /** Σ remaining of working opening orders by side. */
  openingLong: Steps;
  openingShort: Steps;
  workingOrders: number;
  workingOpenings: number;
  /** Head of its list of working orders, −1 when there are none. */
  firstSlot: number;
  plans: number;
  openingPlans: number;
  touched: number;
}

/** The fees an account pays where a contract would take more; the maker fee may be a rebate. */
export interface AccountFees {
  readonly makerFeeE8: RateE8;
  readonly takerFeeE8: RateE8;
}

/** A class because it is made with its SHARED part, and each names the other. */
export type KeyLimits = LimitsOf<Account>;

export class Account {
  readonly id: AccountId;
  readonly shared: Part;
  frozen = false;
  /** On the AI-log allowlist. */
  allowed = false;
  /** Its own trading fees; null: those of each contract (CONT-006). */
  fees: AccountFees | null = null;
  /** By index of the instrument. */
  readonly holdings: (Holding | undefined)[] = [];
  /** Σ held of working opening orders, both cross and isolated (MARG-001). */
  held: Money = 0;
  /** equity − used of the SHARED part, once computed; null since its money, positions or leverage changed. */
  spendable: Money | null = null;
  /** The count of mark changes it was computed at. */
  spendableAt = 0;
  readonly markChanges: MarkChanges;
  /** Working orders and untriggered plan orders, in no particular order. */
  readonly orders: WorkingOrders<Order>;
  workingOrders = 0;
  readonly plans = new RecordList<PlanOrder>();
  /** Untriggered plan orders not made by presets: those that maxPlanOrders counts. */
  ownPlans = 0;
  /** Its leads and follows; null for an account that does neither. */
  copyRole: CopyRole | null = null;
  /** Its team in a contest that is not over; null for an account in none. */
  team: Team | null = null;
  /** Limits of its keys, oldest first. */
  readonly limits: KeyLimits[] = [];

  constructor(id: AccountId, createdMs: TimeMs, markChanges: MarkChanges) {
    this.id = id;
    this.shared = openPart(this, 0, createdMs);
    this.markChanges = markChanges;
    this.orders = new WorkingOrders<Order>(this.holdings);
  }
}

/** A new, empty collateral part. */
export function openPart(account: Account, positionId: Id, timeMs: TimeMs): Part {
  return {
    account,
    positionId,
    amount: 0,
    openValue: 0,
    positions: [],
    holdings: [],
    createdMs: timeMs,
    updatedMs: timeMs,
    queued: false,
    guarded: true,
    guards: [],
    // Not 0: such fields begin as small integers, and every part is changed when the first large one comes.
    slack: -0,
  };
}

/** A contract as it was while another grid of prices and sizes was in force; ids below `untilId` are counted in it. */
export interface EarlierContract {
  readonly untilId: Id;
  readonly contract: Contract;
}

/** A change that waits for its time (CONT-004). */
export interface PendingChange {
  readonly effectiveMs: TimeMs;
  readonly change: ContractChange;
}

/** The live state of one contract. */
export interface Instrument {
  contract: Contract;
  /** Oldest first; a change of tick or step adds one. */
  readonly earlier: EarlierContract[];
  pending: PendingChange | null;
  /** Place in `state.instruments`. */
  readonly index: number;
  readonly book: Book;
  /** The order resting in each slot of the book. */
  readonly resting: (Order | null)[];
  /** The lists of working orders that run through the slots of the book. */
  readonly links: WorkingLinks;
  readonly triggers: TriggerBook<PlanOrder>;
  tradingState: ContractTradingState;
  /** Index price in 1e-8, 0 before the first. */
  indexPrice: Money;
  indexTimeMs: TimeMs;
  mark: Ticks;
  markValid: boolean;
  /** Price of the latest book fill, 0 before the first (BOOK-008). */
  lastPrice: Ticks;
  /** The last samples of the basis in 1e-8, oldest first, without the zeros before them (MARK-006). */
  readonly basis: Money[];
  /** Trades of the last minute by tick, oldest first, at their average in 1e-8; and those since (MARK-008). */
  readonly trades: { readonly timeMs: TimeMs; readonly value: Money; readonly price: Money }[];
  tradedValue: Money;
  tradedSize: Steps;
  /** The last fixed funding rate and the next boundary; 0 until the first index (FUND-004). */
  fundingRateE8: number;
  nextFundingMs: TimeMs;
  /** Σ k·P_k of the premium samples of the running period, and the UTC minute of the latest (FUND-001, -003). */
  premiumSum: Money;
  premiumMinute: number;
  /** Open interest by side (INV-002). */
  longSize: Steps;
  shortSize: Steps;
  /** The open positions here, by ascending id. */
  readonly positions: Map<Id, Position>;
  /** Accounts with a position here. */
  readonly holders: Map<AccountId, Holding>;
  readonly guards: GuardBook;
}

/** A part of a closing order's size, frozen on one position (CLOS-001, CLOS-005). */
export interface FrozenPiece {
  readonly position: Position;
  size: Steps;
}

export interface Order {
  readonly record: 'order';
  readonly id: Id;
  readonly account: Account;
  readonly instrument: Instrument;
  /** The plan order it fired from, which answers for it. */
  readonly plan: PlanOrder | null;
  /** Its slot on the book, −1 while not resting. */
  slot: number;
  status: OrderStatus;
  readonly side: Side;
  readonly effect: Effect;
  /** 0 for a market order. */
  readonly price: Ticks;
  remaining: Steps;
  filled: Steps;
  /** Reserve of a resting opening order (MARG-004). */
  held: Money;
  /** The turn that last announced it as changed. */
  touched: number;
  updatedMs: TimeMs;
  /** The positions in which a working close order's remaining size is frozen, in the order it will be filled. */
  pieces: FrozenPiece[];
  cancelReason: CancelReason | null;
  cancelDetail: string | null;
  /** Once it has ended: how many orders the same command had ended before it. */
  endPlace: number;
  /** Its row in `OrderRows`; a fired plan order's own has none. */
  row: number;
  /** Preset prices in ticks, 0 when none. */
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  readonly size: Steps;
  readonly execution: Execution;
  readonly clientOrderId: string;
  /** The modes that callers named; null where they left them to their settings, and for orders no caller sent. */
  readonly askedMarginMode: MarginMode | null;
  readonly askedPositionMode: PositionMode | null;
  readonly createdMs: TimeMs;
  /** Index of its leaf in the AI log, −1 when its account was not on the allowlist. */
  leafIndex: number;
  /** The one position a close is addressed to; 0: all of its side. */
  readonly positionId: Id;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly leverage: number;
  readonly cause: OrderCause;
  /** Σ value, fee (cost positive) and gross realised profit of its fills (ORDR-012). */
  value: Money;
  fee: Money;
  profit: Money;
  /** How many fills it has had. */
  fills: number;
  /** The latest pair of plan orders its presets made, and how many pairs so far (PLAN-009). */
  pair: PresetPair | null;
  pairCount: number;
}

export interface PresetPair {
  readonly takeProfit: PlanOrder | null;
  readonly stopLoss: PlanOrder | null;
}

export interface PlanOrder {
  readonly record: 'plan';
  readonly id: Id;
  readonly account: Account;
  readonly instrument: Instrument;
  readonly clientOrderId: string;
  /** The caller's request; null when a preset made it. */
  readonly request: PlanRequest | null;
  readonly kind: PlanKind;
  readonly side: Side;
  readonly effect: Effect;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly positionId: Id;
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  /** The opening order whose preset made it; 0 otherwise. */
  readonly parentId: Id;
  /** The position it closes and ends with (PLAN-007). */
  readonly bound: Position | null;
  readonly createdMs: TimeMs;
  /** The other of a preset pair. */
  partner: PlanOrder | null;
  updatedMs: TimeMs;
  status: PlanStatus;
  size: Steps;
  /** Execution limit, 0 for market. */
  price: Ticks;
  triggerPrice: Ticks;
  triggerBy: TriggerBy;
  direction: 'up' | 'down';
  /** When it fired, 0 before. */
  triggeredMs: TimeMs;
  /** Its order since it fired; has the same id. */
  order: Order | null;
  cancelReason: CancelReason | null;
  cancelDetail: string | null;
  /** Waiting for the follow-up loop of the present turn. */
  due: boolean;
  /** Index of its leaf in the AI log, −1 when its account was not on the allowlist. */
  leafIndex: number;
  touched: number;
  /** Its place among its account's untriggered plan orders. */
  place: number;
  /** As an order's. */
  row: number;
}

export type ThirdParty = copy.ThirdParty<Account>;
export type CopyLead = copy.CopyLead<Account, Position>;
export type CopyRelation = copy.CopyRelation<Account, Position>;
export type CopyBinding = copy.CopyBinding<Account, Position>;
export type CopyRole = copy.CopyRole<Account, Position>;

export type ContestState = contest.ContestState<Account>;
export type Contest = contest.Contest<Account>;
export type Team = contest.Team<Account>;
export type Case = contest.Case<Account>;
