/**
 * The whole state of the exchange as one record. Everything the rules remember is here and nowhere else.
 *
 * Records refer to each other directly; `state-hash.ts` names them by id when it writes the state down. Sums kept beside
 * their parts (frozen, long and short sizes, open value) are there because every command reads them; `audit.ts` recomputes them.
 */
import type { Book } from './matching/book.ts';
import { createBook } from './matching/book.ts';
import type { ContractTradingState, ExchangeParameters, MarginMode, PositionMode, Side } from './commands.ts';
import { DEFAULT_PARAMETERS } from './commands.ts';
import type { Contract } from './contract.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import { IdMap, RecordList } from './id-map.ts';
import { IdQueue } from './id-queue.ts';
import { WorkingOrders } from './working-orders.ts';
import type { AccountId, Id, Money, Sign, Steps, Ticks, TimeMs } from './num/units.ts';
import { FIRST_ID } from './num/units.ts';
import type { EndedOrder, Order, PlanOrder } from './order.ts';
import type { TriggerBook } from './matching/trigger-book.ts';
import { createTriggerBook } from './matching/trigger-book.ts';

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
  plans: number;
  openingPlans: number;
  touched: number;
}

export interface Account {
  readonly id: AccountId;
  readonly shared: Part;
  frozen: boolean;
  /** On the AI-log allowlist. */
  allowed: boolean;
  /** By index of the instrument. */
  readonly holdings: (Holding | undefined)[];
  /** Σ held of working opening orders, cross and isolated alike (MARG-001). */
  held: Money;
  /** equity − used of the SHARED part, once computed; null since its money, positions, leverage or a mark changed. */
  spendable: Money | null;
  /** Working orders and untriggered plan orders, in no order. */
  readonly orders: WorkingOrders;
  workingOrders: number;
  readonly plans: RecordList<PlanOrder>;
  /** Untriggered plan orders not made by presets: those that maxPlanOrders counts. */
  ownPlans: number;
  /** The turn that last put it up for order relief (MARG-010). */
  touched: number;
}

/** The live state of one contract. */
export interface Instrument {
  contract: Contract;
  /** Place in `state.instruments`. */
  readonly index: number;
  readonly book: Book;
  /** The order resting in each slot of the book. */
  readonly resting: (Order | null)[];
  /** Where each slot of the book stands in its account's list of working orders. */
  readonly places: number[];
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
  /** Open interest by side (INV-002). */
  longSize: Steps;
  shortSize: Steps;
  /** Accounts with a position here. */
  readonly holders: Map<AccountId, Holding>;
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
  nextId: Id;
  nextMatchSequence: number;
  parameters: ExchangeParameters;
  readonly instruments: Instrument[];
  readonly bySymbol: Map<string, Instrument>;
  readonly accounts: Map<AccountId, Account>;
  /** Working orders and what is kept of ended ones; a fired plan order answers for its own. */
  readonly orders: IdMap<Order | EndedOrder>;
  /** Plan orders, remembered after their end as long. */
  readonly plans: IdMap<PlanOrder>;
  /** Remembered client order ids → the youngest order or plan order with each. */
  readonly clientOrderIds: ClientOrderIds;
  readonly positions: IdMap<Position>;
  /** Ended orders and plan orders in the order of their end, until their client order id is free again. */
  readonly ended: IdQueue;
  /** Σ amount over all parts: 0 after every command (INV-001). */
  ledgerSum: Money;
  /** Deposits less withdrawals (ARIT-007). */
  deposited: Money;
  readonly ailog: AiLogState;
}

/** EXTERNAL, FEE, INSURANCE, COMMISSION and MARKETING are there from the start (LEDG-005). */
const SYSTEM_ACCOUNTS = 5;

/** The exchange before its first command: no contract, no user, nothing owed. */
export function emptyState(): State {
  const orders = new IdMap<Order | EndedOrder>();
  const plans = new IdMap<PlanOrder>();
  const state: State = {
    sequence: 0,
    timeMs: 0,
    nextId: FIRST_ID,
    nextMatchSequence: 1,
    parameters: DEFAULT_PARAMETERS,
    instruments: [],
    bySymbol: new Map(),
    accounts: new Map(),
    orders,
    clientOrderIds: new ClientOrderIds((id) => orders.get(id) ?? plans.get(id)),
    plans,
    positions: new IdMap(),
    ended: new IdQueue(),
    ledgerSum: 0,
    deposited: 0,
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
  const account: Account = {
    id,
    shared: undefined as unknown as Part,
    frozen: false,
    allowed: false,
    holdings: [],
    held: 0,
    spendable: null,
    orders: new WorkingOrders(state.instruments),
    workingOrders: 0,
    plans: new RecordList(),
    ownPlans: 0,
    touched: 0,
  };
  (account as { shared: Part }).shared = openPart(account, 0, state.timeMs);
  state.accounts.set(id, account);
  return account;
}

/** A new, empty collateral part. */
export function openPart(account: Account, positionId: Id, timeMs: TimeMs): Part {
  return { account, positionId, amount: 0, openValue: 0, positions: [], holdings: [], createdMs: timeMs, updatedMs: timeMs };
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
    plans: 0,
    openingPlans: 0,
    touched: 0,
  };
  while (account.holdings.length < instrument.index) account.holdings.push(undefined);
  account.holdings[instrument.index] = holding;
  return holding;
}

/** The live state of a new contract. */
export function openInstrument(state: State, contract: Contract): Instrument {
  const instrument: Instrument = {
    contract,
    index: state.instruments.length,
    book: createBook(),
    resting: [],
    places: [],
    triggers: createTriggerBook(),
    tradingState: 'TRADING',
    indexPrice: 0,
    indexTimeMs: 0,
    mark: 0,
    markValid: false,
    lastPrice: 0,
    basis: [],
    fundingRateE8: 0,
    nextFundingMs: 0,
    longSize: 0,
    shortSize: 0,
    holders: new Map(),
  };
  state.instruments.push(instrument);
  state.bySymbol.set(contract.symbol, instrument);
  return instrument;
}
