/**
 * Order of the rows by one column. The ranking is the service's; any other order is this browser's, and says so.
 */
import { signal } from '@preact/signals';
import type { BoardRow } from '../../live/board.ts';
import { timelyShare } from '../../format/evidence.ts';

export const COLUMNS = [
  'rank',
  'team',
  'score',
  'return',
  'value',
  'pnl',
  'drawdown',
  'sharpe',
  'filled',
  'evidence',
  'verdict',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Null: the ranking. */
export const sorted = signal<{ readonly by: Column; readonly isUp: boolean } | null>(null);

/** The first click puts the largest on top, the second the smallest, the third shows the ranking again. */
export function sortBy(by: Column): void {
  const now = sorted.value;
  if (by === 'rank') sorted.value = null;
  else if (now?.by !== by) sorted.value = { by, isUp: by === 'team' };
  else if (now.isUp === (by === 'team')) sorted.value = { by, isUp: !now.isUp };
  else sorted.value = null;
}

/** Amounts are texts with the same number of decimals, or whole numbers: they compare as whole numbers. */
const KEYS: { readonly [Name in Column]: (row: BoardRow) => bigint | number | string | null } = {
  rank: ({ rank }) => rank,
  team: ({ name }) => name.toLowerCase(),
  score: ({ score }) => wholeOf(score),
  return: ({ return8 }) => wholeOf(return8),
  // The return on other scales: everybody began with the same money.
  value: ({ return8 }) => wholeOf(return8),
  pnl: ({ return8 }) => wholeOf(return8),
  drawdown: ({ mddPpm }) => mddPpm,
  sharpe: ({ sharpe6 }) => wholeOf(sharpe6),
  filled: ({ filled }) => filled,
  evidence: ({ grades }) => timelyShare(grades),
  verdict: ({ verdict }) => verdict,
};

function wholeOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** Rows in the wanted order; unknown values come last, equal ones stay as they are ranked. */
export function inOrder(rows: readonly BoardRow[], wanted: typeof sorted.value): readonly BoardRow[] {
  if (wanted === null) return rows;
  const keyOf = KEYS[wanted.by];
  const sign = wanted.isUp ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return x < y ? -sign : x > y ? sign : 0;
  });
}
