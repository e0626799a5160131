/** GET /market/symbolPrice: the index price of a contract now, its mark, or its last price. */
import { optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { dayOf } from '../reading/live-bars.ts';
import { indexView } from '../shapes/market-price.ts';
import { number, object, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { dayTexts } from '../shapes/ticker.ts';
import { anyCaseInstrument, words } from './reading/parameters.ts';
import { symbolText } from './words/names.ts';

const PRICES = { INDEX: 'index', MARK: 'mark', LAST: 'last' } as const;

export const symbolPrice = defineRoute({
  operation: 'v3.symbolPrice',
  summary: 'Index, mark or last price',
  ...PUBLIC_READ,
  path: '/capi/v3/market/symbolPrice',
  weight: { ip: 1, uid: 0 },
  parameters: {
    symbol: anyCaseInstrument,
    priceType: optional(words(PRICES, 'INDEX (default), MARK or LAST'), 'index'),
  },
  sample: 'symbol=BTCUSDT',
  answer: shape(object({ symbol: string(), price: string('Zero when there is none'), time: number() }), {
    symbol: 'BTCUSDT',
    price: '90495.2',
    time: 1767258000000,
  }),
  handle: ({ symbol: of, priceType }, { deps, requestTimeMs: time }) => {
    const price = priceType === 'last' ? dayTexts(of, dayOf(deps, of)).last : indexView(of, priceType, time).index;
    return { symbol: symbolText(of.contract.symbol), price, time };
  },
});
