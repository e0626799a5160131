/**
 * The published log: its head, whether it still extends what this browser saw before, and its entries.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { go, query, to } from '../../app/router.ts';
import { whole } from '../../format/number.ts';
import { head, headFault, history } from '../../live/log-head.ts';
import { entriesBefore, indexAt, type ListedEntry } from '../../live/log-list.ts';
import { momentOf } from '../../live/clock.ts';
import { Time } from '../../parts/figures.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import './log.css';

const rows = signal<readonly ListedEntry[]>([]);
const fault = signal<unknown>(null);
/** Entries below this one are listed; null: the newest. */
const before = signal<number | null>(null);

export function LogPage() {
  const { log } = words.value;
  const size = head.value?.head.size ?? 0;
  const kind = query.value.get('kind');
  const end = before.value ?? size;
  useEffect(() => {
    if (end === 0) return;
    entriesBefore(end, kind).then(
      (found) => ([rows.value, fault.value] = [found, null]),
      (error: unknown) => (fault.value = error),
    );
  }, [end, kind]);
  return (
    <div class="log">
      <h1>{log.title}</h1>
      <Head />
      <Panel title={log.entries} aside={<Finder kind={kind} />}>
        {fault.value === null ? <Entries /> : <Fault error={fault.value} />}
        <div class="log-turn">
          <button type="button" disabled={before.value === null} onClick={() => (before.value = null)}>
            {log.newer}
          </button>
          <button
            type="button"
            disabled={(rows.value.at(-1)?.index ?? 0) === 0}
            onClick={() => (before.value = rows.value.at(-1)?.index ?? null)}
          >
            {log.older}
          </button>
        </div>
      </Panel>
    </div>
  );
}

function Head() {
  const { log } = words.value;
  const known = head.value;
  if (known === null) return <p class="dim">{headFault.value ?? words.value.shell.loading}</p>;
  const { origin, size, root } = known.head;
  return (
    <Panel title={origin}>
      <dl class="log-head">
        <dt>{log.size}</dt>
        <dd>{whole(size)}</dd>
        <dt>{log.root}</dt>
        <dd>
          <code>{[...root].map((byte) => byte.toString(16).padStart(2, '0')).join('')}</code>
        </dd>
      </dl>
      <p>
        {known.signature.is === 'right' ? (
          <strong class="ok">{log.signedHere}</strong>
        ) : (
          <span class="dim">{log.signatureUnknown}</span>
        )}{' '}
        <span class="dim">· {log.witnesses}</span>
      </p>
      <Past />
    </Panel>
  );
}

function Past() {
  const { log } = words.value;
  const past = history.value;
  if (past === null) return <p class="dim">{log.first}</p>;
  const isFine = past.verdict.is === 'right';
  return (
    <p>
      {log.since(whole(past.olderSize))}{' '}
      <strong class={isFine ? 'ok' : 'bad'}>{isFine ? log.appendOnly : log.other}</strong>
    </p>
  );
}

function Entries() {
  const { log, kind } = words.value;
  return (
    <div class="log-scroll" tabIndex={0} role="group" aria-label={log.entries}>
      <table>
        <caption class="hidden-text">{log.entries}</caption>
        <thead>
          <tr>
            <th scope="col">{log.index}</th>
            <th scope="col">{log.time}</th>
            <th scope="col">{log.kind}</th>
            <th scope="col">{log.content}</th>
          </tr>
        </thead>
        <tbody>
          {rows.value.map((row) => (
            <tr key={row.index}>
              <td>
                <a href={to(`/log/${row.index}`)}>{whole(row.index)}</a>
              </td>
              <td>
                <Time ms={row.t} />
              </td>
              <td>{kind[row.kind] ?? row.kind}</td>
              <td class="log-content">
                {row.payload === null ? (
                  <span class="dim">▣ {log.sealed}</span>
                ) : (
                  <code>
                    <RawText text={row.payload} limit={120} />
                  </code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Finder({ kind }: { readonly kind: string | null }) {
  const { log, kind: kinds } = words.value;
  const find = async (text: string): Promise<void> => {
    if (/^[\d,]+$/.test(text)) return go(`/log/${text.replaceAll(',', '')}`);
    const at = momentOf(text);
    if (at !== null) go(`/log/${await indexAt(at)}`);
  };
  return (
    <form
      class="log-finder"
      onSubmit={(event) => {
        event.preventDefault();
        void find(event.currentTarget.querySelector('input')?.value.trim() ?? '').catch(() => undefined);
      }}
    >
      <input aria-label={log.find} placeholder={log.findWhat} />
      <button type="submit">{log.open}</button>
      <select
        aria-label={log.kind}
        value={kind ?? ''}
        onChange={({ currentTarget }) => go(currentTarget.value === '' ? '/log' : `/log?kind=${currentTarget.value}`)}
      >
        <option value="">{log.allKinds}</option>
        {Object.entries(kinds).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </form>
  );
}
