/** GET /order/fills (BOOK-008): the account's sides of fills, newest first. */
import type { Instrument } from '../../core/state/records.ts';
import { orderIdFilter, storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { optional } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { rangeParameters } from '../reading/times.ts';
import { fillPageShape, fillView } from '../shapes/fill.ts';
import { traced } from '../shapes/traced.ts';

export const fills = storedList({
  operation: 'fills',
  summary: 'List fills',
  method: 'GET',
  path: '/capi/v2/order/fills',
  weight: { ip: 5, uid: 5 },
  question: 'fills',
  parameters: {
    symbol: optional(symbol),
    orderId: orderIdFilter,
    ...rangeParameters,
    limit: rowsParameter(100),
    ...placeParameters,
  },
  narrowed: ({ symbol: only, orderId, limit }) => ({ symbol: only, orderId, limit }),
  sample: 'symbol=cmt_btcusdt',
  answer: fillPageShape,
  errors: ['40020', '40017'],
  view: ({ items, nextCursor, total }, { deps }) => {
    const { engine, traces } = deps;
    const viewOf = (fill: (typeof items)[number]) =>
      fillView(engine.state.bySymbol.get(fill.symbol) as Instrument, fill);
    return {
      list: items.map((fill) => traced(viewOf(fill), traces.ofOrder(fill.orderId))),
      nextFlag: nextCursor !== null,
      totals: total,
    };
  },
});
