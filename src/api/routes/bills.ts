/** POST /account/bills (BILL-002): the history of changes of the account's money, newest first. */
import { Type } from 'typebox';
import { BUSINESS_TYPES, type BusinessType } from '../../core/language/bills.ts';
import { type Fields, foundInstead, textOf } from '../reading/fields.ts';
import { storedList } from '../reading/lists.ts';
import { optionalSymbol } from '../reading/parameters.ts';
import { symbolField, text } from '../reading/schemas.ts';
import { billPageShape, billView } from '../shapes/bill.ts';
import { invalid } from '../words/errors.ts';
import { COIN } from '../words/wire.ts';

export const bills = storedList({
  operation: 'bills',
  summary: 'List changes of the account balance',
  method: 'POST',
  path: '/capi/v2/account/bills',
  weight: { ip: 2, uid: 5 },
  question: 'bills',
  filter: {
    fields: {
      coin: Type.Optional(text('Coin, USDT')),
      symbol: Type.Optional(symbolField),
      businessType: Type.Optional(text('One of the 21 business types', { enum: ['', ...BUSINESS_TYPES] })),
    },
    read: (fields, call) => {
      checkCoin(fields);
      return { symbol: optionalSymbol(fields, call), businessType: businessTypeField(fields) };
    },
  },
  rows: { name: 'limit', usual: 20 },
  sample: '{"coin":"USDT","symbol":"cmt_btcusdt","businessType":"","startTime":null,"endTime":null,"limit":2}',
  answer: billPageShape,
  errors: ['40020', '40017'],
  view: ({ items, nextCursor }) => ({ hasNextPage: nextCursor !== null, items: items.map(billView) }),
});

function checkCoin(fields: Fields): void {
  const coin = textOf(fields, 'coin');
  if (coin !== null && coin !== COIN) throw invalid('coin', foundInstead(coin, { en: COIN, zh: COIN }));
}

function businessTypeField(fields: Fields): BusinessType | null {
  const found = textOf(fields, 'businessType');
  if (found === null) return null;
  const type = BUSINESS_TYPES.find((one) => one === found);
  if (type !== undefined) return type;
  const known = { en: BUSINESS_TYPES.join(', '), zh: BUSINESS_TYPES.join('、') };
  throw invalid('businessType', foundInstead(found, known));
}
