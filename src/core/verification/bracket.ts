/**
 * Orders that protect a position that is open, and so follow the order that opened it (docs/evidence.md, Triggers): a
 * trigger to close, away from the mark, that has no log of its own, or one that decides nothing or the opening. For a
 * report and for what the exchange shows beside it.
 */
import type { OrderHeader } from '../log/header.ts';
import type { Content } from './content.ts';
import { exactOf } from './exact.ts';
import type { Range } from './marks.ts';
import { isNear } from './near.ts';
import type { Terms } from './terms.ts';

export interface Closing {
  readonly header: Pick<OrderHeader, 'type' | 'triggerPrice'>;
  /** Its own log's statement; null without one. */
  readonly content: Content | null;
  /** Its own log's statement of an order of another type. */
  readonly contentAs: (type: string) => Content;
  /** The marks of the minute it was placed in; null: not known. */
  readonly marks: () => Range | null;
}

/** The type of the orders that open what an order of this type closes; null: it closes nothing. */
export function openingTypeOf(type: string): '1' | '2' | null {
  return type === '3' ? '1' : type === '4' ? '2' : null;
}

export function isBracket({ header, content, contentAs, marks }: Closing, rules: Terms): boolean {
  const opening = openingTypeOf(header.type);
  const trigger = exactOf(header.triggerPrice ?? '');
  if (!rules.closingsFollow || opening === null || trigger === null) return false;
  const range = marks();
  if (range !== null && isNear(trigger, range.low, range.high, rules)) return false;
  if (content === null || content === 'unknown') return true;
  return content === 'contradicts' && contentAs(opening) !== 'contradicts';
}
