/**
 * The newest rows of a channel that tells a list, as they were told, so that a listener that comes later, or has caught
 * up, begins with them.
 */
import type { PlacedRow, RowsAbout } from './crowd-messages.ts';
import { textFrame } from './frame.ts';

/** Rows of a first message. */
export const ROWS_FIRST = { activity: 50, log: 100 } as const;

interface Rows {
  readonly isWhole: boolean;
  readonly rows: readonly PlacedRow[];
  readonly about: RowsAbout;
}

export interface RowsCopy {
  /** Something was told. */
  readonly isKnown: boolean;
  take(change: Rows): void;
  changeFrame(channel: string, change: Rows): Buffer;
  /** What there is now; made once for all who begin with it. */
  snapshotFrame(channel: string): Buffer;
}

export function createRowsCopy(): RowsCopy {
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
      const rows = all.slice(0, ROWS_FIRST[change.about.kind]);
      held = { isWhole: true, rows, about: wholeAbout(change.about, rows.at(-1)) };
    },
    changeFrame: (channel, change) => frameOf(channel, 'change', change),
    snapshotFrame: (channel) => (frame ??= frameOf(channel, 'snapshot', held as Rows)),
  };
}

/** The same of all rows that are held. */
function wholeAbout(about: RowsAbout, oldest: PlacedRow | undefined): RowsAbout {
  if (about.kind === 'log') return { ...about, skipped: oldest?.place[0] ?? about.size };
  return { ...about, startId: oldest === undefined ? null : oldest.place.join('-') };
}

function frameOf(channel: string, type: 'snapshot' | 'change', { about, rows }: Rows): Buffer {
  const list = rows.map(({ data }) => data).join(',');
  const data =
    about.kind === 'log'
      ? `{"size":${about.size},"note":${JSON.stringify(about.note)},"leaves":[${list}],"skipped":${about.skipped}}`
      : `{"startId":${JSON.stringify(about.startId)},"endId":${JSON.stringify(about.endId)},"list":[${list}]}`;
  return textFrame(`{"event":"payload","type":"${type}","channel":"${channel}","data":[${data}]}`);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? 0;
    if (one !== other) return one - other;
  }
  return 0;
}
