/**
 * The whole state of the exchange as one record. Everything the rules remember is here and nowhere else.
 *
 * Records refer to each other directly; `state/hash.ts` names them by id when it writes the state down.
 */
import { EXTERNAL, LAST_SYSTEM_ACCOUNT } from '../language/accounts.ts';
import type { ExchangeParameters } from '../language/commands.ts';
import { DEFAULT_PARAMETERS } from '../language/commands.ts';
import { FIRST_CORE_VERSION } from '../language/core-version.ts';
import type { AccountId, Id, Money, TimeMs } from '../num/units.ts';
import { FIRST_ID } from '../num/units.ts';
import { OrderRecords } from './order-records.ts';
import type {
  ContestState,
  CopyRelation,
  Holding,
  Instrument,
  KeyLimits,
  MarkChanges,
  Part,
  PlanOrder,
  Position,
} from './records.ts';
import { Account } from './records.ts';
import { NO_SLOT } from './working-orders.ts';

/** A remembered AI log or idempotency key (docs/ai-log.md 9). */
export interface Remembered {
  readonly index: number;
  readonly bodySha256: string;
  readonly leafHash: string;
  readonly orderFound: boolean;
  readonly timeMs: TimeMs;
}

/** A key of the AI log, and when it was announced. */
export interface LogKey {
  readonly vkey: string;
  readonly sinceMs: TimeMs;
}

export interface AiLogState {
  /** Next leaf index, and so the size of the log; leaves follow from the journal alone. */
  nextIndex: number;
  /** Roots of the full subtrees of the log, the largest first (docs/ai-log.md 14). */
  frontier: Uint8Array[];
  origin: string;
  /** Those that sign, the newest last. */
  keys: LogKey[];
  saltKey: Uint8Array | null;
  readonly bodies: Map<string, Remembered>;
  readonly idempotencyKeys: Map<string, Remembered>;
}

/** A command that was set aside before it could be applied. */
export interface PassedOver {
  readonly sequence: number;
  readonly reason: string;
  readonly writtenMs: TimeMs;
}

export interface State {
  sequence: number;
  timeMs: TimeMs;
  /** Time of the latest tick, 0 before the first (MARK-005). */
  lastTickMs: TimeMs;
  /**
   * Until then commands' times may be ahead of the machine's, as the operator accepted; 0: never accepted (FLOW-008).
   */
  clockAheadUntilMs: TimeMs;
  /** Commands that were passed over, and why (FLOW-011). */
  setAside: readonly PassedOver[];
  /** Of the rules in force (FLOW-012). */
  coreVersion: number;
  nextId: Id;
  nextMatchSequence: number;
  parameters: ExchangeParameters;
  readonly instruments: Instrument[];
  readonly bySymbol: Map<string, Instrument>;
  readonly accounts: Map<AccountId, Account>;
  /** Working orders and the rows of those that have ended; a fired plan order answers for its order. */
  readonly orders: OrderRecords;
  /** Plan orders that wait, or whose order works; this map and the two below are in the order of ids. */
  readonly plans: Map<Id, PlanOrder>;
  readonly positions: Map<Id, Position>;
  /** Copy relations; ended ones stay until nothing of theirs is open or unsettled. */
  readonly relations: Map<Id, CopyRelation>;
  /** Σ amount over all parts: 0 after every command (INV-001). */
  ledgerSum: Money;
  /** Deposits less withdrawals (ARIT-007). */
  deposited: Money;
  readonly markChanges: MarkChanges;
  /** Parts without guards that hold, as nothing is left to spare or a mark isn't known: looked at with every mark. */
  readonly unguarded: Set<Part>;
  readonly ailog: AiLogState;
  readonly contest: ContestState;
  /** By the id of the key. */
  readonly keyLimits: Map<string, KeyLimits>;
}

/** The exchange before its first command: no contract, no user, nothing owed. */
export function emptyState(): State {
  const instruments: Instrument[] = [];
  const accounts = new Map<AccountId, Account>();
  const orders = new OrderRecords(instruments, accounts);
  const state: State = {
    sequence: 0,
    timeMs: 0,
    lastTickMs: 0,
    clockAheadUntilMs: 0,
    setAside: [],
    coreVersion: FIRST_CORE_VERSION,
    nextId: FIRST_ID,
    nextMatchSequence: 1,
    parameters: DEFAULT_PARAMETERS,
    instruments,
    bySymbol: new Map(),
    accounts,
    orders,
    plans: new Map(),
    positions: new Map(),
    relations: new Map(),
    ledgerSum: 0,
    deposited: 0,
    markChanges: { count: 0 },
    unguarded: new Set(),
    ailog: {
      nextIndex: 0,
      frontier: [],
      origin: '',
      keys: [],
      saltKey: null,
      bodies: new Map(),
      idempotencyKeys: new Map(),
    },
    contest: { contests: new Map(), rulesets: [], live: 0 },
    keyLimits: new Map(),
  };
  for (let id = EXTERNAL; id <= LAST_SYSTEM_ACCOUNT; id++) openAccount(state, id);
  return state;
}

/** The account, made on first mention (LEDG-001). */
export function accountOf(state: State, id: AccountId): Account {
  return state.accounts.get(id) ?? openAccount(state, id);
}

function openAccount(state: State, id: AccountId): Account {
  const account = new Account(id, state.timeMs, state.markChanges);
  state.accounts.set(id, account);
  return account;
}

/** The account's holding in the contract, made on first mention with the default settings. */
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
