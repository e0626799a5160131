/**
 * Orders that wait: working ones, or plan orders with what fires them.
 */
import type { PushedOrder } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { number } from '../../format/number.ts';
import { orders } from '../../live/account.ts';
import { coinOf, quote } from '../../live/market.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { SureButton } from './sure-button.tsx';

export function Orders({ arePlans }: { readonly arePlans: boolean }) {
  const { trade } = words.value;
  const rows = orders.value.filter(({ triggerPrice }) => (triggerPrice !== '0') === arePlans);
  if (rows.length === 0) return <Empty text={trade.noOrders} />;
  const heads = [trade.time, trade.contract, trade.side, trade.price, trade.size, trade.filled];
  const kind = arePlans ? 'plan' : 'normal';
  return (
    <>
      <table>
        <caption class="hidden-text">{trade.tabs[arePlans ? 'plans' : 'orders']}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {arePlans ? <th scope="col">{trade.trigger}</th> : null}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows
            .toSorted((a, b) => Number(b.createdTime) - Number(a.createdTime))
            .map((order) => (
              <Row key={order.id} order={order} isPlan={arePlans} />
            ))}
        </tbody>
      </table>
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

function Row({ order, isPlan }: { readonly order: PushedOrder; readonly isPlan: boolean }) {
  const { trade } = words.value;
  const { id, contractId, positionSide, orderSide, price, size, cumFillSize, triggerPrice, createdTime } = order;
  const decimals = quote(contractId)?.decimals ?? 2;
  const isBuy = orderSide === 'BUY';
  const cancel = () =>
    isPlan ? session.value?.client.cancel_plan({ orderId: id }) : session.value?.client.cancel_order({ orderId: id });
  return (
    <tr data-order={id}>
      <td>
        <Time ms={Number(createdTime)} />
      </td>
      <td>{coinOf(contractId)}</td>
      <td class={isBuy ? 'up' : 'down'}>
        {isBuy ? '▲' : '▼'} {positionSide === 'LONG' ? trade.long : trade.short}
      </td>
      <td>{Number(price) === 0 ? trade.marketPrice : number(price, { decimals })}</td>
      <td>{size}</td>
      <td>{cumFillSize}</td>
      {isPlan ? <td>{number(triggerPrice, { decimals })}</td> : null}
      <td>{session.value?.canTrade ? <SureButton text={trade.cancel} act={cancel} /> : null}</td>
    </tr>
  );
}
