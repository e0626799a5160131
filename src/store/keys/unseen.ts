/** Known on both sides of the store's thread (follow-keys.ts): after so long without a look a node takes no request. */
export const UNSEEN_MS = 60_000;

/** A longer pause between two looks is an absence; so long after it others have heard that this node looks again. */
export const ABSENT_MS = 10_000;

/**
 * Whether no other node can look at the keys either.
 * @param othersMs the least time since one of them has, as far as it is heard; null: nobody is heard
 */
export function isNobodyLooking(othersMs: number | null): boolean {
  return othersMs !== null && othersMs > ABSENT_MS;
}
