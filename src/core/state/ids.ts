/** Ids rise, so the smaller one is older. */

/** For sorting: the oldest first; accounts by their numbers. */
export function byId(a: { readonly id: number }, b: { readonly id: number }): number {
  return a.id - b.id;
}
