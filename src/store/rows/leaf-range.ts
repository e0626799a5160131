/** The first and last index of a batch's leaves of a kind; null when it has none. */
export type LeafRange = readonly [first: number, last: number] | null;
