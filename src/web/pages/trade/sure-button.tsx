/**
 * A button that asks once before it acts: its own text becomes the question for a few seconds.
 */
import { useEffect, useState } from 'preact/hooks';
import { OutcryError } from '../../../client/errors.ts';
import { useAsk } from '../../parts/ask.ts';
import { RawText } from '../../parts/raw-text.tsx';
import { refusalSaid } from '../../parts/refusal-said.ts';
import { words } from '../../words/words.ts';
import { machine } from '../../../time/machine.ts';

const ASKS_MS = 4_000;

interface SureProps {
  readonly text: string;
  readonly act: () => Promise<unknown> | undefined;
  /** Said before it is pressed again. */
  readonly ask?: string | undefined;
}

export function SureButton({ text, act, ask: warning }: SureProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, fault, ask } = useAsk();
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = machine.after(ASKS_MS, () => setAsking(false));
    return () => timer.cancel();
  }, [isAsking]);
  const press = (): void => {
    setAsking(!isAsking);
    if (isAsking) ask(act);
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={press}>
        {isAsking ? words.value.trade.sure : text}
      </button>
      {isAsking && warning !== undefined ? <span class="warn"> {warning}</span> : null}
      {fault === null ? null : (
        <span class="bad" role="alert">
          {' '}
          <RawText text={textOf(fault)} />
        </span>
      )}
    </>
  );
}

/** In one line, its code behind it: there is no room for more beside a button. */
function textOf(fault: unknown): string {
  if (!(fault instanceof OutcryError)) return words.value.errors.noAnswer;
  const said = refusalSaid(fault);
  return said === null ? fault.message : `${said} [${[fault.code, fault.token].filter(Boolean).join(' ')}]`;
}
