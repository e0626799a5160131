/**
 * Declaring an outage: from when to when, and its cause, which everybody may read; after a question.
 */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { person } from '../../base/admin-session.ts';
import { settings } from '../../base/settings.ts';
import { momentText } from '../../format/time.ts';
import { momentOf } from '../../base/clock.ts';
import { declareOutage } from '../../live/operation.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { Sure } from './sure.tsx';

const MOST_CAUSE = 200;

const fields = signal({ from: '', to: '', cause: '' });
const isAsking = signal(false);
/** The one that was declared last. */
const declared = signal<string | null>(null);

/** The field gives a time of day in the zone that the page shows times in. */
function msOf(text: string): number | null {
  return text === '' ? null : momentOf(settings.value.utc ? `${text}Z` : text);
}

export function Outage() {
  const { outage } = adminWords.value.ops;
  const mayDeclare = person.value?.role === 'owner';
  const { from, to, cause } = fields.value;
  const change = (name: 'from' | 'to' | 'cause') => (event: { readonly currentTarget: HTMLInputElement }) =>
    void (fields.value = { ...fields.value, [name]: event.currentTarget.value });
  const missing = msOf(from) === null ? outage.needsFrom : cause.trim() === '' ? outage.needsCause : null;
  return (
    <Panel title={outage.title}>
      <form
        class="ops-outage"
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === null && mayDeclare) isAsking.value = true;
        }}
      >
        <p class="dim">{outage.what}</p>
        <label>
          {outage.from}
          <input type="datetime-local" step="1" value={from} onInput={change('from')} data-outage="from" />
        </label>
        <label>
          {outage.to}
          <input type="datetime-local" step="1" value={to} onInput={change('to')} data-outage="to" />
        </label>
        <label>
          {outage.cause}
          <input type="text" maxLength={MOST_CAUSE} value={cause} onInput={change('cause')} data-outage="cause" />
        </label>
        <div>
          <button type="submit" disabled={missing !== null || !mayDeclare}>
            {outage.declare}
          </button>{' '}
          <span class="dim">{mayDeclare ? missing : outage.ownersOnly}</span>
        </div>
        {declared.value === null ? null : (
          <p class="ok" role="status">
            {outage.done(declared.value)}
          </p>
        )}
      </form>
      {isAsking.value ? <Question /> : null}
    </Panel>
  );
}

function Question() {
  const { outage } = adminWords.value.ops;
  const [error, setError] = useState<unknown>(null);
  const { from, to, cause } = fields.value;
  const [fromMs, toMs] = [msOf(from) ?? 0, msOf(to)];
  const span = `${momentText(fromMs)} – ${toMs === null ? outage.now : momentText(toMs)}`;
  const act = async (): Promise<void> => {
    await declareOutage(fromMs, toMs, cause.trim());
    declared.value = span;
    fields.value = { from: '', to: '', cause: '' };
  };
  return (
    <Dialog title={outage.asks} onClose={() => (isAsking.value = false)}>
      {(close) => (
        <div class="form">
          <p>{span}</p>
          <p>{cause}</p>
          <p class="dim">{outage.public}</p>
          {error === null ? null : <Fault error={error} />}
          <Sure yes={outage.declare} close={close} act={act} failed={setError} />
        </div>
      )}
    </Dialog>
  );
}
