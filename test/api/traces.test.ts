// Traces: `traceparent` on every way in is kept with orders, what they set off, and logs, in snapshots too; spans that
// the official packages write become AI logs, in every convention; fills and refusals go out as spans and hold nobody
// up.
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenOf } from '../../src/api/words/seat-words.ts';
import type { Client } from '../../src/client/client.ts';
import { createTraces } from '../../src/live/traces.ts';
import { isTraceparent } from '../../src/core/text/traceparent.ts';
import { PATIENCE_MS } from '../patience.ts';
import { connectAs } from '../push/push-kit.ts';
import { type Kit, order, PLACE, quote, startKit, SYMBOL, type TestAccount } from './kit.ts';

interface SentSpan {
  readonly traceId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

let kit: Kit;
let trader: TestAccount;
let client: Client;
const sent: SentSpan[] = [];
let status = 200;
async function collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (status === 200) sent.push(...resourceSpans[0].scopeSpans[0].spans);
  response.writeHead(status).end('{}');
}
const collector = createServer((request, response) => void collect(request, response));

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  kit = await startKit(['--no-rate-limit-enabled', '--otlp-endpoint', endpoint]);
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
  trader = await kit.newAccount({ allowed: true });
  client = kit.client(trader);
});
afterAll(async () => {
  await kit?.stop();
  collector.close();
});

let next = 1;
/** A place in a trace that no other has. */
const place = (flags = '01'): string =>
  `00-${String(next).padStart(32, '0')}-${String(next++).padStart(16, 'a')}-${flags}`;
const traceIn = (traceparent: string): string => traceparent.slice(3, 35);
const keptOf = async (orderId: string): Promise<string | null> =>
  (await client.aiOrders({ limit: 100 })).find((one) => one.orderId === orderId)!.traceparent;

describe('a traceparent', () => {
  it('of either door, of a socket and of a log is kept; one that is none is no trace and no error', async () => {
    const [v2, v3, ofMessage, ofLog] = [place(), place(), place(), place()];
    const first = await kit.post(trader, PLACE, order(), { headers: { traceparent: v2 } });
    expect(await keptOf(first.json.order_id)).toBe(v2);
    const wanted = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: '0.01' };
    const fields = { ...wanted, newClientOrderId: 'traced-3' };
    const third = await kit.post(trader, '/capi/v3/order', fields, { headers: { traceparent: v3 } });
    expect(await keptOf(String(third.json.orderId))).toBe(v3);
    const socket = await connectAs(kit.url, trader);
    socket.send({ event: 'request', id: '1', op: 'placeOrder', traceparent: ofMessage, args: order() });
    const { data } = await socket.next(({ event }) => event === 'response');
    socket.close();
    expect(await keptOf(data.order_id)).toBe(ofMessage);
    for (const bad of ['x', place().toUpperCase().replace('00-', 'FF-'), `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`]) {
      expect(isTraceparent(bad)).toBe(false);
      const placed = await kit.post(trader, PLACE, order(), { headers: { traceparent: bad } });
      expect([placed.status, await keptOf(placed.json.order_id)]).toEqual([200, null]);
    }
    const log = { stage: 'Decision', model: 'm', input: { a: 1 }, output: { b: 2 } };
    await client.call('uploadAiLog', log, { headers: { traceparent: ofLog } });
    expect((await client.aiLogs({ limit: 1 })).list[0]!.traceparent).toBe(ofLog);
  });

  it('is shown with the order, its fill and its presets, at work and ended; what has none is as it was', async () => {
    const [filled, resting] = [place(), place()];
    const placed = await kit.post(trader, PLACE, order({ presetStopLossPrice: '80000' }), {
      headers: { traceparent: filled },
    });
    const away = order({ match_price: '0', price: '80000', order_type: '1' });
    const waits = await kit.post(trader, PLACE, away, { headers: { traceparent: resting } });
    const orderId: string = placed.json.order_id;
    const [working] = await client.current({ orderId: waits.json.order_id });
    const [stop] = (await client.currentPlan()).filter(({ parentOrderId }) => parentOrderId === orderId);
    await client.cancel_plan({ orderId: stop!.order_id });
    await client.cancel_order({ orderId: waits.json.order_id });
    const ended = (await client.historyPlan({ symbol: SYMBOL })).list.find(({ order_id: id }) => id === stop!.order_id);
    const past = (await client.history({})).find(({ order_id: id }) => id === orderId);
    const { list: fills } = await client.fills({ orderId });
    const shown = [await client.detail({ orderId }), past, ...fills, stop, ended, working];
    expect(shown.map((one) => one!.traceparent)).toEqual([filled, filled, filled, filled, filled, resting]);
    const untraced = await kit.place(trader, {});
    expect(Object.keys(await client.detail({ orderId: untraced }))).not.toContain('traceparent');
  });

  it('goes on to what its order sets off, and is in snapshots; the oldest are forgotten', () => {
    const traces = createTraces(2);
    const [a, b, c] = [place(), place(), place()];
    const changed = (id: number, fields: object = {}) => ({ id, account: { id: 1 }, record: 'order', ...fields });
    const see = (traceparent: string | undefined, events: object[], account = 1): void =>
      traces.apply(
        { sequence: 1, timeMs: 1, command: { name: 'placeOrder', account, traceparent } } as never,
        { events } as never,
      );
    const opened = { name: 'orderChanged', order: changed(10) };
    const preset = { name: 'planOrderChanged', plan: changed(11, { record: 'plan', parentId: 10 }) };
    see(a, [opened]);
    see(undefined, [preset, opened], 2);
    expect([traces.ofOrder(10), traces.ofOrder(11)]).toEqual([a, a]);
    // An order that another command changes keeps what it had.
    see(b, [opened]);
    const again = createTraces(2);
    again.restore(JSON.parse(JSON.stringify([...traces.save()])));
    expect([...again.save()]).toEqual([...traces.save()]);
    expect([again.ofOrder(10), again.ofOrder(11), again.ofLog(3)]).toEqual([a, a, null]);
    see(c, [
      { name: 'orderChanged', order: changed(12) },
      { name: 'aiLogStored', index: 3 },
    ]);
    expect([traces.ofOrder(10), traces.ofOrder(12), traces.ofLog(3)]).toEqual([null, c, c]);
  });
});

/** Spans as the official SDK makes them. */
function spansOf(make: (start: (name: string, attributes?: Record<string, unknown>) => any) => void): ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] }).getTracer(
    'test',
  );
  make((name, attributes = {}) => tracer.startSpan(name, { attributes }));
  return memory.getFinishedSpans();
}

async function send(body: Uint8Array, headers: Record<string, string> = {}, key: TestAccount | null = trader) {
  const answer = await fetch(`${kit.url}/v1/traces`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${tokenOf(key)}` }),
      ...headers,
    },
    body: new Uint8Array(body),
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const logs = async () => (await client.aiLogs({ limit: 100 })).list;

const DECIDED = { 'outcry.decision': 'OPEN_LONG', 'outcry.symbol': SYMBOL, 'outcry.size': '0.01' };
const ASKED = [{ role: 'user', parts: [{ type: 'text', content: 'Long or flat?' }] }];
const SAID = [{ role: 'assistant', parts: [{ type: 'text', content: 'Long: it rises.' }] }];
/** A call of a model in each convention: attributes, and events by name. */
const GENERATIONS: Readonly<
  Record<string, readonly [Record<string, unknown>, Record<string, Record<string, string>>]>
> = {
  'GenAI since 1.37': [
    {
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'm-1.37',
      'gen_ai.input.messages': JSON.stringify(ASKED),
      'gen_ai.output.messages': JSON.stringify(SAID),
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 5,
    },
    {},
  ],
  'GenAI 1.28 to 1.36': [
    { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm-1.30', 'gen_ai.usage.input_tokens': 12 },
    {
      'gen_ai.user.message': { content: 'Long or flat?' },
      'gen_ai.choice': { message: '{"content":"Long: it rises."}' },
    },
  ],
  'GenAI before, as attributes': [
    {
      'gen_ai.request.model': 'm-1.27',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Long or flat?',
      'gen_ai.completion.0.content': 'Long: it rises.',
      'gen_ai.usage.prompt_tokens': 12,
    },
    {},
  ],
  'GenAI before, as events': [
    { 'gen_ai.request.model': 'm-1.26' },
    {
      'gen_ai.content.prompt': { 'gen_ai.prompt': 'Long or flat?' },
      'gen_ai.content.completion': { 'gen_ai.completion': 'Long: it rises.' },
    },
  ],
  OpenInference: [
    {
      'llm.model_name': 'm-oi',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Long or flat?',
      'llm.output_messages.0.message.content': 'Long: it rises.',
      'llm.token_count.prompt': 12,
    },
    {},
  ],
};

describe('spans', () => {
  it.each(Object.entries(GENERATIONS))('of %s become a log of the order they name', async (_, [attributes, events]) => {
    const before = (await logs()).length;
    const orderId = await kit.place(trader, {});
    const spans = spansOf((start) => {
      const span = start('chat', { ...attributes, ...DECIDED, 'outcry.order_id': orderId });
      for (const [name, fields] of Object.entries(events)) span.addEvent(name, fields);
      span.end();
      start('something else').end();
    });
    const json = await send(JsonTraceSerializer.serializeRequest(spans)!);
    expect([json.status, textOf(json.bytes)]).toEqual([200, '{}']);
    // The same in protobuf, packed, is the same log.
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    const protobuf = await send(gzipSync(ProtobufTraceSerializer.serializeRequest(spans)!), headers);
    expect([protobuf.status, protobuf.type, protobuf.bytes.length]).toEqual([200, 'application/x-protobuf', 0]);
    const [made, ...older] = await logs();
    expect(older).toHaveLength(before);
    const model = attributes['gen_ai.request.model'] ?? attributes['llm.model_name'];
    expect(made).toMatchObject({ model, orderId, decisions: [{ action: 'OPEN_LONG', symbol: SYMBOL }], warnings: [] });
    const { body } = await client.aiLog({ index: made!.index });
    const { input, output, explanation } = JSON.parse(body!);
    expect([input.trace_id, input.span_id]).toEqual([spans[0]!.spanContext().traceId, spans[0]!.spanContext().spanId]);
    expect(JSON.stringify(input.messages)).toContain('Long or flat?');
    expect(JSON.stringify(output.messages)).toContain('Long: it rises.');
    expect(explanation).toBe('Long: it rises.');
    if (Object.keys(attributes).some((name) => /tokens|token_count/.test(name))) expect(input.input_tokens).toBe(12);
  });

  it('name an order by the trace it carried, and are not kept when they name none', async () => {
    const [[attributes]] = [GENERATIONS['GenAI since 1.37']!];
    const spans = spansOf((start) => start('chat', attributes).end());
    const { traceId, spanId } = spans[0]!.spanContext();
    const before = (await logs()).length;
    const none = await send(JsonTraceSerializer.serializeRequest(spans)!);
    expect(JSON.parse(textOf(none.bytes)).partialSuccess).toEqual({
      rejectedSpans: '0',
      errorMessage: 'calls of a model without an order, not kept: 1',
    });
    expect(await logs()).toHaveLength(before);
    const headers = { traceparent: `00-${traceId}-${spanId}-01` };
    const placed = await kit.post(trader, PLACE, order(), { headers });
    expect(textOf((await send(JsonTraceSerializer.serializeRequest(spans)!)).bytes)).toBe('{}');
    expect((await logs())[0]).toMatchObject({ orderId: placed.json.order_id, model: 'm-1.37' });
  });

  it('are refused as a whole when they can not be read, and one by one by the exchange’s own words', async () => {
    const good = spansOf((start) =>
      start('chat', { ...GENERATIONS['OpenInference']![0], 'outcry.client_oid': 'x' }).end(),
    );
    const protobuf = { 'content-type': 'application/x-protobuf' };
    const whole = ProtobufTraceSerializer.serializeRequest(good)!;
    for (const [body, headers, code, why] of [
      ['[', {}, '40017', 'no ExportTraceServiceRequest'],
      ['{"resourceSpans":5}', {}, '40017', 'no ExportTraceServiceRequest'],
      [whole.subarray(0, -3), protobuf, '40017', 'ends too early'],
      ['x', { 'content-encoding': 'gzip' }, '40017', 'no gzip'],
      ['x', { 'content-encoding': 'br' }, '40017', 'gzip is'],
      [gzipSync(new Uint8Array(6_000_000)), { 'content-encoding': 'gzip' }, '413', ''],
      ['{}', { 'content-type': 'text/plain' }, '40007', 'application/x-protobuf'],
    ] as const) {
      const sentBody = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      const { bytes } = await send(sentBody, { ...headers });
      expect(JSON.parse(textOf(bytes))).toMatchObject({ code });
      expect(textOf(bytes)).toContain(why);
    }
    expect(JSON.parse(textOf((await send(whole, protobuf, null)).bytes)).code).toBe('40006');
    const stranger = await kit.newAccount();
    const refused = await send(whole, protobuf, stranger);
    expect(ProtobufTraceSerializer.deserializeResponse(refused.bytes)).toMatchObject({
      partialSuccess: { rejectedSpans: 1, errorMessage: expect.stringContaining('40022') },
    });
  });
});

describe('fills and refusals', () => {
  it('go out as spans below the caller’s own, and only of traces that are sampled', async () => {
    const [traced, refused, silent] = [place(), place(), place('00')];
    const placed = await kit.post(trader, PLACE, order(), { headers: { traceparent: traced } });
    await kit.post(trader, PLACE, order({ size: '9000' }), { headers: { traceparent: refused } });
    await kit.post(trader, PLACE, order(), { headers: { traceparent: silent } });
    const of = (traceparent: string) => sent.filter(({ traceId }) => traceId === traceIn(traceparent));
    await vi.waitFor(() => expect([of(traced).length, of(refused).length]).toEqual([1, 1]), { timeout: PATIENCE_MS });
    const [fill] = of(traced);
    expect(fill).toMatchObject({ name: `fill ${SYMBOL}`, parentSpanId: traced.slice(36, 52) });
    const said = Object.fromEntries(fill!.attributes.map(({ key, value }) => [key, value.stringValue]));
    expect(said).toMatchObject({
      'outcry.order_id': placed.json.order_id,
      'outcry.price_usdt': '90000.1',
      'outcry.size_base': '0.0100',
      'outcry.role': 'taker',
    });
    expect(of(refused)[0]).toMatchObject({ name: 'refused placeOrder', status: { code: 2 } });
    expect(of(silent)).toEqual([]);
  });

  it('are dropped and counted while nobody takes them, and trading goes on', async () => {
    status = 500;
    const placed = await kit.post(trader, PLACE, order(), { headers: { traceparent: place() } });
    expect(placed.json.order_id).toMatch(/^\d+$/);
    const metrics = async (): Promise<string> => (await kit.send({ target: '/metrics' })).text;
    await vi.waitFor(async () => expect(await metrics()).toContain('outcry_otlp_spans_total{outcome="dropped"} 1'), {
      timeout: PATIENCE_MS,
    });
    expect(await metrics()).toMatch(/outcry_otlp_spans_total\{outcome="sent"\} [1-9]/);
    status = 200;
  });
});
