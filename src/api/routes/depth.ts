/** GET /market/depth: the book's levels, best first. `limit` clamps to 1–200 instead of failing (W-29). */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { type Fields, foundInstead, textOf } from '../reading/fields.ts';
import { instrumentField } from '../reading/parameters.ts';
import { isIntegerText } from '../reading/scalars.ts';
import { symbolField, text } from '../reading/schemas.ts';
import { depthShape, depthView } from '../shapes/depth.ts';
import { invalid } from '../words/errors.ts';

const DEFAULT_LEVELS = 15;
const MAX_LEVELS = 200;

export const depth = defineRoute({
  operation: 'depth',
  summary: 'Order book',
  method: 'GET',
  path: '/capi/v2/market/depth',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({
    symbol: symbolField,
    limit: Type.Optional(text(`Levels per side, 1 to ${MAX_LEVELS}; others clamp`, { default: DEFAULT_LEVELS })),
  }),
  sample: 'symbol=cmt_btcusdt&limit=15',
  answer: depthShape,
  errors: ['40019', '40020'],
  parse: (fields, call) => ({ instrument: instrumentField(fields, call), limit: limitField(fields) }),
  handle: ({ instrument, limit }, call) => depthView(instrument, limit, call.requestTimeMs),
});

function limitField(fields: Fields): number {
  const found = textOf(fields, 'limit');
  if (found === null) return DEFAULT_LEVELS;
  if (!isIntegerText(found)) throw invalid('limit', foundInstead(found, { en: 'a whole number', zh: '整数' }));
  return Math.min(MAX_LEVELS, Math.max(1, Number(found)));
}
