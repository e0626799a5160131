/** GET /userTrades: the account's sides of fills, newest first. */
import { optional } from '../call/parameter.ts';
import { orderIdFilter, storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { rangeParameters } from '../reading/times.ts';
import { listOf } from '../shapes/shape.ts';
import { symbol } from './reading/parameters.ts';
import { userTradeShape, userTradeView } from './shapes/user-trade.ts';

export const userTrades = storedList({
  operation: 'v3.userTrades',
  summary: 'List fills',
  method: 'GET',
  path: '/capi/v3/userTrades',
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
  sample: 'symbol=BTCUSDT',
  answer: listOf(userTradeShape),
  view: ({ items }, { deps }) => {
    const { bySymbol } = deps.engine.state;
    return items.map((fill) => userTradeView(bySymbol.get(fill.symbol)!, fill));
  },
});
