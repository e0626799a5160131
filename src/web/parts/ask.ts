/**
 * One thing that is asked of the exchange at a time: while it is under way its button waits, what it is refused with is
 * kept to be shown.
 */
import { useState } from 'preact/hooks';
import { signOutIfOver } from '../base/session.ts';

export interface Asking {
  readonly isBusy: boolean;
  /** Null: nothing went wrong. */
  readonly fault: unknown;
  readonly ask: (act: () => Promise<unknown> | undefined, then?: () => void) => void;
}

export function useAsk(): Asking {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const run = async (act: () => Promise<unknown> | undefined, then?: () => void): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await act();
      then?.();
    } catch (error) {
      signOutIfOver(error);
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, ask: (act, then) => void (isBusy ? undefined : run(act, then)) };
}
