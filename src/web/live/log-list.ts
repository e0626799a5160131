/**
 * A page of the log's entries, read from its tiles: what anybody may see of each, its kind, its time, and of a public
 * one its content.
 */
import { head, listEntries } from './log-head.ts';

export interface ListedEntry {
  readonly index: number;
  readonly kind: string;
  readonly t: number;
  /** JCS text of a public payload; null when it is sealed. */
  readonly payload: string | null;
}

const PAGE = 50;
/** How far back a kind is looked for, entries. */
const LOOKED_THROUGH = 1_024;

/** The newest entries before `before`, newest first, at most fifty, of one kind or all. */
export async function entriesBefore(before: number, kind: string | null): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  for (let end = before; end > 0 && found.length < PAGE && before - end < LOOKED_THROUGH; ) {
    const start = Math.max(0, end - (kind === null ? PAGE : 256));
    const rows = (await listEntries(start, end)).map(readListed).toReversed();
    found.push(...rows.filter((row) => kind === null || row.kind === kind));
    end = start;
  }
  return found.slice(0, PAGE);
}

function readListed({ index, text }: { readonly index: number; readonly text: string }): ListedEntry {
  const { k, t, p } = JSON.parse(text) as { readonly k: string; readonly t: number; readonly p?: object };
  return { index, kind: k, t, payload: p === undefined ? null : JSON.stringify(p) };
}

/** The first entry at or after a moment, by halving: times in the log never decrease. */
export async function indexAt(timeMs: number): Promise<number> {
  let [low, high] = [0, (head.value?.head.size ?? 1) - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = (await listEntries(middle, middle + 1)).map(readListed);
    if (row === undefined || row.t >= timeMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
