/** GET /market/depth: the book's levels, best first. `limit` clamps to 1–200 instead of failing (W-29). */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { foundInstead } from '../call/fields.ts';
import { optional, refined, text } from '../call/parameter.ts';
import { instrument } from '../reading/parameters.ts';
import { isIntegerText } from '../call/scalars.ts';
import { depthShape, depthView } from '../shapes/depth.ts';
import { invalid } from '../words/errors.ts';

const DEFAULT_LEVELS = 15;
const MAX_LEVELS = 200;

export const depth = defineRoute({
  operation: 'depth',
  summary: 'Order book',
  ...PUBLIC_READ,
  path: '/capi/v2/market/depth',
  weight: { ip: 1, uid: 0 },
  parameters: {
    symbol: instrument,
    limit: optional(
      refined(text(`Levels per side, 1 to ${MAX_LEVELS}; others clamp`, { default: DEFAULT_LEVELS }), (found, name) => {
        if (!isIntegerText(found)) throw invalid(name, foundInstead(found, { en: 'a whole number', zh: '整数' }));
        return Math.min(MAX_LEVELS, Math.max(1, Number(found)));
      }),
      DEFAULT_LEVELS,
    ),
  },
  sample: 'symbol=cmt_btcusdt&limit=15',
  answer: depthShape,
  errors: ['40019', '40020'],
  handle: ({ symbol, limit }, call) => depthView(symbol, limit, call.requestTimeMs),
});
