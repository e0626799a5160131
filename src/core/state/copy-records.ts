/**
 * The records of copy trading (section 18 of the rules): leads, the relations that follow them, and which position
 * copies which.
 *
 * Shapes only; how accounts and positions get them is decided in `copy/`. They name accounts and positions, whose own
 * records (`records.ts`) name them: the types of those records are left open here and given there.
 */
import type { MarginMode } from '../language/commands.ts';
import type { Id, Money, RateE8, TimeMs } from '../num/units.ts';

/** The third party that shares in a lead's income, and by how much (COPY-001). */
export interface ThirdParty<Account> {
  readonly account: Account;
  readonly ratioE8: RateE8;
}

/** An account others may follow. */
export interface CopyLead<Account, Position> {
  readonly account: Account;
  shareRatioE8: RateE8;
  thirdParty: ThirdParty<Account> | null;
  /** Those that copy now, by ascending id. */
  readonly relations: CopyRelation<Account, Position>[];
  /** The copies of each of its positions, by the position's id, oldest first; kept until the last copy is closed. */
  readonly copies: Map<Id, CopyBinding<Account, Position>[]>;
}

/** One account following one lead. */
export interface CopyRelation<Account, Position> {
  readonly id: Id;
  readonly lead: CopyLead<Account, Position>;
  readonly follower: Account;
  readonly copyRatioE8: RateE8;
  readonly marginMode: MarginMode;
  readonly createdMs: TimeMs;
  /** When it was ended, 0 while it copies. */
  endedMs: TimeMs;
  /** The profit of its closes in this period, and the share deducted of it beforehand (COPY-005). */
  net: Money;
  prepaid: Money;
  /** Its bound positions that are open. */
  open: number;
  /** The turn that last announced it as changed. */
  touched: number;
}

/** A follower's position and the lead's position it copies (COPY-003). */
export interface CopyBinding<Account, Position> {
  readonly relation: CopyRelation<Account, Position>;
  readonly position: Position;
  readonly leadPositionId: Id;
  /** The profit of its closes so far, as far as it was looked at. */
  counted: Money;
}

/** An account's role in copy trading; an account that neither leads nor follows has none. */
export interface CopyRole<Account, Position> {
  lead: CopyLead<Account, Position> | null;
  /** Its positions that copy a lead's, by id. */
  readonly bound: Map<Id, CopyBinding<Account, Position>>;
}
