/** GET /market/depth: the levels of the book, best first; `lastUpdateId` is the version of the socket’s. */
import { code, optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { bookWindow } from '../reading/book-window.ts';
import { depthShape, depthView, levels } from '../shapes/depth.ts';
import { number, object } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { anyCaseInstrument } from './reading/parameters.ts';

const LEVELS = { '15': 15, '200': 200 } as const;

export const depth = defineRoute({
  operation: 'v3.depth',
  summary: 'Order book',
  ...PUBLIC_READ,
  path: '/capi/v3/market/depth',
  weight: { ip: 1, uid: 0 },
  parameters: {
    symbol: anyCaseInstrument,
    limit: optional(code({ en: '15 or 200', zh: '15或200' }, LEVELS, 'Levels of a side: 15 (default) or 200'), 15),
  },
  sample: 'symbol=BTCUSDT&limit=15',
  answer: shape(
    object({ bids: levels, asks: levels, lastUpdateId: number('Equal to `u` of the socket at the same moment') }),
    {
      bids: depthShape.sample.bids,
      asks: depthShape.sample.asks,
      lastUpdateId: 88121,
    },
  ),
  handle: ({ symbol, limit }, { deps, requestTimeMs }) => {
    const book = depthView(symbol, limit, requestTimeMs);
    const { version } = bookWindow(symbol, limit, deps.engine.state.sequence);
    return { bids: book.bids, asks: book.asks, lastUpdateId: version };
  },
});
