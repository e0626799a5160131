/**
 * The question before an order goes out: action, size, price, and the worst one it may get. It can be switched off for
 * this tab.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import { number } from '../../format/number.ts';
import type { OrderType } from '../../live/order-draft.ts';
import { coinOf } from '../../live/market.ts';
import { ladder } from '../../live/terminal.ts';
import { words } from '../../words/words.ts';
import { draft } from './draft.ts';
import { send } from './send-order.ts';

/** The action that waits for a yes. */
export const wanted = signal<OrderType | null>(null);
const asks = signal(true);

export function ask(contract: ContractsRow, type: OrderType): void {
  if (asks.value) wanted.value = type;
  else void send(contract, type);
}

export function Confirm({ contract }: { readonly contract: ContractsRow }) {
  const { trade, shell, type: types } = words.value;
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal();
  }, []);
  const type = wanted.value ?? '1';
  const { kind, price, size, trigger } = draft.value;
  const decimals = Number(contract.tick_size);
  const shown = kind === 'market' || price === '' ? trade.marketPrice : number(price, { decimals });
  const rows: readonly (readonly [string, string])[] = [
    [trade.order, `${types[type] ?? type} ${coinOf(contract.symbol)}`],
    [trade.size, size || '–'],
    ...(kind === 'plan' ? [[trade.trigger, trigger || '–'] as const] : []),
    [trade.price, shown],
    [trade.worst, kind === 'limit' ? shown : worstOf(type, decimals)],
  ];
  const yes = (): void => {
    ref.current?.close();
    void send(contract, type);
  };
  return (
    <dialog ref={ref} onClose={() => (wanted.value = null)} aria-label={trade.confirmTitle}>
      <div class="dialog-head">
        <h1>{trade.confirmTitle}</h1>
        <button type="button" onClick={() => ref.current?.close()}>
          {shell.close}
        </button>
      </div>
      <dl class="confirm-list">
        {rows.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" onChange={({ currentTarget }) => (asks.value = !currentTarget.checked)} />{' '}
        {trade.confirmNot}
      </label>
      <div class="confirm-buttons">
        <button type="button" onClick={() => ref.current?.close()}>
          {trade.confirmNo}
        </button>
        <button type="button" data-yes="" onClick={yes}>
          {trade.confirmYes}
        </button>
      </div>
    </dialog>
  );
}

/** The last price the ladder shows on the side that would be taken. */
function worstOf(type: OrderType, decimals: number): string {
  const side = type === '1' || type === '4' ? ladder.value.asks : ladder.value.bids;
  return number(side.at(-1)?.price, { decimals });
}
