/**
 * The newest rows of a channel that publishes a list, as they were published, so that a subscriber that comes later, or
 * has caught up, begins with them.
 */
import { textFrame } from './frame.ts';
import type { Carries, Change, PlacedRow } from './public/channel.ts';

type Rows = Change & { readonly kind: 'rows' };

export interface RowsCopy {
  /** Something was published. */
  readonly isKnown: boolean;
  take(change: Rows): void;
  changeFrame(channel: string, change: Rows): Buffer;
  /** What there is now; made once for all who begin with it. */
  snapshotFrame(channel: string): Buffer;
}

const NO_LIST: Carries & { readonly kind: 'rows' } = { kind: 'rows', list: '', oldest: '', most: 0 };

/** Of a channel that carries something else it stays empty. */
export function createRowsCopy(carries: Carries): RowsCopy {
  const { list, oldest, most } = carries.kind === 'rows' ? carries : NO_LIST;
  let held: Rows | null = null;
  let frame: Buffer | null = null;

  return {
    get isKnown() {
      return held !== null;
    },
    take(change) {
      frame = null;
      const before = change.isWhole ? [] : (held?.rows ?? []);
      const others = before.filter(({ place }) => change.rows.every((row) => compare(row.place, place) !== 0));
      const all = [...change.rows, ...others].toSorted((a, b) => compare(b.place, a.place));
      const rows = all.slice(0, most);
      const last = rows.at(-1);
      const members = last === undefined ? change.members : { ...change.members, [oldest]: idOf(last) };
      held = { ...change, isWhole: true, rows, members };
    },
    changeFrame: (channel, change) => frameOf(channel, list, 'change', change),
    snapshotFrame: (channel) => (frame ??= frameOf(channel, list, 'snapshot', held as Rows)),
  };
}

/** A row as messages name it: its place. */
function idOf({ place }: PlacedRow): string | number {
  const [first = 0, ...rest] = place;
  return rest.length === 0 ? first : place.join('-');
}

function frameOf(channel: string, list: string, type: 'snapshot' | 'change', { members, rows }: Rows): Buffer {
  const texts = Object.entries(members).map(([name, value]) => {
    const text = name === list ? `[${rows.map(({ data }) => data).join(',')}]` : JSON.stringify(value);
    return `"${name}":${text}`;
  });
  const data = `{${texts.join(',')}}`;
  return textFrame(`{"event":"payload","type":"${type}","channel":"${channel}","data":[${data}]}`);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? 0;
    if (one !== other) return one - other;
  }
  return 0;
}
