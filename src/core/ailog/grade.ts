/**
 * Which log decides about an order, and the grade its time gives it (docs/ai-log.md 11).
 *
 * Pure: links in, grade out. "Decides" is a total order over links, so the best can be kept one link at a time and it
 * does not matter in which batches they arrive.
 */

/** How an AI log and an order are bound, strongest first. */
export type LinkKind = 'hash' | 'named' | 'orderId';
/** Grade of an order by its logs. */
export type Grade = 'A' | 'B' | 'C' | 'D' | 'U' | 'X';

/** A log linked to an order, and the order's own place. */
export interface Link {
  readonly how: LinkKind;
  readonly logIndex: number;
  readonly receivedAt: number;
}

/** A leaf's place: index and time. */
export interface Place {
  readonly leafIndex: number;
  readonly placedAt: number;
}

/** A log before its order links only within this time. */
export const LINK_BEFORE_MS = 3_600_000;
/** By hash or name a log links to at most so many orders. */
export const LINKED_ORDERS = 10;
const GRADE_B_MS = 60_000;
/** Until then a log can still make its order count as covered. */
export const GRADE_C_MS = 900_000;

const STRENGTH: Readonly<Record<LinkKind, number>> = { hash: 3, named: 2, orderId: 1 };

/**
 * Whether `link` decides rather than `other`: the stronger kind; then the last before the order, else the first after
 * it.
 */
export function decidesBefore(order: Place, link: Link, other: Link | null): boolean {
  if (other === null) return true;
  if (link.how !== other.how) return STRENGTH[link.how] > STRENGTH[other.how];
  const isBefore = link.logIndex < order.leafIndex;
  if (isBefore !== other.logIndex < order.leafIndex) return isBefore;
  return isBefore ? link.logIndex > other.logIndex : link.logIndex < other.logIndex;
}

/**
 * The grade by time: A logged before the order (or bound by hash and received by C's bound), B within 60 s, C within 15
 * min, D later, U without a log.
 */
export function gradeByTime(order: Place, deciding: Link | null): Grade {
  if (deciding === null) return 'U';
  const lateMs = deciding.receivedAt - order.placedAt;
  if (deciding.logIndex < order.leafIndex) return 'A';
  if (deciding.how === 'hash' && lateMs <= GRADE_C_MS) return 'A';
  if (lateMs <= GRADE_B_MS) return 'B';
  return lateMs <= GRADE_C_MS ? 'C' : 'D';
}
