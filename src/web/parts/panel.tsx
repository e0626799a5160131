/**
 * A box with a heading, and what stands in it while there is nothing or something went wrong.
 */
import type { ComponentChildren } from 'preact';
import { OutcryError } from '../../client/errors.ts';
import { words } from '../words/words.ts';
import './panel.css';

interface PanelProps {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Panel({ title, aside, class: name = '', children }: PanelProps) {
  return (
    <section class={`panel ${name}`} aria-label={title}>
      <header class="panel-head">
        <h2>{title}</h2>
        {aside === undefined ? null : <div class="panel-aside">{aside}</div>}
      </header>
      {children}
    </section>
  );
}

/** A sentence and the next step. */
export function Empty({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) {
  return (
    <p class="panel-empty">
      {text} {children}
    </p>
  );
}

/** What the exchange said when it refused: its words, its hint and the id to ask about. */
export function Fault({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { shell, errors } = words.value;
  const refusal = error instanceof OutcryError ? error : null;
  return (
    <div class="panel-fault" role="alert">
      <p>{refusal?.message ?? errors.noAnswer}</p>
      {refusal?.hint ? (
        <p>
          {shell.hint}: {refusal.hint}
        </p>
      ) : null}
      {refusal?.requestId ? (
        <p class="dim">
          {shell.requestId} <code>{refusal.requestId}</code>
        </p>
      ) : null}
      {retry === undefined ? null : (
        <button type="button" onClick={retry}>
          {shell.retry}
        </button>
      )}
    </div>
  );
}
