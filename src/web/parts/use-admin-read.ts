/**
 * What a page reads from the administration: at once, when what it asks for changes, and again when it is told to or
 * after a while.
 */
import { useEffect, useState } from 'preact/hooks';
import { read } from '../base/admin-session.ts';
import { machine } from '../../time/machine.ts';

export interface Reading<Answer> {
  /** Null until it is there. */
  readonly answer: Answer | null;
  readonly fault: unknown;
  readonly again: () => void;
}

interface Read<Answer> {
  readonly asked: string;
  readonly answer: Answer | null;
  readonly fault: unknown;
}

/** @param where null: nothing is read @param everyMs how often it is read again; only when told to, when not given */
export function useRead<Answer>(
  where: string | null,
  query: Readonly<Record<string, string>> = {},
  everyMs?: number,
): Reading<Answer> {
  const asked = JSON.stringify([where, query]);
  const [found, setFound] = useState<Read<Answer>>({ asked, answer: null, fault: null });
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn((last) => last + 1);
  useEffect(() => {
    let isHere = true;
    if (where !== null)
      read<Answer>(where, query).then(
        (answer) => (isHere ? setFound({ asked, answer, fault: null }) : undefined),
        (fault: unknown) => (isHere ? setFound({ asked, answer: null, fault }) : undefined),
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
  return found.asked === asked ? { ...found, again } : { answer: null, fault: null, again };
}
