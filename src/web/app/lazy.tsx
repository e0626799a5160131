/**
 * A page that is loaded when it is first shown. Nothing is drawn for the first 150 ms, so that a quick one never
 * flickers.
 */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Fault } from '../parts/panel.tsx';
import { words } from '../words/words.ts';

const SHOWN_AFTER_MS = 150;

export function lazy<Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  const fault = signal<unknown>(null);
  const begin = (): void => {
    fault.value = null;
    load().then(
      (page) => (loaded.value = page),
      (error: unknown) => (fault.value = error ?? new Error('not loaded')),
    );
  };
  let isBegun = false;
  return function Lazy(props: Props) {
    const Loaded = loaded.value;
    if (!isBegun) begin();
    isBegun = true;
    if (Loaded !== null) return <Loaded {...props} />;
    return fault.value === null ? <Waiting /> : <Fault error={fault.value} retry={begin} />;
  };
}

function Waiting() {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <p class="dim">{isShown ? words.value.shell.loading : ' '}</p>;
}
