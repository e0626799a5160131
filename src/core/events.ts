/**
 * What can have happened: the closed union of events. Projections (SQL, ticker, channels, metrics) know only these.
 *
 * Two kinds. Facts are immutable and complete (`fillMade`, `billPosted`, `leafAppended`). Changed records are announced
 * once per command, in the place of its first change, by the live record itself (`orderChanged` and the like): they are true until
 * the next command, so a projection reads or copies what it needs at once.
 */
import type { Bill } from './ledger/bills.ts';
import type { AccountId, Id, Money, Steps, Ticks } from './num/units.ts';
import type { Order, PlanOrder } from './order.ts';
import type { Account, Holding, Instrument, Position } from './state.ts';

/** One side of a fill. */
export interface FillSide {
  readonly order: Order;
  readonly positionId: Id;
  /** Cost positive. */
  readonly fee: Money;
  /** Liquidation fee. */
  readonly liquidateFee: Money;
  /** Gross realised profit, 0 for openings. */
  readonly realised: Money;
}

/** One match of two orders on the book (BOOK-002). Internal offsets and deleveraging have no price: `price` 0. */
export interface FillMade {
  readonly name: 'fillMade';
  readonly id: Id;
  readonly matchSequence: number;
  readonly instrument: Instrument;
  readonly price: Ticks;
  readonly size: Steps;
  readonly value: Money;
  readonly taker: FillSide;
  readonly maker: FillSide;
}

export interface BillPosted {
  readonly name: 'billPosted';
  readonly bill: Bill;
}

export interface LeafAppended {
  readonly name: 'leafAppended';
  readonly index: number;
  readonly kind: 'key' | 'account' | 'order' | 'ailog';
  /** Whose leaf it is; 0 for public ones. */
  readonly account: AccountId;
  /** JCS of the header, null where the core never sees it (ailog) or the leaf is public. */
  readonly header: string | null;
  /** JCS text of the entry. */
  readonly entry: string;
  /** Leaf hash, 32 bytes. */
  readonly hash: Uint8Array;
}

export interface AiLogStored {
  readonly name: 'aiLogStored';
  readonly index: number;
  readonly account: AccountId;
  readonly keyId: string;
  readonly orderId: string | null;
  readonly stage: string;
  readonly model: string;
  readonly bodySha256: string;
  readonly h: string;
  readonly size: number;
  readonly orderFound: boolean;
}

export interface OrderChanged {
  readonly name: 'orderChanged';
  readonly order: Order;
}

export interface PlanOrderChanged {
  readonly name: 'planOrderChanged';
  readonly plan: PlanOrder;
}

/** Also the last time, with size 0, when it ended. */
export interface PositionChanged {
  readonly name: 'positionChanged';
  readonly position: Position;
}

export interface MarkChanged {
  readonly name: 'markChanged';
  readonly instrument: Instrument;
}

export interface SettingsChanged {
  readonly name: 'settingsChanged';
  readonly holding: Holding;
}

/** Frozen, released, or its place on the allowlist changed. */
export interface AccountChanged {
  readonly name: 'accountChanged';
  readonly account: Account;
}

export interface AllowlistChanged {
  readonly name: 'allowlistChanged';
  readonly account: AccountId;
  readonly allowed: boolean;
  readonly reason: string;
  readonly leafIndex: number;
}

export type Event =
  | FillMade
  | BillPosted
  | LeafAppended
  | AiLogStored
  | OrderChanged
  | PlanOrderChanged
  | PositionChanged
  | MarkChanged
  | SettingsChanged
  | AccountChanged
  | AllowlistChanged;
