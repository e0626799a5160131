/**
 * The whole state of the exchange as one record. Everything the rules remember is here and nowhere else.
 *
 * Records refer to each other directly; `state-hash.ts` names them by id when it writes the state down. Sums kept beside
 * their parts (frozen, long and short sizes, open value) are there because every command reads them; `audit.ts` recomputes them.
 */
import type { Book } from './matching/book.ts';
import type { ContractTradingState, ExchangeParameters, MarginMode, PositionMode, Side } from './commands.ts';
import { DEFAULT_PARAMETERS } from './commands.ts';
import type { Contract, ContractChange } from './contract.ts';
import type { CopyRelation, CopyRole } from './copy/relation.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import { IdMap, RecordList } from './id-map.ts';
import { IdQueue } from './id-queue.ts';
import type { WorkingLinks } from './working-orders.ts';
import { NO_SLOT, WorkingOrders } from './working-orders.ts';
import type { AccountId, Id, Money, RateE8, Sign, Steps, Ticks, TimeMs } from './num/units.ts';
import { FIRST_ID } from './num/units.ts';
import type { Order, PlanOrder } from './order.ts';
import { OrderRecords } from './order-records.ts';
import type { TriggerBook } from './matching/trigger-book.ts';

/** A collateral part (LEDG-001): an account's SHARED money, or the money of one ISOLATED position. */
export interface Part {
  readonly account: Account;
  /** 0 for SHARED. */
  readonly positionId: Id;
  /** True double-entry balance (LEDG-002). */
  amount: Money;
  /** Σ s·open_value of its positions, so that legacy_amount = amount + this (LEDG-003). */
  openValue: Money;
  /** In list order: contract id, long before short, id. */
  readonly positions: Position[];
  /** Of a SHARED part: where its positions are, by contract id; empty for an isolated one. */
  readonly holdings: Holding[];
  readonly createdMs: TimeMs;
  updatedMs: TimeMs;
  /** Waiting to be looked at by the follow-ups of the present turn. */
  queued: boolean;
  /** Whether its guards hold: no mark inside them can put it in need of relief or in violation. */
  guarded: boolean;
  /** At most one per contract it has a net position in; see `risk/guards.ts`. */
  readonly guards: Guard[];
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

/** Guards of one contract as two heaps: first the highest price below the mark, first the lowest above it. */
export interface GuardBook {
  readonly falling: Guard[];
  readonly rising: Guard[];
}

/** Counts the changes of any mark, so that what was computed from marks knows whether it still holds. */
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

/** What one account has in one contract: its settings, positions and orders. */
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
  readonly positions: Position[];
  /** Σ sizes of its positions by side. */
  longSize: Steps;
  shortSize: Steps;
  /** Σ remaining of working opening orders by side. */
  openingLong: Steps;
  openingShort: Steps;
  workingOrders: number;
  workingOpenings: number;
  /** Where its working orders begin, −1 when there is none. */
  firstSlot: number;
  plans: number;
  openingPlans: number;
  touched: number;
}

/** What an account pays where a contract would take more; the maker fee may be a rebate. */
export interface AccountFees {
  readonly makerFeeE8: RateE8;
  readonly takerFeeE8: RateE8;
}

export interface Account {
  readonly id: AccountId;
  readonly shared: Part;
  frozen: boolean;
  /** On the AI-log allowlist. */
  allowed: boolean;
  /** Its own trading fees; null: those of each contract (CONT-006). */
  fees: AccountFees | null;
  /** By index of the instrument. */
  readonly holdings: (Holding | undefined)[];
  /** Σ held of working opening orders, cross and isolated alike (MARG-001). */
  held: Money;
  /** equity − used of the SHARED part, once computed; null since its money, positions or leverage changed. */
  spendable: Money | null;
  /** The count of mark changes it was computed at. */
  spendableAt: number;
  readonly markChanges: MarkChanges;
  /** Working orders and untriggered plan orders, in no order. */
  readonly orders: WorkingOrders;
  workingOrders: number;
  readonly plans: RecordList<PlanOrder>;
  /** Untriggered plan orders not made by presets: those that maxPlanOrders counts. */
  ownPlans: number;
  /** What it leads and follows; null for an account that does neither. */
  copyRole: CopyRole | null;
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
  readonly triggers: TriggerBook;
  tradingState: ContractTradingState;
  /** Index price in 1e-8, 0 before the first. */
  indexPrice: Money;
  indexTimeMs: TimeMs;
  mark: Ticks;
  markValid: boolean;
  /** Price of the latest book fill, 0 before the first (BOOK-008). */
  lastPrice: Ticks;
  /** The last doubled basis samples, oldest first (MARK-002). */
  readonly basis: Money[];
  /** The last fixed funding rate and the next boundary; 0 until the first index (FUND-004). */
  fundingRateE8: number;
  nextFundingMs: TimeMs;
  /** Premium samples of the running period: how many, Σ k·P_k, and the UTC minute of the latest one (FUND-001, -003). */
  premiumCount: number;
  premiumSum: Money;
  premiumMinute: number;
  /** Open interest by side (INV-002). */
  longSize: Steps;
  shortSize: Steps;
  /** Accounts with a position here. */
  readonly holders: Map<AccountId, Holding>;
  readonly guards: GuardBook;
}

/** A remembered AI log or idempotency key (`ailog.md` 1.5). */
export interface Remembered {
  readonly index: number;
  readonly bodySha256: string;
  readonly leafHash: string;
  readonly orderFound: boolean;
  readonly timeMs: TimeMs;
}

export interface AiLogState {
  /** Next leaf index; leaves follow from the journal alone. */
  nextIndex: number;
  origin: string;
  saltKey: Uint8Array | null;
  readonly bodies: Map<string, Remembered>;
  readonly idempotencyKeys: Map<string, Remembered>;
}

export interface State {
  sequence: number;
  timeMs: TimeMs;
  /** Time of the latest tick, 0 before the first (MARK-005). */
  lastTickMs: TimeMs;
  nextId: Id;
  nextMatchSequence: number;
  parameters: ExchangeParameters;
  readonly instruments: Instrument[];
  readonly bySymbol: Map<string, Instrument>;
  readonly accounts: Map<AccountId, Account>;
  /** Working orders and what is kept of ended ones; a fired plan order answers for its own. */
  readonly orders: OrderRecords;
  /** Plan orders, remembered after their end as long. */
  readonly plans: IdMap<PlanOrder>;
  /** Remembered client order ids → the youngest order or plan order with each. */
  readonly clientOrderIds: ClientOrderIds;
  readonly positions: IdMap<Position>;
  /** Copy relations, ended ones until nothing of theirs is open or unsettled. */
  readonly relations: IdMap<CopyRelation>;
  /** Ended and fired plan orders in the order of their end, or their order's, until their client order id is free again. */
  readonly endedPlans: IdQueue;
  /** Σ amount over all parts: 0 after every command (INV-001). */
  ledgerSum: Money;
  /** Deposits less withdrawals (ARIT-007). */
  deposited: Money;
  readonly markChanges: MarkChanges;
  /** Parts whose guards do not hold since something about them changed; guarded anew when a mark next changes. */
  unguarded: Part[];
  readonly ailog: AiLogState;
}

/** EXTERNAL, FEE, INSURANCE, COMMISSION and MARKETING are there from the start (LEDG-005). */
const SYSTEM_ACCOUNTS = 5;

/** The exchange before its first command: no contract, no user, nothing owed. */
export function emptyState(): State {
  const instruments: Instrument[] = [];
  const orders = new OrderRecords(instruments);
  const plans = new IdMap<PlanOrder>();
  const state: State = {
    sequence: 0,
    timeMs: 0,
    lastTickMs: 0,
    nextId: FIRST_ID,
    nextMatchSequence: 1,
    parameters: DEFAULT_PARAMETERS,
    instruments,
    bySymbol: new Map(),
    accounts: new Map(),
    orders,
    clientOrderIds: new ClientOrderIds((id) => orders.get(id) ?? plans.get(id)),
    plans,
    positions: new IdMap(),
    relations: new IdMap(),
    endedPlans: new IdQueue(),
    ledgerSum: 0,
    deposited: 0,
    markChanges: { count: 0 },
    unguarded: [],
    ailog: { nextIndex: 0, origin: '', saltKey: null, bodies: new Map(), idempotencyKeys: new Map() },
  };
  for (let id = 1; id <= SYSTEM_ACCOUNTS; id++) openAccount(state, id);
  return state;
}

/** The account, made on first mention (LEDG-001). */
export function accountOf(state: State, id: AccountId): Account {
  return state.accounts.get(id) ?? openAccount(state, id);
}

function openAccount(state: State, id: AccountId): Account {
  const holdings: (Holding | undefined)[] = [];
  const account: Account = {
    id,
    shared: undefined as unknown as Part,
    frozen: false,
    allowed: false,
    fees: null,
    holdings,
    held: 0,
    spendable: null,
    spendableAt: 0,
    markChanges: state.markChanges,
    orders: new WorkingOrders(holdings),
    workingOrders: 0,
    plans: new RecordList(),
    ownPlans: 0,
    copyRole: null,
  };
  (account as { shared: Part }).shared = openPart(account, 0, state.timeMs);
  state.accounts.set(id, account);
  return account;
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
  };
}

/** What the account has in the contract, made on first mention with the default settings. */
export function holdingOf(state: State, account: Account, instrument: Instrument): Holding {
  return account.holdings[instrument.index] ?? openHolding(state, account, instrument);
}

function openHolding(state: State, account: Account, instrument: Instrument): Holding {
  const leverage = Math.min(state.parameters.defaultLeverage, instrument.contract.maxLeverage);
  const holding: Holding = {
    account,
    instrument,
    setMarginMode: 'cross',
    setPositionMode: 'combined',
    marginMode: 'cross',
    positionMode: 'combined',
    crossLeverage: leverage,
    isolatedLongLeverage: leverage,
    isolatedShortLeverage: leverage,
    positions: [],
    longSize: 0,
    shortSize: 0,
    openingLong: 0,
    openingShort: 0,
    workingOrders: 0,
    workingOpenings: 0,
    firstSlot: NO_SLOT,
    plans: 0,
    openingPlans: 0,
    touched: 0,
  };
  while (account.holdings.length < instrument.index) account.holdings.push(undefined);
  account.holdings[instrument.index] = holding;
  return holding;
}
