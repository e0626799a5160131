/**
 * The log that decides about an order, and the grade the order gets from it (docs/evidence.md, Grades).
 *
 * Pure: links in, grade out. "Decides" is a total order over links, so the best can be kept one link at a time and it
 * does not matter in which batches they arrive.
 */
import type { Content } from './content.ts';
import type { Terms } from './terms.ts';

/** How an AI log and an order are bound, strongest first. */
export type LinkKind = 'hash' | 'named' | 'orderId';

/** A grade by time alone. */
export type Timing = 'A' | 'B' | 'C' | 'D';

/** Grade of an order by its logs: U without one, X when the log says otherwise. */
export type Grade = Timing | 'U' | 'X';

/** A log linked to an order, and the order's own place. */
export interface Link {
  readonly how: LinkKind;
  readonly logIndex: number;
  readonly receivedAt: number;
  /** Whether it says nothing that can be read as a decision; such a log decides only where no other does. */
  readonly isUndecided: boolean;
}

/** A leaf's place: index and time. */
export interface Place {
  readonly leafIndex: number;
  readonly placedAt: number;
}

/** A period in which logs could not be sent, both ends inclusive. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

/** How long after an order a log still gives grade B and grade C. */
export interface Deadlines {
  readonly timelyUntil: number;
  readonly lateUntil: number;
}

const STRENGTH: Readonly<Record<LinkKind, number>> = { hash: 3, named: 2, orderId: 1 };

/**
 * Whether `link` decides rather than `other`: one that says something does; then the stronger kind; among equal kinds,
 * the last before the order, else the first after it.
 */
export function decidesBefore(order: Place, link: Link, other: Link | null): boolean {
  if (other === null) return true;
  if (link.isUndecided !== other.isUndecided) return other.isUndecided;
  if (link.how !== other.how) return STRENGTH[link.how] > STRENGTH[other.how];
  const isBefore = link.logIndex < order.leafIndex;
  if (isBefore !== other.logIndex < order.leafIndex) return isBefore;
  return isBefore ? link.logIndex > other.logIndex : link.logIndex < other.logIndex;
}

/**
 * Whether a log and an order of one account that name each other are linked; a log before its order, only for a time.
 */
export function mayLink(
  order: Place,
  log: { readonly logIndex: number; readonly receivedAt: number },
  rules: Pick<Terms, 'preMs'>,
) {
  return log.logIndex > order.leafIndex || order.placedAt - log.receivedAt <= rules.preMs;
}

/** Until when a log gives B and C: later when an outage touches the order's first minute. */
export function deadlinesOf(placedAt: number, outages: readonly Outage[], rules: Terms): Deadlines {
  let timelyUntil = placedAt + rules.timelyMs;
  let lateUntil = placedAt + rules.lateMs;
  for (const { from, to } of outages) {
    if (from > placedAt + rules.timelyMs || to < placedAt) continue;
    timelyUntil = Math.max(timelyUntil, to + rules.outageTimelyMs);
    lateUntil = Math.max(lateUntil, to + rules.outageLateMs);
  }
  return { timelyUntil, lateUntil };
}

/** A: logged before the order, or bound by hash and received by C's bound. B and C by their bounds, else D. */
export function timingOf(order: Place, deciding: Link, { timelyUntil, lateUntil }: Deadlines): Timing {
  if (deciding.logIndex < order.leafIndex) return 'A';
  if (deciding.how === 'hash' && deciding.receivedAt <= lateUntil) return 'A';
  if (deciding.receivedAt <= timelyUntil) return 'B';
  return deciding.receivedAt <= lateUntil ? 'C' : 'D';
}

/** The grade that timing and content give an order together. */
export function gradeOf(timing: Timing, content: Content, { undecidedGrade }: Pick<Terms, 'undecidedGrade'>): Grade {
  if (content === 'contradicts') return 'X';
  if (content === 'off') return 'D';
  if (content === 'ok' || timing === 'D') return timing;
  return content === 'unread' ? 'C' : undecidedGrade;
}

/** Whether an order with this grade is covered. */
export function isCovered(grade: Grade): boolean {
  return grade === 'A' || grade === 'B' || grade === 'C';
}
