/**
 * The newest rows of a channel that publishes a list, as they were published, so that a subscriber that comes later, or
 * has caught up, begins with them.
 */
import type { RowsText } from './dialect/dialect.ts';
import type { Carries, PlacedRow } from './public/channel.ts';

export interface RowsCopy {
  /** Something was published. */
  readonly isKnown: boolean;
  take(change: RowsText): void;
  /** The present rows. */
  whole(): RowsText;
}

const NO_LIST: Carries & { readonly kind: 'rows' } = { kind: 'rows', list: '', oldest: '', most: 0 };

/** Of a channel that carries something else it stays empty. */
export function createRowsCopy(carries: Carries): RowsCopy {
  const { oldest, most } = carries.kind === 'rows' ? carries : NO_LIST;
  let held: RowsText | null = null;

  return {
    get isKnown() {
      return held !== null;
    },
    take(change) {
      const before = change.isWhole ? [] : (held?.rows ?? []);
      const others = before.filter(({ place }) => change.rows.every((row) => compare(row.place, place) !== 0));
      const all = [...change.rows, ...others].toSorted((a, b) => compare(b.place, a.place));
      const rows = all.slice(0, most);
      const last = rows.at(-1);
      const members = last === undefined ? change.members : { ...change.members, [oldest]: idOf(last) };
      held = { ...change, isWhole: true, rows, members };
    },
    whole: () => held as RowsText,
  };
}

/** A row as messages name it: its place. */
function idOf({ place }: PlacedRow): string | number {
  const [first = 0, ...rest] = place;
  return rest.length === 0 ? first : place.join('-');
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? 0;
    if (one !== other) return one - other;
  }
  return 0;
}
