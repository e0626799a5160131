/** GET /api/v3/exchangeInfo: no symbols. One of the same name would make programs take contracts for spot. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { list, number, object, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';

const none = list(string());
const NOTHING = { timezone: 'UTC', serverTime: 0, rateLimits: [], exchangeFilters: [], symbols: [] };

export const spotExchangeInfo = defineRoute({
  operation: 'v3.spotExchangeInfo',
  summary: 'Symbols, of a spot market that there is not',
  ...PUBLIC_READ,
  path: '/api/v3/exchangeInfo',
  weight: { ip: 20, uid: 0 },
  answer: shape(
    object({ timezone: string(), serverTime: number(), rateLimits: none, exchangeFilters: none, symbols: none }),
    { ...NOTHING, serverTime: 1767258000000 },
  ),
  handle: (_, { requestTimeMs: serverTime }) => ({ ...NOTHING, serverTime }),
});
