/** The wall clock, three times: seconds with their fraction, ISO 8601, milliseconds. */
import { number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const marketTimeShape = shape(
  object({ epoch: string('Seconds with 3 decimals'), iso: string(), timestamp: number('Epoch ms') }),
  { epoch: '1767258000.000', iso: '2026-01-01T09:00:00.000Z', timestamp: 1767258000000 },
);

export type MarketTimeView = ViewOf<typeof marketTimeShape>;

export function marketTimeView(timeMs: number): MarketTimeView {
  const seconds = Math.floor(timeMs / 1000);
  const rest = String(timeMs % 1000).padStart(3, '0');
  return { epoch: `${seconds}.${rest}`, iso: new Date(timeMs).toISOString(), timestamp: timeMs };
}
