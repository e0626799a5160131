/**
 * Closes a position, or a part of it: at market, or at a price.
 */
import { useState } from 'preact/hooks';
import type { ContractsRow, PushedPosition } from '../../../client/index.ts';
import { EMPTY_DRAFT, partOf } from '../../live/order-draft.ts';
import { useAsk } from '../../parts/ask.ts';
import { Fault } from '../../parts/panel.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../words/words.ts';
import { ForAccount } from './for-account.tsx';
import { place } from './send-order.ts';
import { TextField } from './text-field.tsx';
import { may, whyText } from './why.ts';

export interface PositionDialogProps {
  readonly position: PushedPosition;
  readonly contract: ContractsRow;
  readonly closed: () => void;
}

const PERCENTS = [25, 50, 100] as const;

export function CloseDialog({ position, contract, closed }: PositionDialogProps) {
  const { trade } = words.value;
  const { side, size: whole, id: positionId, separatedMode } = position;
  const [size, setSize] = useState(whole);
  const [price, setPrice] = useState('');
  const { isBusy, fault, ask } = useAsk();
  const { close: why, closesAsManual } = may(contract);
  const send = (close: () => void): void => {
    const kind = price === '' ? ('market' as const) : ('limit' as const);
    // There is only one combined position on a side; naming it would add nothing.
    const only = separatedMode === 'SEPARATED' ? { positionId } : {};
    ask(() => place(contract, side === 'LONG' ? '3' : '4', { ...EMPTY_DRAFT, kind, size, price, ...only }), close);
  };
  return (
    <Dialog title={trade.closeTitle} onClose={closed}>
      {(close) => (
        <form class="form" onSubmit={(event) => (event.preventDefault(), send(close))}>
          <ForAccount />
          <TextField name="close-size" label={trade.size} value={size} write={setSize} />
          <div class="order-percents" role="group" aria-label={trade.ofPosition}>
            {PERCENTS.map((percent) => (
              <button
                key={percent}
                type="button"
                onClick={() =>
                  setSize(partOf(percent, whole, contract.stepSize, Number(contract.size_increment)) ?? whole)
                }
              >
                {percent}%
              </button>
            ))}
          </div>
          <TextField name="close-price" label={trade.price} value={price} write={setPrice} hint={trade.optional} />
          {why === null ? null : <p class="warn">{whyText(why)}</p>}
          {closesAsManual ? <p class="warn">{trade.closesAsManual}</p> : null}
          {fault === null ? null : <Fault error={fault} use={setSize} />}
          <button type="submit" data-yes="" disabled={isBusy || why !== null}>
            {price === '' ? trade.closeMarket : trade.closeLimit}
          </button>
        </form>
      )}
    </Dialog>
  );
}
