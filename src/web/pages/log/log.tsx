/**
 * The published log: its head, whether it still extends what this browser saw before, and its entries, which are read
 * from its tiles.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { query, to } from '../../base/router.ts';
import { whole } from '../../format/number.ts';
import { cut } from '../../format/raw-text.ts';
import { head } from '../../live/log-head.ts';
import { entriesBefore, entriesOfKind, indexAt, type ListedEntry } from '../../live/log-list.ts';
import { momentOf } from '../../base/clock.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { Read, useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';
import { Finder } from './finder.tsx';
import { LogHead } from './log-head.tsx';
import './log.css';

/** Cursor of the page shown; null: with the newest. */
const from = signal<string | null>(null);
/** How much of a public payload is shown; its entry has all of it. */
const SHOWN = 120;
/** How many entries are shown above the one of a moment that was asked for. */
const ABOVE = 25;

export function LogPage() {
  const { log } = words.value;
  const kind = query.value.get('kind');
  const moment = query.value.get('t');
  useEffect(() => {
    from.value = null;
    if (moment !== null) void begin(moment);
  }, [kind, moment]);
  return (
    <div class="log">
      <h1>{log.title}</h1>
      <LogHead />
      <Panel title={log.entries} aside={<Finder kind={kind} />}>
        <Entries kind={kind} />
      </Panel>
    </div>
  );
}

/** Shows the entries around a moment: `?t=` of the address, epoch ms or a date. */
async function begin(text: string): Promise<void> {
  const timeMs = /^\d+$/.test(text) ? Number(text) : momentOf(text, true);
  if (timeMs !== null) from.value = String((await indexAt(timeMs).catch(() => 0)) + ABOVE);
}

function Entries({ kind }: { readonly kind: string | null }) {
  const { log } = words.value;
  const size = head.value?.head.size ?? 0;
  // The newest page follows the head; an older one stays as it is.
  const reading = useReading(
    size === 0
      ? null
      : () =>
          kind === null
            ? entriesBefore(Math.min(size, from.value === null ? size : Number(from.value)))
            : entriesOfKind(kind, from.value),
    [kind, from.value, from.value === null ? size : 0],
  );
  return (
    <Read of={reading} rows={12}>
      {({ rows, older }) => (
        <>
          {rows.length === 0 ? <Empty text={log.noneOfKind} /> : <Table rows={rows} />}
          <div class="log-turn">
            <button type="button" disabled={from.value === null} onClick={() => (from.value = null)}>
              {log.newer}
            </button>
            <button type="button" disabled={older === null} onClick={() => (from.value = older)}>
              {log.older}
            </button>
          </div>
        </>
      )}
    </Read>
  );
}

function Table({ rows }: { readonly rows: readonly ListedEntry[] }) {
  const { log } = words.value;
  return (
    <div class="log-scroll" tabIndex={0} role="group" aria-label={log.entries}>
      <DataTable
        caption={log.entries}
        name="entry"
        columns={columns()}
        items={rows}
        idOf={({ index }) => String(index)}
      />
    </div>
  );
}

function columns(): readonly Column<ListedEntry>[] {
  const { log, kind } = words.value;
  return [
    { head: log.index, cell: ({ index }) => <a href={to(`/log/${index}`)}>{whole(index)}</a> },
    { head: log.time, cell: ({ t }) => <Moment ms={t} /> },
    { head: log.kind, cell: (row) => kind[row.kind] ?? row.kind },
    {
      head: log.content,
      look: () => 'log-content',
      cell: ({ payload }) =>
        payload === null ? (
          <span class="dim">▣ {log.sealed}</span>
        ) : (
          <code>
            <RawText text={payload.length > SHOWN ? `${cut(payload, SHOWN)}…` : payload} />
          </code>
        ),
    },
  ];
}
