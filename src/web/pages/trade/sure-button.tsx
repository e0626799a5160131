/**
 * A button that asks once before it acts: its own text becomes the question for a few seconds.
 */
import { useEffect, useState } from 'preact/hooks';
import { signOutIfOver } from '../../app/session.ts';
import { OutcryError } from '../../../client/errors.ts';
import { words } from '../../words/words.ts';

const ASKS_MS = 4_000;

interface SureProps {
  readonly text: string;
  readonly act: () => Promise<unknown> | undefined;
}

export function SureButton({ text, act }: SureProps) {
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setTimeout(() => setAsking(false), ASKS_MS);
    return () => clearTimeout(timer);
  }, [isAsking]);
  const press = (): void => {
    setAsking(!isAsking);
    if (!isAsking) return;
    setRefusal(null);
    act()?.catch((error: unknown) => {
      signOutIfOver(error);
      setRefusal(error instanceof OutcryError ? error.message : words.value.errors.noAnswer);
    });
  };
  return (
    <>
      <button type="button" onClick={press}>
        {isAsking ? words.value.trade.sure : text}
      </button>
      {refusal === null ? null : (
        <span class="bad" role="alert">
          {' '}
          {refusal}
        </span>
      )}
    </>
  );
}
