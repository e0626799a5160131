/**
 * Finds an entry by index, time, leaf hash or one of one's own orders, and shows only one kind.
 */
import { useState } from 'preact/hooks';
import { go } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { settings } from '../../base/settings.ts';
import { findEntry } from '../../live/log-find.ts';
import { useAsk } from '../../parts/ask.ts';
import { Fault } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

export function Finder({ kind }: { readonly kind: string | null }) {
  const { log, kind: kinds } = words.value;
  const [said, say] = useState<string | null>(null);
  const { isBusy, fault, ask } = useAsk();
  const find = async (text: string): Promise<void> => {
    say(null);
    if (text === '') return;
    const found = await findEntry(text, session.value?.client ?? null, settings.value.utc);
    if (found.is === 'entry') go(`/log/${found.index}`);
    else if (found.is === 'moment') go(`/log?t=${found.timeMs}`);
    else say(log.notFound[found.why]);
  };
  return (
    <form
      class="log-finder"
      onSubmit={(event) => {
        event.preventDefault();
        const text = event.currentTarget.querySelector('input')?.value.trim() ?? '';
        ask(() => find(text));
      }}
    >
      <input aria-label={log.find} placeholder={log.findWhat} data-find="" />
      <button type="submit" disabled={isBusy}>
        {log.open}
      </button>
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
      {said === null ? null : (
        <p class="warn" role="status">
          {said}
        </p>
      )}
      {fault === null ? null : <Fault error={fault} />}
    </form>
  );
}
