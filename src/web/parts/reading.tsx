/**
 * A panel's data: the old answer stays while a new one is read, a fault is shown with a way to try again, which one
 * that may pass also does by itself, and the first time lines of about its size are shown. While the bot needs its
 * requests nothing is read again.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signOutIfOver } from '../base/session.ts';
import { againAfterMs } from '../base/again.ts';
import { isTight } from '../base/budget.ts';
import { Fault } from './panel.tsx';
import { Skeleton } from './skeleton.tsx';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface Reading<Value> {
  /** Null: not read yet. */
  readonly value: Value | null;
  readonly fault: unknown;
  readonly again: () => void;
}

/**
 * @param ask null: there is no one to ask
 * @param keys read again when one of them changes
 * @param waitMs changes within this time are read once
 */
export function useReading<Value>(
  ask: (() => Promise<Value>) | null,
  keys: readonly unknown[],
  waitMs = 0,
): Reading<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (ask === null || (value !== null && isTight.peek())) return undefined;
    let isOver = false;
    let failed = 0;
    let timer: Timer;
    const read = async (): Promise<void> => {
      try {
        const answer = await ask();
        if (isOver) return;
        setValue(answer);
        setFault(null);
      } catch (error) {
        signOutIfOver(error);
        if (isOver) return;
        setFault(error);
        const afterMs = againAfterMs(error, failed++);
        if (afterMs !== null) timer = machine.after(afterMs, () => void read());
      }
    };
    timer = machine.after(value === null ? 0 : waitMs, () => void read());
    return () => {
      isOver = true;
      timer.cancel();
    };
  }, [...keys, tries]);
  return { value, fault, again: () => setTries((count) => count + 1) };
}

interface ReadProps<Value> {
  readonly of: Reading<Value>;
  /** About how many lines it will take. */
  readonly rows?: number;
  readonly children: (value: Value) => ComponentChildren;
}

export function Read<Value>({ of: { value, fault, again }, rows = 3, children }: ReadProps<Value>) {
  if (fault !== null) return <Fault error={fault} retry={again} />;
  return value === null ? <Skeleton rows={rows} /> : <>{children(value)}</>;
}
