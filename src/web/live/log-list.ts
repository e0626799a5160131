/**
 * A page of the log's entries, read from its tiles, with what anybody may see of each: its kind, its time, and its
 * content if that is public. The exchange says where entries of one kind are; its tiles say what they are.
 */
import { publicClient } from '../base/rest.ts';
import { head, listEntries } from './log-head.ts';

export interface ListedEntry {
  readonly index: number;
  readonly kind: string;
  readonly t: number;
  /** JCS text of a public payload; null when it is sealed. */
  readonly payload: string | null;
}

export interface EntryPage {
  /** Newest first. */
  readonly rows: readonly ListedEntry[];
  /** Cursor of the older ones; null: there are none. */
  readonly older: string | null;
}

const PAGE = 50;

/** A page of entries, of all kinds: those below `before`. */
export async function entriesBefore(before: number): Promise<EntryPage> {
  const start = Math.max(0, before - PAGE);
  const rows = (await listEntries(start, before)).map(readListed).toReversed();
  return { rows, older: start === 0 ? null : String(start) };
}

/** A page of entries of one kind; `cursor` null: the newest. @throws Error when one is of another kind */
export async function entriesOfKind(kind: string, cursor: string | null): Promise<EntryPage> {
  const { answer, headers } = await publicClient.call('aiLeaves', { kind, limit: PAGE, cursor });
  const rows: ListedEntry[] = [];
  for (const { index } of answer) {
    const row = await entryAt(index);
    if (row === null) continue;
    if (row.kind !== kind) throw new Error(`entry ${index} is of kind ${row.kind}, and was called ${kind}`);
    rows.push(row);
  }
  return { rows: rows.toSorted((a, b) => b.index - a.index), older: headers.get('X-Next-Cursor') };
}

/** Null: no checkpoint covers it yet. */
async function entryAt(index: number): Promise<ListedEntry | null> {
  const [row] = (await listEntries(index, index + 1)).map(readListed);
  return row ?? null;
}

function readListed({ index, text }: { readonly index: number; readonly text: string }): ListedEntry {
  const { k, t, p } = JSON.parse(text) as { readonly k: string; readonly t: number; readonly p?: object };
  return { index, kind: k, t, payload: p === undefined ? null : JSON.stringify(p) };
}

/** The first entry at or after a moment, else the last one, by bisection: times in the log never decrease. */
export async function indexAt(timeMs: number): Promise<number> {
  let [low, high] = [0, (head.peek()?.head.size ?? 1) - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await entryAt(middle);
    if (row === null || row.t >= timeMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
