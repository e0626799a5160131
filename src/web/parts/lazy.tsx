/**
 * A page that is loaded when it is first shown. Nothing is drawn for the first 150 ms, so that a quick one never
 * flickers.
 */
import { signal } from '@preact/signals';
import type { ComponentChild, ComponentType } from 'preact';
import { Fault } from './panel.tsx';
import { Skeleton } from './skeleton.tsx';

const ROWS = 8;

/** @param waiting what is shown while a long load goes on */
export function lazy<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ComponentChild = <Skeleton rows={ROWS} />,
): ComponentType<Props> {
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
    return fault.value === null ? <>{waiting}</> : <Fault error={fault.value} retry={begin} />;
  };
}
