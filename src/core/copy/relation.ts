/**
 * The records of copy trading (section 18 of the rules): leads, the relations that follow them, and which position copies which.
 *
 * Shapes and plain lookups only; who becomes what is decided beside this file. An account that neither leads nor follows has no
 * `CopyRole`, and that is all a fill asks of it.
 */
import type { MarginMode } from '../commands.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Id, Money, RateE8, Steps } from '../num/units.ts';
import type { Order } from '../order.ts';
import type { Account, Position } from '../state.ts';

/** Who shares in a lead's income, and by how much (COPY-001). */
export interface ThirdParty {
  readonly account: Account;
  readonly ratioE8: RateE8;
}

/** An account others may follow. */
export interface CopyLead {
  readonly account: Account;
  shareRatioE8: RateE8;
  thirdParty: ThirdParty | null;
  /** Those that copy now, ascending id. */
  readonly relations: CopyRelation[];
  /** What copies each of its positions, by the position's id, oldest first; kept until the last copy is closed. */
  readonly copies: Map<Id, CopyBinding[]>;
}

/** One account following one lead. */
export interface CopyRelation {
  readonly id: Id;
  readonly lead: CopyLead;
  readonly follower: Account;
  readonly copyRatioE8: RateE8;
  readonly marginMode: MarginMode;
  readonly createdMs: number;
  /** When it was ended, 0 while it copies. */
  endedMs: number;
  /** What the closes of its positions brought in this period, and what was deducted of it beforehand (COPY-005). */
  net: Money;
  prepaid: Money;
  /** Its bound positions that are open. */
  open: number;
  /** The turn that last announced it as changed. */
  touched: number;
}

/** A follower's position and the lead's position it copies (COPY-003). */
export interface CopyBinding {
  readonly relation: CopyRelation;
  readonly position: Position;
  readonly leadPositionId: Id;
  /** What its closes so far have brought, as far as it was looked at. */
  counted: Money;
}

/** What an account is to copy trading. */
export interface CopyRole {
  lead: CopyLead | null;
  /** Its own positions that copy somebody's, by id. */
  readonly bound: Map<Id, CopyBinding>;
}

/** A lead's fills to be copied, waiting for their place in the follow-up loop (FLOW-003 d). */
export type CopyFollowUp = CopyOpening | CopyClosing;

export interface CopyOpening {
  readonly effect: 'open';
  readonly lead: CopyLead;
  readonly order: Order;
  /** Filled since it was queued. */
  size: Steps;
  /** Of the latest fill. */
  position: Position;
}

export interface CopyClosing {
  readonly effect: 'close';
  readonly lead: CopyLead;
  readonly position: Position;
  /** Before the first of the fills. */
  readonly sizeBefore: Steps;
}

/** What a position's closes have brought so far: Σ (realised − fee − open fee and funding fee that went with the size) (COPY-005). */
export function netOf(position: Position): Money {
  const openFees = sub(position.cumOpenFee, position.openFee);
  const fundingFees = sub(position.cumFundingFee, position.fundingFee);
  return sub(position.realised, add(position.cumCloseFee, add(openFees, fundingFees)));
}

/** The account's role, made on first need. */
export function roleOf(account: Account): CopyRole {
  account.copyRole ??= { lead: null, bound: new Map() };
  return account.copyRole;
}
