/**
 * Everything that can happen: the closed union of events. Projections (SQL, ticker, channels, metrics) know only these.
 *
 * Two kinds. Facts are immutable and complete (`fillMade`, `billPosted`, `leafAppended`). Changed records are announced
 * once per command, in the place of its first change, by the live record itself (`orderChanged` and the like): they are
 * true until the next command, so a projection reads or copies what it needs right away.
 */
import type { BlindedKind } from '../log/header.ts';
import type { PublicKind } from '../log/entry.ts';
import type {
  Case,
  Contest,
  CopyLead,
  CopyRelation,
  Order,
  PlanOrder,
  Account,
  Holding,
  Instrument,
  Position,
  Team,
} from '../state/records.ts';
import type { MinuteEquity } from '../standing/minute.ts';
import type { TeamFacts } from '../standing/standing.ts';
import type { Bill } from '../language/bills.ts';
import type { Contract } from '../language/contract.ts';
import type { AccountId, Id, Money, Steps, Ticks, TimeMs } from '../num/units.ts';
import type { RejectReason } from '../language/rejects.ts';

/** One side of a fill. */
export interface FillSide {
  readonly order: Order;
  /** Number of the fill within its order, from 1. */
  readonly nth: number;
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
  readonly kind: BlindedKind | PublicKind;
  /** Account of the leaf; 0 for public ones. */
  readonly account: AccountId;
  /** JCS of the header, null where the core never sees it (ailog) or the leaf is public. */
  readonly header: string | null;
  /** JCS text of the entry. */
  readonly entry: string;
  /** Leaf hash, 32 bytes. */
  readonly hash: Uint8Array;
  /** Roots of the subtrees it made full, from two leaves up. */
  readonly nodes: readonly Uint8Array[];
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
  /** The team's signature, base64; null: not signed. */
  readonly sig: string | null;
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

/** With its first index price a contract was given a simulated past, which ends at that price and time (MARK-001). */
export interface PastFixed {
  readonly name: 'pastFixed';
  readonly symbol: string;
  /** As it was then: in its grid the past is counted. */
  readonly contract: Contract;
  readonly seed: number;
  /** In 1e-8 USDT. */
  readonly price: Money;
  readonly endMs: TimeMs;
}

/**
 * The funding rate of a period was fixed and settled (FUND-004). Nothing was booked when `matchSequence` is 0: the rate
 * is 0, there was no valid mark, or there was no position.
 */
export interface FundingSettled {
  readonly name: 'fundingSettled';
  readonly instrument: Instrument;
  readonly rateE8: number;
  /** The boundary it belongs to; of an operator's pass the time of the command. */
  readonly fundingMs: TimeMs;
  /** The mark it was made at, in 1e-8 USDT; 0: there was none. */
  readonly mark: Money;
  readonly matchSequence: number;
  /** Σ paid = Σ received + dust. */
  readonly paid: Money;
  readonly received: Money;
  readonly dust: Money;
}

/** Its figures, or the change that waits, or its state: listed, delisted, halted, resumed. */
export interface ContractChanged {
  readonly name: 'contractChanged';
  readonly instrument: Instrument;
}

export interface SettingsChanged {
  readonly name: 'settingsChanged';
  readonly holding: Holding;
}

/** Frozen, released, its fees or its place on the allowlist changed. */
export interface AccountChanged {
  readonly name: 'accountChanged';
  readonly account: Account;
}

/** The terms of a lead. */
export interface CopyLeadChanged {
  readonly name: 'copyLeadChanged';
  readonly lead: CopyLead;
}

/** Begun, ended, or its period's figures or open copies changed. */
export interface CopyRelationChanged {
  readonly name: 'copyRelationChanged';
  readonly relation: CopyRelation;
}

/** A follower's copy that the exchange said no to; it is not tried again (COPY-002). */
export interface CopySkipped {
  readonly name: 'copySkipped';
  readonly relation: CopyRelation;
  readonly leadPosition: Position;
  readonly effect: 'open' | 'close';
  readonly reason: RejectReason;
}

export interface AllowlistChanged {
  readonly name: 'allowlistChanged';
  readonly account: AccountId;
  readonly allowed: boolean;
  readonly reason: string;
  readonly leafIndex: number;
}

/**
 * A close at the mark of exposure that found neither the book nor deleveraging (LIQD-012). It should not happen:
 * alarmed.
 */
export interface ClosedAtMark {
  readonly name: 'closedAtMark';
  readonly account: AccountId;
  readonly instrument: Instrument;
  readonly size: Steps;
}

/** A loss beyond a part's own money after a close at the mark: who paid it (LIQD-013). Alarmed. */
export interface LossShared {
  readonly name: 'lossShared';
  readonly account: AccountId;
  readonly symbol: string;
  readonly owed: Money;
  /** By the insurance fund, by winners on the other side, by the exchange. */
  readonly insured: Money;
  readonly shared: Money;
  readonly borne: Money;
}

/** Made, moved, extended, or its report or final board is there. */
export interface ContestChanged {
  readonly name: 'contestChanged';
  readonly contest: Contest;
}

/** Its state or its models. */
export interface TeamChanged {
  readonly name: 'teamChanged';
  readonly team: Team;
}

export interface CaseChanged {
  readonly name: 'caseChanged';
  readonly case: Case;
}

/** A sample of all its teams was taken (CTST-005). */
export interface ContestSampled {
  readonly name: 'contestSampled';
  readonly contest: Contest;
  /** The time the leaf states, and the moment that stands for. */
  readonly at: TimeMs;
  readonly momentMs: TimeMs;
  readonly leafIndex: number;
  /** Canonical JSON: what the leaf's roots are over. */
  readonly payload: string;
  readonly equity: readonly MinuteEquity[];
  /** All that the board of this sample is made of. */
  readonly teams: readonly TeamFacts[];
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
  | PastFixed
  | FundingSettled
  | ContractChanged
  | SettingsChanged
  | AccountChanged
  | AllowlistChanged
  | CopyLeadChanged
  | CopyRelationChanged
  | CopySkipped
  | ClosedAtMark
  | LossShared
  | ContestChanged
  | TeamChanged
  | CaseChanged
  | ContestSampled;
