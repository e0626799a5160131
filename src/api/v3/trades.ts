/** GET /market/trades: the tape of a contract, newest first. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { latestTrades, TRADES } from '../reading/latest-trades.ts';
import { rowsParameter } from '../reading/paging.ts';
import { boolean, number, object, string } from '../shapes/schema.ts';
import { listOf, shape } from '../shapes/shape.ts';
import { tradeView } from '../shapes/trade.ts';
import { anyCaseInstrument } from './reading/parameters.ts';
import { symbolText } from './words/names.ts';

const tradeShape = shape(
  object({
    id: string('Grows with every trade'),
    time: number(),
    price: string(),
    qty: string('In base coin'),
    quoteQty: string(),
    isBestMatch: boolean(),
    isBuyerMaker: boolean(),
    symbol: string(),
  }),
  {
    id: '700000000000061',
    time: 1767257999500,
    price: '90500.0',
    qty: '0.0100',
    quoteQty: '905.00000000',
    isBestMatch: true,
    isBuyerMaker: true,
    symbol: 'BTCUSDT',
  },
);

export const trades = defineRoute({
  operation: 'v3.trades',
  summary: 'The latest trades',
  ...PUBLIC_READ,
  path: '/capi/v3/market/trades',
  weight: { ip: 5, uid: 0 },
  parameters: { symbol: anyCaseInstrument, limit: rowsParameter(TRADES.usual, TRADES.most) },
  sample: 'symbol=BTCUSDT&limit=1',
  answer: listOf(tradeShape),
  handle: ({ symbol: { contract }, limit }, { deps }) =>
    latestTrades(deps, contract, limit).map((trade) => {
      const { ticketId: id, time, price, size: qty, value: quoteQty, ...flags } = tradeView(contract, trade);
      const { isBestMatch, isBuyerMaker } = flags;
      return { id, time, price, qty, quoteQty, isBestMatch, isBuyerMaker, symbol: symbolText(contract.symbol) };
    }),
});
