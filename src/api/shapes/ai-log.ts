/**
 * AI logs as their owner sees them: in lists without their bodies, one by one with everything that opens their
 * commitments. The body is exact, unmasked: it is the owner's own, and any change to it would no longer verify. The
 * salt is not shown.
 */
import type { UploadKeys } from '../../core/log/header.ts';
import type { AiLogWhole } from '../../store/read/aiLog.ts';
import type { AiLogItem } from '../../store/read/aiLogs.ts';
import { boolean, list, nullableString, number, object, schema, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

/** The decision in a log's output. */
export const decision = object({
  action: string(),
  symbol: nullableString(),
  size: nullableString(),
  price: nullableString(),
});

const fields = {
  index: number('Leaf index, which is its id'),
  receivedAt: number('Epoch ms'),
  orderId: nullableString(),
  stage: string(),
  model: string(),
  size: number('Bytes of the body'),
  bodySha256: string(),
  decisions: list(decision),
  links: list(object({ orderId: string(), how: string('hash, named or orderId') })),
  warnings: list(string()),
};

const aiLogShape = shape(object(fields), {
  index: 5,
  receivedAt: 1767251702000,
  orderId: '700000000000010',
  stage: 'Decision Making',
  model: 'demo-model-1',
  size: 212,
  bodySha256: '2f0c4d1e9a7b8c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d',
  decisions: [{ action: 'OPEN_LONG', symbol: 'cmt_btcusdt', size: '0.01', price: null }],
  links: [{ orderId: '700000000000010', how: 'orderId' }],
  warnings: [],
});

const tracedShape = shape(
  object({ ...fields, traceparent: nullableString('Of the request that uploaded it, W3C Trace Context') }),
  { ...aiLogShape.sample, traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
);

export const aiLogPageShape = shape(object({ list: list(tracedShape.schema), nextPage: boolean() }), {
  list: [tracedShape.sample],
  nextPage: false,
});

export const aiLogWholeShape = shape(
  object({
    ...fields,
    header: nullableString('JCS text'),
    keys: schema<UploadKeys | null>({ type: ['object', 'null'], description: 'The five field keys, base64' }),
    body: nullableString('The request body as received'),
    entry: string('JCS text of the leaf'),
    leaf: string('Leaf hash, hex'),
  }),
  {
    ...aiLogShape.sample,
    header: '{"body":"…"}',
    keys: { body: '…', explanation: '…', header: '…', input: '…', output: '…' },
    body: '{"orderId":…}',
    entry: '{"h":"…"}',
    leaf: '4271a26be0d8a84f0bd54c8c302e7cb3a3b5d1fa6780a40bcce2873477dab658',
  },
);

export type AiLogView = ViewOf<typeof aiLogShape>;
export type AiLogPageView = ViewOf<typeof aiLogPageShape>;
export type AiLogWholeView = ViewOf<typeof aiLogWholeShape>;

export function aiLogView(item: AiLogItem): AiLogView {
  const { index, receivedAtMs, orderId, stage, model, size, bodySha256, decisions, links, warnings } = item;
  return { index, receivedAt: receivedAtMs, orderId, stage, model, size, bodySha256, decisions, links, warnings };
}

export function aiLogWholeView(log: AiLogWhole): AiLogWholeView {
  const { header, keys, body, entry, leaf } = log;
  return {
    ...aiLogView(log),
    header,
    keys,
    body: body === null ? null : Buffer.from(body).toString('utf8'),
    entry,
    leaf,
  };
}
