/**
 * Orders that wait: working ones, or plan orders with what fires them.
 */
import type { PushedOrder } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
import { number } from '../../format/number.ts';
import { orders } from '../../live/account.ts';
import { orderTypeOf } from '../../live/amend.ts';
import { coinOf, quote } from '../../live/market.ts';
import { isPlan as isPlanOrder, waitingName } from '../../live/plan-name.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import { beginAmend } from './amending.ts';
import { NothingYet } from './nothing-yet.tsx';
import { SureButton } from './sure-button.tsx';

/** As many as an account may have of each. */
const MOST = { orders: 200, plans: 400 } as const;

export function Orders({ arePlans }: { readonly arePlans: boolean }) {
  const { trade } = words.value;
  const rows = orders.value
    .filter((order) => isPlanOrder(order) === arePlans)
    .toSorted((a, b) => Number(b.createdTime) - Number(a.createdTime))
    .slice(0, MOST[arePlans ? 'plans' : 'orders']);
  if (rows.length === 0) return <NothingYet text={arePlans ? trade.noPlans : trade.noOrders} />;
  const kind = arePlans ? 'plan' : 'normal';
  return (
    <>
      <DataTable
        caption={trade.tabs[arePlans ? 'plans' : 'orders']}
        name="order"
        columns={columns(arePlans)}
        items={rows}
        idOf={({ id }) => id}
      />
      {session.value?.canTrade ? (
        <div class="tabs-all">
          <SureButton
            text={trade.cancelAll}
            act={() => session.value?.client.cancelAllOrders({ cancelOrderType: kind })}
          />
        </div>
      ) : null}
    </>
  );
}

function columns(arePlans: boolean): readonly Column<PushedOrder>[] {
  const { trade, type: types } = words.value;
  const decimalsOf = (symbol: string): number => quote(symbol)?.decimals ?? 2;
  const isBuy = ({ orderSide }: PushedOrder): boolean => orderSide === 'BUY';
  const trigger: Column<PushedOrder> = {
    head: trade.trigger,
    cell: ({ triggerPrice, contractId }) => number(triggerPrice, { decimals: decimalsOf(contractId) }),
  };
  return [
    { head: trade.time, cell: ({ createdTime }) => <Time ms={Number(createdTime)} /> },
    { head: trade.contract, cell: ({ contractId }) => coinOf(contractId) },
    ...(arePlans ? [{ head: trade.kind, cell: nameOf }] : []),
    {
      head: trade.side,
      cell: (order) => `${isBuy(order) ? '▲' : '▼'} ${types[orderTypeOf(order)]}`,
      look: (order) => (isBuy(order) ? 'up' : 'down'),
    },
    ...(arePlans ? [trigger] : []),
    {
      head: trade.price,
      cell: ({ price, contractId }) =>
        Number(price) === 0 ? trade.marketPrice : number(price, { decimals: decimalsOf(contractId) }),
    },
    { head: trade.size, cell: ({ size }) => size },
    // A plan order that has not fired is filled nowhere.
    ...(arePlans ? [] : [{ head: trade.filled, cell: ({ cumFillSize }: PushedOrder) => cumFillSize }]),
    { head: trade.placedBy, cell: ({ orderSource }) => trade.sources[orderSource] ?? orderSource },
    { head: '', cell: ({ id }) => (session.value?.canTrade ? <Buttons id={id} isPlan={arePlans} /> : null) },
  ];
}

/** Take profit, stop loss or neither. */
function nameOf(order: PushedOrder): string {
  return words.value.trade.waiting[waitingName(order, quote(order.contractId)?.ticker.value?.lastPrice ?? null)];
}

function Buttons({ id, isPlan }: { readonly id: string; readonly isPlan: boolean }) {
  const { trade } = words.value;
  const cancel = () =>
    isPlan ? session.value?.client.cancel_plan({ orderId: id }) : session.value?.client.cancel_order({ orderId: id });
  return (
    <span class="tabs-actions">
      <SureButton text={trade.cancel} act={cancel} />
      <button type="button" data-amend={id} onClick={() => beginAmend(id)}>
        {trade.change}
      </button>
    </span>
  );
}
