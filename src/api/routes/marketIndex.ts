/** GET /market/index: the index price of a contract now, or its mark. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { wordOf } from '../reading/fields.ts';
import { instrumentField } from '../reading/parameters.ts';
import { code, symbolField } from '../reading/schemas.ts';
import { indexShape, indexView } from '../shapes/market-price.ts';

const PRICES = { INDEX: 'index', MARK: 'mark' } as const;

export const marketIndex = defineRoute({
  operation: 'index',
  summary: 'Index or mark price of one contract',
  method: 'GET',
  path: '/capi/v2/market/index',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({
    symbol: symbolField,
    priceType: Type.Optional(code('INDEX (default) or MARK', ['INDEX', 'MARK'])),
  }),
  sample: 'symbol=cmt_btcusdt',
  answer: indexShape,
  errors: ['40019', '40020'],
  parse: (fields, call) => ({
    instrument: instrumentField(fields, call),
    price: wordOf(fields, 'priceType', PRICES, { en: 'INDEX or MARK', zh: 'INDEX或MARK' }) ?? 'index',
  }),
  handle: ({ instrument, price }, { requestTimeMs }) => indexView(instrument, price, requestTimeMs),
});
