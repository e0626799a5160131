/** Known on both sides of the store's thread (follow-keys.ts): after so long without a look a node takes no request. */
export const UNSEEN_MS = 60_000;
