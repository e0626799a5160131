/**
 * The question before an order goes out: action, size, price, and the worst price it may get. It can be switched off
 * for this tab.
 */
import { signal } from '@preact/signals';
import { Fragment } from 'preact';
import type { ContractsRow } from '../../../client/index.ts';
import { money, number } from '../../format/number.ts';
import { isOpening, type OrderType, worthOf } from '../../live/order-draft.ts';
import { coinOf } from '../../live/market.ts';
import { ladder } from '../../live/terminal.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../words/words.ts';
import { estimatePrice, holdBack, sentDraft } from './draft.ts';
import { ForAccount } from './for-account.tsx';
import { send } from './send-order.ts';
import { may } from './why.ts';

/** The action that waits for a yes. */
export const wanted = signal<OrderType | null>(null);
const asks = signal(true);

/** Asks, or holds it back when the exchange would refuse it: then the field it is about has the focus. */
export function ask(contract: ContractsRow, type: OrderType): void {
  const field = holdBack(contract, type);
  if (field !== null) document.querySelector<HTMLInputElement>(`#order-form [data-field="${field}"]`)?.focus();
  else if (asks.value) wanted.value = type;
  else void send(contract, type);
}

export function Confirm({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const type = wanted.value ?? '1';
  const warns = !isOpening(type) && may(contract).closesAsManual;
  return (
    <Dialog title={trade.confirmTitle} onClose={() => (wanted.value = null)}>
      {(close) => (
        <>
          <ForAccount />
          <dl class="confirm-list">
            {rowsOf(contract, type).map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </dl>
          {warns ? <p class="warn">{trade.closesAsManual}</p> : null}
          <label class="check">
            <input type="checkbox" onChange={({ currentTarget }) => (asks.value = !currentTarget.checked)} />{' '}
            {trade.confirmNot}
          </label>
          <div class="dialog-buttons">
            <button type="button" onClick={close}>
              {trade.confirmNo}
            </button>
            <button
              type="button"
              data-yes=""
              onClick={() => {
                close();
                void send(contract, type);
              }}
            >
              {trade.confirmYes}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function rowsOf(contract: ContractsRow, type: OrderType): readonly (readonly [string, string])[] {
  const { trade, type: types } = words.value;
  const { kind, price, size, trigger } = sentDraft(contract);
  const decimals = Number(contract.tick_size);
  const shown = kind === 'market' || price === '' ? trade.marketPrice : number(price, { decimals });
  return [
    [trade.order, `${types[type] ?? type} ${coinOf(contract.symbol)}`],
    [trade.size, `${size} ${coinOf(contract.symbol)} ≈ ${money(worthOf(size, estimatePrice.value))} USDT`],
    ...(kind === 'plan' ? [[trade.trigger, trigger || '–'] as const] : []),
    [trade.price, shown],
    [trade.worst, kind === 'limit' ? shown : worstOf(type, decimals)],
  ];
}

/** The last price the ladder shows on the side that would be taken. */
function worstOf(type: OrderType, decimals: number): string {
  const side = type === '1' || type === '4' ? ladder.value.asks : ladder.value.bids;
  return number(side.at(-1)?.price, { decimals });
}
