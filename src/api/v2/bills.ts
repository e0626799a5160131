/** POST /account/bills (BILL-002): the history of changes of the account's money, newest first. */
import { storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { optional } from '../call/parameter.ts';
import { businessType, coin, symbol } from '../reading/parameters.ts';
import { rangeParameters } from '../reading/times.ts';
import { billPageShape, billView } from '../shapes/bill.ts';

export const bills = storedList({
  operation: 'bills',
  summary: 'List changes of the account balance',
  method: 'POST',
  path: '/capi/v2/account/bills',
  weight: { ip: 2, uid: 5 },
  question: 'bills',
  parameters: {
    coin: optional(coin('Coin, USDT')),
    symbol: optional(symbol),
    businessType: optional(businessType),
    ...rangeParameters,
    limit: rowsParameter(20),
    ...placeParameters,
  },
  narrowed: ({ symbol: only, businessType: type, limit }) => ({ symbol: only, businessType: type, limit }),
  sample: '{"coin":"USDT","symbol":"cmt_btcusdt","businessType":"","startTime":null,"endTime":null,"limit":2}',
  answer: billPageShape,
  errors: ['40020', '40017'],
  view: ({ items, nextCursor }) => ({ hasNextPage: nextCursor !== null, items: items.map(billView) }),
});
