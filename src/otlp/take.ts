/**
 * `POST /v1/traces`: spans of a model's calls that name an order become AI logs of the caller's account. Each is
 * uploaded as any log is, signed with the caller's key and through all checks; the same span again is the same bytes,
 * so one log. Spans of anything else, and of calls without an order, are taken and not kept.
 */
import { createClient, type Client } from '../client/client.ts';
import { NoAnswer, OutcryError } from '../client/errors.ts';
import { modelCallOf } from './conventions.ts';
import { type Span, spansOfJson, spansOfProtobuf, type Value } from './spans.ts';

export interface TracesRequest {
  readonly body: Uint8Array;
  readonly isProtobuf: boolean;
  readonly key: { readonly apiKey: string; readonly secret: string; readonly passphrase: string };
  /** Base address of the exchange, and how it is asked: as the caller, from inside. */
  readonly address: string;
  readonly fetch: typeof fetch;
}

export interface TracesTaken {
  readonly logs: number;
  readonly rejectedSpans: number;
  /** Why spans were rejected, or made no log; '' when all is well. */
  readonly message: string;
}

/** Logs that one request can make. */
const MOST_LOGS = 100;
const LONGEST_EXPLANATION = 1_000;
const OWN = 'outcry.';

/** @throws NotOtlp for a body that is none */
export async function takeTraces({ body, isProtobuf, key, address, fetch }: TracesRequest): Promise<TracesTaken> {
  const spans = isProtobuf ? spansOfProtobuf(body) : spansOfJson(new TextDecoder().decode(body));
  const client = createClient({ url: address, fetch, retries: 0, ...key });
  const calls = spans.flatMap((span) => {
    const call = modelCallOf(span);
    return call === null ? [] : [{ span, call }];
  });
  const byTrace = await ordersByTrace(
    client,
    calls.map(({ span }) => span).filter((span) => ownOrder(span) === null),
  );
  const named = calls.flatMap(({ span, call }) => {
    const order = ownOrder(span) ?? byTrace.get(span.traceId) ?? null;
    return order === null ? [] : [bodyOf(span, call, order)];
  });
  const refusals: string[] = [];
  for (const log of named.slice(0, MOST_LOGS)) {
    try {
      await client.uploadAiLog(log);
    } catch (error) {
      if (!(error instanceof OutcryError || error instanceof NoAnswer)) throw error;
      refusals.push(error.message);
    }
  }
  const over = Math.max(0, named.length - MOST_LOGS);
  const without = calls.length - named.length;
  const message = [
    ...new Set(refusals),
    ...(over > 0 ? [`at most ${MOST_LOGS} logs are made of one request: send fewer spans at once`] : []),
    ...(without > 0 ? [`calls of a model without an order, not kept: ${without}`] : []),
  ].join('; ');
  return { logs: Math.min(named.length, MOST_LOGS) - refusals.length, rejectedSpans: refusals.length + over, message };
}

/** An order by its id, or by the name its caller gave it. */
interface Named {
  readonly orderId?: string;
  readonly clientOid?: string;
}

function ownOrder({ attributes }: Span): Named | null {
  const { [`${OWN}order_id`]: orderId, [`${OWN}client_oid`]: clientOid } = attributes;
  if (typeof orderId === 'string' || typeof orderId === 'number') return { orderId: String(orderId) };
  return typeof clientOid === 'string' ? { clientOid } : null;
}

/** Orders whose request carried one of these spans' traces; a trace with several orders names none. */
async function ordersByTrace(client: Client, spans: readonly Span[]): Promise<ReadonlyMap<string, Named>> {
  const found = new Map<string, Named>();
  if (spans.length === 0) return found;
  const seen = new Set<string>();
  for (const { orderId, traceparent } of await client.aiOrders({ limit: 100 }).catch(() => [])) {
    const trace = traceparent?.slice(3, 35) ?? '';
    if (seen.has(trace)) found.delete(trace);
    else if (trace !== '') found.set(trace, { orderId });
    seen.add(trace);
  }
  return found;
}

function bodyOf(span: Span, call: NonNullable<ReturnType<typeof modelCallOf>>, order: Named): string {
  const { model, provider, responseId, system, input, output, tokensIn, tokensOut } = call;
  const { stage, explanation, order_id: _, client_oid: __, ...decided } = ownAttributes(span);
  const said = typeof explanation === 'string' ? explanation : textIn(output);
  return JSON.stringify({
    ...(order.orderId === undefined ? {} : { orderId: order.orderId }),
    stage: typeof stage === 'string' ? stage : 'Decision Making',
    model,
    input: {
      trace_id: span.traceId,
      span_id: span.spanId,
      start_ns: span.startNs,
      end_ns: span.endNs,
      provider,
      system,
      messages: input,
      input_tokens: tokensIn,
    },
    output: {
      ...decided,
      ...(order.clientOid === undefined ? {} : { client_oid: order.clientOid }),
      response_id: responseId,
      messages: output,
      output_tokens: tokensOut,
    },
    ...(said === '' ? {} : { explanation: said.slice(0, LONGEST_EXPLANATION) }),
  });
}

/** Attributes of the exchange's own, such as `outcry.decision`, without that beginning. */
function ownAttributes({ attributes }: Span): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      name.startsWith(OWN) ? [[name.slice(OWN.length), value]] : [],
    ),
  );
}

/** The text of an answer, wherever its messages have it. */
function textIn(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  if (Array.isArray(value))
    return value
      .map(textIn)
      .filter((one) => one !== '')
      .join('\n');
  const fields = value as Readonly<Record<string, Value>>;
  const names = ['content', 'parts', 'message', 'message.content', 'text', 'gen_ai.completion', 'message.contents'];
  return textIn(names.map((name) => fields[name]).find((one) => one !== undefined && one !== null) ?? null);
}
