/** GET /market/time (wire 5.8): the wall clock request timestamps are compared with (W-09). */
import { Type } from 'typebox';
import { defineRoute } from '../route.ts';
import { answer, number, string } from '../schemas.ts';

export interface MarketTimeAnswer {
  epoch: string;
  iso: string;
  timestamp: number;
}

export const marketTime = defineRoute<null, MarketTimeAnswer>({
  operation: 'marketTime',
  summary: 'Server time',
  method: 'GET',
  path: '/capi/v2/market/time',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({}),
  answer: answer({ epoch: string('Seconds with 3 decimals'), iso: string(), timestamp: number('Epoch ms') }),
  sample: { request: '', answer: { epoch: '1767258000.000', iso: '2026-01-01T09:00:00.000Z', timestamp: 1767258000000 } },
  errors: [],
  parse: () => null,
  handle: (_, { requestTimeMs }) => {
    const seconds = Math.floor(requestTimeMs / 1000);
    const rest = String(requestTimeMs % 1000).padStart(3, '0');
    return { epoch: `${seconds}.${rest}`, iso: new Date(requestTimeMs).toISOString(), timestamp: requestTimeMs };
  },
});
