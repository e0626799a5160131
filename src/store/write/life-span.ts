/**
 * How long ended orders lived, in spans that each reach four times as far as the one before. Because an account has
 * only so many orders at work at one time, the orders of one span that were at work at a given moment were created
 * close together: only a few times as many have to be looked at as there are, however long the history is.
 */

/** Orders that lived for less are in no span: those at work at a moment ended within this time after it. */
export const SHORT_LIFE_MS = 4_096;
/** Enough for 139 years. */
const SPANS = 15;

/** Every span there is, from the shortest lives to the longest. */
export const LIFE_SPANS: readonly number[] = Array.from({ length: SPANS }, (_, span) => span);

/** Lives of this span are shorter than this. */
export function longestLifeMs(span: number): number {
  return SHORT_LIFE_MS * 4 ** (span + 1);
}

/** The span of an order's life; null when it was short. */
export function lifeSpanOf(createdMs: number, endedMs: number): number | null {
  const livedMs = endedMs - createdMs;
  if (livedMs < SHORT_LIFE_MS) return null;
  return LIFE_SPANS.find((span) => livedMs < longestLifeMs(span)) ?? SPANS - 1;
}
