/** GET /order/fills (BOOK-008): the account's sides of fills, newest first. */
import { Type } from 'typebox';
import type { Instrument } from '../../core/state/records.ts';
import { orderIdFilter, orderIdFilterField, storedList } from '../reading/lists.ts';
import { optionalSymbol } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
import { fillPageShape, fillView } from '../shapes/fill.ts';

export const fills = storedList({
  operation: 'fills',
  summary: 'List fills',
  method: 'GET',
  path: '/capi/v2/order/fills',
  weight: { ip: 5, uid: 5 },
  question: 'fills',
  filter: {
    fields: { symbol: Type.Optional(symbolField), orderId: Type.Optional(orderIdFilterField) },
    read: (fields, call) => ({ symbol: optionalSymbol(fields, call), orderId: orderIdFilter(fields) }),
  },
  rows: { name: 'limit', usual: 100 },
  sample: 'symbol=cmt_btcusdt',
  answer: fillPageShape,
  errors: ['40020', '40017'],
  view: ({ items, nextCursor, total }, { deps }) => {
    const { bySymbol } = deps.engine.state;
    return {
      list: items.map((fill) => fillView(bySymbol.get(fill.symbol) as Instrument, fill)),
      nextFlag: nextCursor !== null,
      totals: total,
    };
  },
});
