/** An order that counts for coverage: its grade, its level, and the log that decides about it. */
import type { OrderHeader } from '../../core/log/header.ts';
import type { AiOrderItem } from '../../store/read/aiOrders.ts';
import { nullable, nullableNumber, nullableString, number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

const link = object({
  index: number('Of the log'),
  how: string('hash, named, orderId; opening: of the order that opened its position'),
  deltaMs: number(),
});

export const aiOrderShape = shape(
  object({
    orderId: string(),
    index: number('Of its leaf'),
    symbol: string(),
    type: string(),
    size: string(),
    placedAt: number(),
    grade: string('A, B, C, D, U or X'),
    lateUntil: number('Epoch ms: until when a log still covers it'),
    level: nullableNumber('0 to 5; null without a log'),
    link: nullable(link),
    traceparent: nullableString('Of the request that placed it, W3C Trace Context'),
  }),
  {
    orderId: '700000000000020',
    index: 6,
    symbol: 'cmt_btcusdt',
    type: '1',
    size: '0.0100',
    placedAt: 1767252600000,
    grade: 'A',
    lateUntil: 1767253500000,
    level: 0,
    link: { index: 5, how: 'hash', deltaMs: -1200 },
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
);

export function aiOrderView(order: AiOrderItem, traceparent: string | null): ViewOf<typeof aiOrderShape> {
  const { orderId, index, symbol, type, header, placedAtMs: placedAt, grade, lateUntilMs, level, link } = order;
  const { size } = JSON.parse(header) as OrderHeader;
  return { orderId, index, symbol, type, size, placedAt, grade, lateUntil: lateUntilMs, level, link, traceparent };
}
