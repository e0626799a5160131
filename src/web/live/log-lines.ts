/**
 * Lines of a page of the log. Pure.
 */
import type { ListedEntry } from './log-list.ts';

/** An entry; or several minutes that follow one another, newest first. */
export type Line = readonly [ListedEntry, ...ListedEntry[]];

/**
 * Entries with minutes that follow one another in one line.
 * @param isUnfolded whether the line that ends, below, with the minute of this index is shown entry by entry
 */
export function linesOf(rows: readonly ListedEntry[], isUnfolded: (oldest: number) => boolean): Line[] {
  const lines: [ListedEntry, ...ListedEntry[]][] = [];
  for (const row of rows) {
    const line = lines.at(-1);
    if (row.kind === 'minute' && line?.[0].kind === 'minute') line.push(row);
    else lines.push([row]);
  }
  return lines.flatMap((line) => (isUnfolded(line.at(-1)!.index) ? line.map((row): Line => [row]) : [line]));
}
