/**
 * The two buttons under a question: nothing is done before the second, and a window whose action failed stays open.
 */
import { useState } from 'preact/hooks';
import { adminWords } from '../../words/admin.ts';

interface SureProps {
  readonly yes: string;
  readonly close: () => void;
  readonly act: () => Promise<unknown>;
  readonly failed: (error: unknown) => void;
}

export function Sure({ yes, close, act, failed }: SureProps) {
  const [isUnderWay, setUnderWay] = useState(false);
  const go = async (): Promise<void> => {
    setUnderWay(true);
    try {
      await act();
      close();
    } catch (error) {
      failed(error);
      setUnderWay(false);
    }
  };
  return (
    <div class="ops-sure">
      <button type="button" onClick={close}>
        {adminWords.value.ops.cancel}
      </button>
      <button type="button" data-yes="" disabled={isUnderWay} onClick={() => void go()}>
        {yes}
      </button>
    </div>
  );
}
