/**
 * Margin of an isolated position: more of it, less of it, or more automatically when it runs short.
 */
import { useState } from 'preact/hooks';
import { session } from '../../base/session.ts';
import { useAsk } from '../../parts/ask.ts';
import { Amount } from '../../parts/figures.tsx';
import { Fault } from '../../parts/panel.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../words/words.ts';
import type { PositionDialogProps } from './close-dialog.tsx';
import { ForAccount } from './for-account.tsx';
import { TextField } from './text-field.tsx';

export function MarginDialog({ position, closed }: PositionDialogProps) {
  const { trade } = words.value;
  const isIsolated = position.marginMode === 'ISOLATED';
  return (
    <Dialog title={trade.marginTitle} onClose={closed}>
      {() => (isIsolated ? <Isolated position={position} /> : <p>{trade.marginIsShared}</p>)}
    </Dialog>
  );
}

function Isolated({ position }: Pick<PositionDialogProps, 'position'>) {
  const { trade } = words.value;
  const { id, isolatedMargin, autoAppendIsolatedMargin } = position;
  const [amount, setAmount] = useState('');
  const { isBusy, fault, ask } = useAsk();
  const move = (sign: '' | '-'): void =>
    ask(
      () => session.value?.client.adjustMargin({ isolatedPositionId: id, collateralAmount: `${sign}${amount}` }),
      () => setAmount(''),
    );
  const append = (autoAppendMargin: boolean): void =>
    ask(() => session.value?.client.modifyAutoAppendMargin({ positionId: id, autoAppendMargin }));
  return (
    <div class="form">
      <ForAccount />
      <p>
        {trade.margin}: <Amount value={isolatedMargin} /> USDT
      </p>
      <TextField name="margin" label={trade.marginAmount} value={amount} write={setAmount} />
      <div class="dialog-buttons">
        <button type="button" disabled={isBusy || amount === ''} onClick={() => move('-')}>
          {trade.marginTake}
        </button>
        <button type="button" data-yes="" disabled={isBusy || amount === ''} onClick={() => move('')}>
          {trade.marginAdd}
        </button>
      </div>
      <label class="check">
        <input
          type="checkbox"
          disabled={isBusy}
          checked={autoAppendIsolatedMargin}
          onChange={({ currentTarget }) => append(currentTarget.checked)}
        />
        {trade.marginAuto}
      </label>
      {fault === null ? null : <Fault error={fault} use={setAmount} />}
    </div>
  );
}
