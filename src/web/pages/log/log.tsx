/**
 * The published log: its head, whether it still extends what this browser saw before, and its entries, which are read
 * from its tiles.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { query } from '../../base/router.ts';
import { head } from '../../live/log-head.ts';
import { entriesBefore, entriesOfKind, indexAt } from '../../live/log-list.ts';
import { momentOf } from '../../base/clock.ts';
import { Empty, Panel } from '../../parts/panel.tsx';
import { Read, useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';
import { EntryList } from './entries.tsx';
import { Finder } from './finder.tsx';
import { LogHead } from './log-head.tsx';
import './log.css';

/** Cursor of the page shown; null: with the newest. */
const from = signal<string | null>(null);
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
          {rows.length === 0 ? (
            <Empty text={log.noneOfKind} />
          ) : (
            <EntryList rows={rows} isNewest={from.value === null} doFold={kind === null} />
          )}
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
