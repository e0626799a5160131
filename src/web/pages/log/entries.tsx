/**
 * A page of entries, a line each: what is public, what is disclosed, what is the visitor's own, and of the rest that it
 * is sealed. Minutes that follow one another are one line until somebody unfolds it.
 */
import { signal, useComputed } from '@preact/signals';
import { nowSecond } from '../../base/clock.ts';
import { to } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { whole } from '../../format/number.ts';
import { type Line, linesOf } from '../../live/log-lines.ts';
import type { ListedEntry } from '../../live/log-list.ts';
import { openedOf, type OpenEntry } from '../../live/log-open.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Moment, Time } from '../../parts/figures.tsx';
import { useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';
import { EntryContent } from './entry-content.tsx';

/** While the newest entries are shown, what may be shown of them is read again this often. */
const READ_EVERY_MS = 5_000;

type Opened = ReadonlyMap<number, OpenEntry>;

/** Lines that were unfolded, by their oldest minute. */
const unfolded = signal<ReadonlySet<number>>(new Set());

interface EntryListProps {
  readonly rows: readonly ListedEntry[];
  /** Whether the page follows the log. */
  readonly isNewest: boolean;
  readonly doFold: boolean;
}

export function EntryList({ rows, isNewest, doFold }: EntryListProps) {
  const { log } = words.value;
  const beat = useComputed(() => Math.floor(nowSecond.value / READ_EVERY_MS));
  const who = session.value;
  const oldest = isNewest ? beat.value : rows.at(-1)?.index;
  const opened = useReading(() => openedOf(rows, who?.client ?? null), [oldest, isNewest, who]);
  const lines = linesOf(rows, (index) => !doFold || unfolded.value.has(index));
  return (
    <div class="log-scroll" tabIndex={0} role="group" aria-label={log.entries}>
      <DataTable
        caption={log.entries}
        name="entry"
        columns={columns(opened.value ?? new Map())}
        items={lines}
        idOf={([{ index }]) => String(index)}
      />
    </div>
  );
}

function columns(opened: Opened): readonly Column<Line>[] {
  const { log, kind } = words.value;
  return [
    { head: log.index, cell: (line) => <Place line={line} /> },
    {
      head: log.time,
      cell: ([{ t }]) => (
        <>
          <span class="log-moment">
            <Moment ms={t} />
          </span>
          <span class="log-time">
            <Time ms={t} />
          </span>
        </>
      ),
    },
    {
      head: log.kind,
      cell: ([row, ...more]) => `${kind[row.kind] ?? row.kind}${more.length > 0 ? ` ×${more.length + 1}` : ''}`,
    },
    {
      head: log.content,
      look: () => 'log-content',
      cell: (line) =>
        line.length > 1 ? (
          <Minutes line={line} />
        ) : (
          <EntryContent entry={line[0]} opened={opened.get(line[0].index) ?? null} />
        ),
    },
  ];
}

function Place({ line }: { readonly line: Line }) {
  return <a href={to(`/log/${line[0].index}`)}>{whole(line[0].index)}</a>;
}

function Minutes({ line }: { readonly line: Line }) {
  const { log } = words.value;
  const oldest = line.at(-1)!.index;
  return (
    <>
      {/* First, so that a narrow window has it. */}
      <button
        type="button"
        class="link"
        data-unfold={oldest}
        onClick={() => (unfolded.value = new Set([...unfolded.value, oldest]))}
      >
        {log.show}
      </button>{' '}
      <span class="dim">▣ {log.minutes(whole(oldest), whole(line[0].index))}</span>
    </>
  );
}
