/** GET /market/trades: the tape of a contract, each trade under the same id as in the channel `trades`. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { rowsParameter } from '../reading/paging.ts';
import { instrument, sort } from '../reading/parameters.ts';
import { listOf } from '../shapes/shape.ts';
import { tradeShape, tradeView } from '../shapes/trade.ts';
import { unavailable } from '../words/errors.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const NO_TAPE = {
  en: 'the latest trades failed and come back with the next start of the exchange',
  zh: '最新成交数据发生故障，交易所重启后恢复',
};
const UNTIL_RESTARTED_SECONDS = 60;

export const trades = defineRoute({
  operation: 'trades',
  summary: 'The latest trades',
  ...PUBLIC_READ,
  path: '/capi/v2/market/trades',
  weight: { ip: 5, uid: 0 },
  parameters: { symbol: instrument, limit: rowsParameter(DEFAULT_LIMIT, MAX_LIMIT), sort: sort() },
  sample: 'symbol=cmt_btcusdt&limit=1',
  answer: listOf(tradeShape),
  errors: ['40019', '40020'],
  handle: ({ symbol: { contract }, limit, sort: order }, { deps }) => {
    const latest = deps.tape.latest(contract.symbol, limit);
    if (latest === null) throw unavailable(NO_TAPE, UNTIL_RESTARTED_SECONDS);
    const rows = latest.map((trade) => tradeView(contract, trade));
    return order === 'asc' ? rows.reverse() : rows;
  },
});
