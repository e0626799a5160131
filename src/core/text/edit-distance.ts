/** The known word nearest by single-letter changes, when any is near at all. */

/** Number of letters to insert, remove or replace to turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** The nearest of `known` within `reach` changes, ignoring case; null when none is that near. */
export function nearestWord(found: string, known: readonly string[], reach: number): string | null {
  const lower = found.toLowerCase();
  let best: string | null = null;
  let least = reach + 1;
  for (const word of known) {
    if (Math.abs(word.length - lower.length) >= least) continue;
    const distance = editDistance(lower, word.toLowerCase());
    if (distance < least) {
      least = distance;
      best = word;
    }
  }
  return best;
}
