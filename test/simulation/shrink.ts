/**
 * Makes a failing list of moves short (delta debugging): leaves out halves, quarters, and so on down to single moves,
 * and keeps what still fails in the same way. Moves mean something on their own, so any part of a list can be run.
 */

export interface ShrinkOptions<Item> {
  /** Whether the list still fails as the whole did. */
  readonly fails: (items: readonly Item[]) => Promise<boolean>;
  /** No further try after so many milliseconds. */
  readonly withinMs: number;
  readonly onShorter?: (items: readonly Item[]) => void;
}

/** The shortest failing list found; `items` itself fails. */
export async function shrink<Item>(
  items: readonly Item[],
  { fails, withinMs, onShorter }: ShrinkOptions<Item>,
): Promise<readonly Item[]> {
  const until = performance.now() + withinMs;
  let best = items;
  for (let size = Math.ceil(items.length / 2); size >= 1 && performance.now() < until; ) {
    const before = best.length;
    // The last pieces first: what comes late in a script is seldom needed.
    for (let from = best.length - size; from > -size && performance.now() < until; from -= size) {
      const rest = [...best.slice(0, Math.max(0, from)), ...best.slice(from + size)];
      if (rest.length === 0 || rest.length === best.length || !(await fails(rest))) continue;
      best = rest;
      onShorter?.(best);
    }
    if (size === 1 && best.length === before) return best;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return best;
}

/** What a failure is about, without the numbers that differ from run to run. */
export function kindOf(what: readonly string[]): string {
  return (
    (what[0] ?? '')
      .split('\n')[0]
      ?.replaceAll(/-?[0-9]+(\.[0-9]+)?/g, '#')
      .slice(0, 120) ?? ''
  );
}
