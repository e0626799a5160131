/** POST /account/income: the history of changes of the account's money, newest first. */
import { writeCursor } from '../../store/read/paging.ts';
import { id, optional } from '../call/parameter.ts';
import { storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { businessType, coin } from '../reading/parameters.ts';
import { rangeParameters, time } from '../reading/times.ts';
import { symbol } from './reading/parameters.ts';
import { incomeShape, incomeView } from './shapes/income.ts';

export const income = storedList({
  operation: 'v3.income',
  summary: 'List changes of the account balance',
  method: 'POST',
  path: '/capi/v3/account/income',
  weight: { ip: 2, uid: 5 },
  question: 'bills',
  parameters: {
    asset: optional(coin('USDT')),
    currency: optional(coin('The same by another name')),
    symbol: optional(symbol),
    incomeType: optional(businessType),
    ...rangeParameters,
    limit: rowsParameter(20),
    nextKeyId: optional(id('Only what is older than the bill with this id; from nextKey, and beats page and cursor')),
    nextKeyTime: optional(time('The time of that bill')),
    ...placeParameters,
  },
  narrowed: ({ symbol: only, incomeType, limit }) => ({ symbol: only, businessType: incomeType, limit }),
  after: ({ nextKeyId, nextKeyTime }) =>
    nextKeyId === null ? null : writeCursor('b', { timeMs: nextKeyTime ?? 0, id: nextKeyId }),
  sample: '{"asset":"USDT","symbol":"BTCUSDT","limit":2}',
  answer: incomeShape,
  view: incomeView,
});
