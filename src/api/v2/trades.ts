/** GET /market/trades: the tape of a contract, each trade under the same id as in the channel `trades`. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { latestTrades, TRADES } from '../reading/latest-trades.ts';
import { rowsParameter } from '../reading/paging.ts';
import { instrument, sort } from '../reading/parameters.ts';
import { listOf } from '../shapes/shape.ts';
import { tradeShape, tradeView } from '../shapes/trade.ts';

export const trades = defineRoute({
  operation: 'trades',
  summary: 'The latest trades',
  ...PUBLIC_READ,
  path: '/capi/v2/market/trades',
  weight: { ip: 5, uid: 0 },
  parameters: { symbol: instrument, limit: rowsParameter(TRADES.usual, TRADES.most), sort: sort() },
  sample: 'symbol=cmt_btcusdt&limit=1',
  answer: listOf(tradeShape),
  errors: ['40019', '40020'],
  handle: ({ symbol: { contract }, limit, sort: order }, { deps }) => {
    const rows = latestTrades(deps, contract, limit).map((trade) => tradeView(contract, trade));
    return order === 'asc' ? rows.reverse() : rows;
  },
});
