/** GET /market/depth (wire 5.8): the book's levels, best first. `limit` clamps to 1–200 instead of failing (W-29). */
import { Type } from 'typebox';
import type { Contract } from '../../core/contract.ts';
import { BUY, levelsOf, SELL } from '../../core/matching/book.ts';
import type { Instrument } from '../../core/state.ts';
import type { Fields } from '../fields.ts';
import { foundInstead, require, textOf } from '../fields.ts';
import { invalid } from '../errors.ts';
import { instrumentField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { isIntegerText } from '../scalars.ts';
import { answer, list, string, symbolField, text } from '../schemas.ts';
import { priceText, sizeText } from '../wire.ts';

/** Price and size. */
type Level = [string, string];

export interface DepthAnswer {
  asks: Level[];
  bids: Level[];
  timestamp: string;
}

const DEFAULT_LEVELS = 15;
const MAX_LEVELS = 200;

const level = Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: 'Price and size' });

export const depth = defineRoute<{ readonly instrument: Instrument; readonly limit: number }, DepthAnswer>({
  operation: 'depth',
  summary: 'Order book',
  method: 'GET',
  path: '/capi/v2/market/depth',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({
    symbol: symbolField,
    limit: Type.Optional(text('Levels per side, 1 to 200; others clamp', { default: 15 })),
  }),
  answer: answer({ asks: list(level), bids: list(level), timestamp: string() }),
  sample: {
    request: 'symbol=cmt_btcusdt&limit=15',
    answer: {
      asks: [
        ['90500.1', '1.2500'],
        ['90500.2', '0.4000'],
      ],
      bids: [
        ['90500.0', '0.8000'],
        ['90499.9', '2.1000'],
      ],
      timestamp: '1767258000000',
    },
  },
  errors: ['40019', '40020'],
  parse: (fields, call) => {
    require(fields, ['symbol']);
    return { instrument: instrumentField(fields, call.deps.engine.state), limit: limitField(fields) };
  },
  handle: ({ instrument: { contract, book }, limit }, call) => ({
    asks: levelsOf(book, SELL, limit).map(levelView, contract),
    bids: levelsOf(book, BUY, limit).map(levelView, contract),
    timestamp: String(call.requestTimeMs),
  }),
});

function limitField(fields: Fields): number {
  const found = textOf(fields, 'limit');
  if (found === null) return DEFAULT_LEVELS;
  if (!isIntegerText(found)) throw invalid('limit', foundInstead(found, { en: 'a whole number', zh: '整数' }));
  return Math.min(MAX_LEVELS, Math.max(1, Number(found)));
}

function levelView(this: Contract, [price, volume]: [number, number]): Level {
  return [priceText(this, price), sizeText(this, volume)];
}
