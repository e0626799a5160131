/** GET /market/headlines: texts about jumps of the exchange's own market, seconds before them, newest first. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { optional } from '../call/parameter.ts';
import { HEADLINES, latestHeadlines } from '../reading/headlines.ts';
import { rowsParameter } from '../reading/paging.ts';
import { symbol } from '../reading/parameters.ts';
import { headlineShape, headlineView } from '../shapes/headline.ts';
import { listOf } from '../shapes/shape.ts';

export const headlines = defineRoute({
  operation: 'headlines',
  isAddition: true,
  summary: 'Headlines of the exchange’s own market: each comes up to two seconds before prices jump',
  ...PUBLIC_READ,
  path: '/capi/v2/market/headlines',
  weight: { ip: 1, uid: 0 },
  parameters: { symbol: optional(symbol), limit: rowsParameter(HEADLINES.usual, HEADLINES.most) },
  sample: 'limit=1',
  answer: listOf(headlineShape),
  errors: ['40020'],
  handle: ({ symbol: asked, limit }, { deps }) =>
    latestHeadlines(deps, asked, limit).map((one) => headlineView(one, one.symbol)),
});
