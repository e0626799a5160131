/**
 * A page's data from the administration: read at once, when what it asks for changes, and again when it is told to or
 * after a while.
 */
import { useEffect, useState } from 'preact/hooks';
import { read } from '../base/admin-session.ts';
import type { Reading } from './reading.tsx';
import { machine } from '../../time/machine.ts';

interface Read<Answer> {
  readonly asked: string;
  readonly value: Answer | null;
  readonly fault: unknown;
}

/** @param where null: nothing is read @param everyMs how often it is read again; only when told to, when not given */
export function useRead<Answer>(
  where: string | null,
  query: Readonly<Record<string, string>> = {},
  everyMs?: number,
): Reading<Answer> {
  const asked = JSON.stringify([where, query]);
  const [found, setFound] = useState<Read<Answer>>({ asked, value: null, fault: null });
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn((last) => last + 1);
  useEffect(() => {
    let isHere = true;
    if (where !== null)
      read<Answer>(where, query).then(
        (value) => (isHere ? setFound({ asked, value, fault: null }) : undefined),
        (fault: unknown) =>
          // A poll that failed takes nothing away: what was read of the same question stays, with the fault beside it.
          isHere ? setFound((last) => ({ asked, value: last.asked === asked ? last.value : null, fault })) : undefined,
      );
    return () => {
      isHere = false;
    };
  }, [asked, turn]);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = machine.every(everyMs, again);
    return () => timer.cancel();
  }, [everyMs]);
  return found.asked === asked ? { ...found, again } : { value: null, fault: null, again };
}
