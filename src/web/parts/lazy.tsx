/**
 * A page that is loaded when it is first shown, and again by itself where that failed. Nothing is drawn for the first
 * 150 ms, so that a quick one never flickers.
 */
import { signal } from '@preact/signals';
import type { ComponentChild, ComponentType } from 'preact';
import { waitMs } from '../base/again.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';
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
  let failed = 0;
  let next: Timer | null = null;
  const begin = (): void => {
    next?.cancel();
    load().then(
      (page) => (loaded.value = page),
      (error: unknown) => {
        fault.value = error ?? new Error('not loaded');
        next = machine.after(waitMs(failed++), begin);
      },
    );
  };
  const again = (): void => {
    fault.value = null;
    begin();
  };
  let isBegun = false;
  return function Lazy(props: Props) {
    const Loaded = loaded.value;
    if (!isBegun) begin();
    isBegun = true;
    if (Loaded !== null) return <Loaded {...props} />;
    return fault.value === null ? <>{waiting}</> : <Fault error={fault.value} retry={again} />;
  };
}
