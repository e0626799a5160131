/** An accepted order or plan order: the caller's id and the exchange's. */
import type { OrderPlaced } from '../../core/turn/outcome.ts';
import { object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const placedShape = shape(object({ client_oid: string(), order_id: string() }), {
  client_oid: 'demo-0001',
  order_id: '700000000000010',
});

export const placedPlanShape = { ...placedShape, sample: { client_oid: 'demo-0004', order_id: '700000000000050' } };

const REPLAY = 'Idempotent-Replay';

export type PlacedView = ViewOf<typeof placedShape>;

/** Says that a request was carried out before, and this was its answer. */
export function tellReplay(headers: string[]): void {
  if (!headers.includes(REPLAY)) headers.push(REPLAY, 'true');
}

/** Adds the headers that mark a repeat and name the order's leaf. */
export function tellPlaced({ replayed, leafIndex }: OrderPlaced, headers: string[]): void {
  if (replayed) tellReplay(headers);
  if (leafIndex !== null) headers.push('AI-LOG-INDEX', String(leafIndex));
}

export function placedView(result: OrderPlaced, headers: string[]): PlacedView {
  tellPlaced(result, headers);
  return { client_oid: result.clientOrderId, order_id: String(result.orderId) };
}
