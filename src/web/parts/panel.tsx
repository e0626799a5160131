/**
 * A box with a heading, and what it shows while there is nothing or something went wrong.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { OutcryError } from '../../client/errors.ts';
import { valuesIn } from '../format/hint.ts';
import { marked } from '../format/raw-text.ts';
import { notReady, watchReadiness } from '../live/service.ts';
import { words } from '../words/words.ts';
import { behind, faultText, saidBy } from './refusal-said.ts';
import './panel.css';
import { machine } from '../../time/machine.ts';

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
      {text}
      {children === undefined ? null : <span class="panel-next">{children}</span>}
    </p>
  );
}

interface FaultProps {
  readonly error: unknown;
  readonly retry?: () => void;
  /** Takes a value the hint proposes. */
  readonly use?: (value: string) => void;
}

/**
 * A refusal of the exchange: in the words of whoever trades, with its own behind them; the values its hint
 * proposes, and when to try again. Too many requests count down; an exchange that is not ready is watched until it is.
 */
export function Fault({ error, retry, use }: FaultProps) {
  const { shell, errors } = words.value;
  const refusal = error instanceof OutcryError ? error : null;
  const seconds = useCountdown(refusal?.status === 429 ? refusal.retryAfterSeconds : null, error);
  const isDown = refusal?.status === 503;
  const Behind = behind.value;
  useEffect(() => {
    if (isDown) watchReadiness();
  }, [error]);
  const values = use === undefined ? [] : valuesIn(refusal?.hint ?? null);
  return (
    <div class="panel-fault" role="alert">
      {/* A refusal quotes what it was given. */}
      <p>
        <bdi>{marked(faultText(error))}</bdi>
      </p>
      {isDown && notReady.value !== null ? <p>{errors.recovering(notReady.value)}</p> : null}
      {values.length === 0 ? null : (
        <p class="field-values">
          {values.map((value) => (
            <button key={value} type="button" onClick={() => use?.(value)}>
              {value}
            </button>
          ))}
        </p>
      )}
      {refusal === null || Behind === null ? null : <Behind refusal={refusal} text={saidBy(refusal)} />}
      {seconds > 0 ? <p class="warn">{errors.wait(seconds)}</p> : null}
      {retry === undefined ? null : (
        <button type="button" disabled={seconds > 0} onClick={retry}>
          {shell.retry}
        </button>
      )}
    </div>
  );
}

/** The page's own words for what it found, else that there was no answer. */
/** Seconds left of so many, counted from when the error came. */
function useCountdown(from: number | null, error: unknown): number {
  const [left, setLeft] = useState(from ?? 0);
  useEffect(() => {
    setLeft(from ?? 0);
    if (from === null) return undefined;
    const timer = machine.every(1_000, () => setLeft((seconds) => Math.max(0, seconds - 1)));
    return () => timer.cancel();
  }, [error]);
  return left;
}
