/**
 * Take profit and stop loss of a position: those already waiting, and new ones. Each is a plan order that closes.
 */
import { useState } from 'preact/hooks';
import type { PushedOrder, PushedPosition } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
import { number } from '../../format/number.ts';
import { orders } from '../../live/account.ts';
import { quote } from '../../live/market.ts';
import { waitingName } from '../../live/plan-name.ts';
import { useAsk } from '../../parts/ask.ts';
import { Fault } from '../../parts/panel.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../words/words.ts';
import type { PositionDialogProps } from './close-dialog.tsx';
import { ForAccount } from './for-account.tsx';
import { moveTrigger } from './amend-order.ts';
import { BY_PERSON, freshOid } from './send-order.ts';
import { SureButton } from './sure-button.tsx';
import { TextField } from './text-field.tsx';
import { may, whyText } from './why.ts';

/** Last price, or mark price. */
type By = '1' | '3';

export function TpSlDialog({ position, contract, closed }: PositionDialogProps) {
  const { trade } = words.value;
  const [profit, setProfit] = useState('');
  const [loss, setLoss] = useState('');
  const [size, setSize] = useState(position.size);
  const [by, setBy] = useState<By>('1');
  const { isBusy, fault, ask } = useAsk();
  const { close: why, closesAsManual } = may(contract);
  const send = async (): Promise<void> => {
    if (profit !== '') await protect(position, 'profit_plan', profit, size, by);
    setProfit('');
    if (loss !== '') await protect(position, 'loss_plan', loss, size, by);
    setLoss('');
  };
  return (
    <Dialog title={trade.tpSlTitle} onClose={closed}>
      {() => (
        <>
          <ForAccount />
          <Waiting position={position} decimals={Number(contract.tick_size)} />
          <form class="form" onSubmit={(event) => (event.preventDefault(), ask(send))}>
            <div class="order-pair">
              <TextField name="tp" label={trade.takeProfit} value={profit} write={setProfit} />
              <TextField name="sl" label={trade.stopLoss} value={loss} write={setLoss} />
            </div>
            <TextField name="tp-sl-size" label={trade.size} value={size} write={setSize} />
            <label>
              {trade.triggeredBy}
              <select value={by} onChange={({ currentTarget }) => setBy(currentTarget.value as By)}>
                <option value="1">{trade.types.LAST}</option>
                <option value="3">{trade.types.MARK}</option>
              </select>
            </label>
            {why === null ? null : <p class="warn">{whyText(why)}</p>}
            {closesAsManual ? <p class="warn">{trade.closesAsManual}</p> : null}
            {fault === null ? null : <Fault error={fault} use={setSize} />}
            <button type="submit" data-yes="" disabled={isBusy || why !== null || (profit === '' && loss === '')}>
              {trade.protect}
            </button>
          </form>
        </>
      )}
    </Dialog>
  );
}

function protect(position: PushedPosition, planType: 'profit_plan' | 'loss_plan', at: string, size: string, by: By) {
  const { contractId: symbol, side, id: positionId } = position;
  return session.value?.client.placeTpSlOrder(
    {
      symbol,
      planType,
      clientOrderId: freshOid(),
      triggerPrice: at,
      size,
      positionSide: side === 'LONG' ? 'long' : 'short',
      triggerPriceType: by,
      positionId,
    },
    BY_PERSON,
  );
}

/** The orders that already protect the side, each with a new trigger to be written. */
function Waiting({ position, decimals }: { readonly position: PushedPosition; readonly decimals: number }) {
  const own = orders.value.filter(
    ({ contractId, positionSide, type }) =>
      contractId === position.contractId && positionSide === position.side && /^(STOP|TAKE_PROFIT)_/.test(type),
  );
  const protecting = own.filter(({ reduceOnly, positionTpsl }) => reduceOnly || positionTpsl);
  if (protecting.length === 0) return null;
  return (
    <ul class="tp-sl-list">
      {protecting.map((order) => (
        <One key={order.id} order={order} decimals={decimals} />
      ))}
    </ul>
  );
}

function One({ order, decimals }: { readonly order: PushedOrder; readonly decimals: number }) {
  const { trade } = words.value;
  const { id, size, triggerPrice } = order;
  const [at, setAt] = useState('');
  const { isBusy, fault, ask } = useAsk();
  const name = trade.waiting[waitingName(order, quote(order.contractId)?.ticker.value?.lastPrice ?? null)];
  return (
    <li data-tp-sl={id}>
      <span>
        {name} {number(triggerPrice, { decimals })} · {size}
      </span>
      <TextField name={`change-${id}`} label={trade.newTrigger} value={at} write={setAt} />
      <span class="tabs-actions">
        <button
          type="button"
          disabled={isBusy || at === ''}
          onClick={() =>
            ask(
              () => (session.value === null ? undefined : moveTrigger(session.value, order, at)),
              () => setAt(''),
            )
          }
        >
          {trade.change}
        </button>
        <SureButton text={trade.cancel} act={() => session.value?.client.cancel_plan({ orderId: id })} />
      </span>
      {fault === null ? null : <Fault error={fault} use={setAt} />}
    </li>
  );
}
