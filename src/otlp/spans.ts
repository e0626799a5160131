/**
 * Spans as OTLP carries them over HTTP, read from JSON or from protobuf into one shape. The official packages write
 * requests and read no more than answers (decision 0138), so the few messages a receiver needs are read here.
 */

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
type Attributes = Readonly<Record<string, Value>>;

export interface Span {
  /** Lower-case hex; '' for none. */
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  /** Nanoseconds since the epoch, exact. */
  readonly startNs: string;
  readonly endNs: string;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[];
}

/** The request is no OTLP. */
class NotOtlp extends Error {
  override readonly name = 'NotOtlp';
}

const DEEPEST = 16;

export function spansOfJson(text: string): Span[] {
  try {
    const { resourceSpans = [] } = JSON.parse(text) as JsonRequest;
    return resourceSpans
      .flatMap(({ scopeSpans = [] }) => scopeSpans)
      .flatMap(({ spans = [] }) => spans)
      .map((span) => ({
        traceId: textIn(span.traceId).toLowerCase(),
        spanId: textIn(span.spanId).toLowerCase(),
        name: textIn(span.name),
        startNs: textIn(span.startTimeUnixNano),
        endNs: textIn(span.endTimeUnixNano),
        attributes: jsonAttributes(span.attributes),
        events: (span.events ?? []).map(({ name, attributes }) => ({
          name: textIn(name),
          attributes: jsonAttributes(attributes),
        })),
      }));
  } catch (error) {
    throw new NotOtlp(`the body is no ExportTraceServiceRequest: ${(error as Error).message}`);
  }
}

interface JsonRequest {
  readonly resourceSpans?: readonly { readonly scopeSpans?: readonly { readonly spans?: readonly JsonSpan[] }[] }[];
}

interface JsonSpan {
  readonly traceId?: unknown;
  readonly spanId?: unknown;
  readonly name?: unknown;
  readonly startTimeUnixNano?: unknown;
  readonly endTimeUnixNano?: unknown;
  readonly attributes?: readonly JsonAttribute[];
  readonly events?: readonly { readonly name?: unknown; readonly attributes?: readonly JsonAttribute[] }[];
}

interface JsonAttribute {
  readonly key: string;
  readonly value?: JsonValue;
}

interface JsonValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string | number;
  readonly doubleValue?: number | string;
  readonly bytesValue?: string;
  readonly arrayValue?: { readonly values?: readonly JsonValue[] };
  readonly kvlistValue?: { readonly values?: readonly JsonAttribute[] };
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function jsonAttributes(attributes: readonly JsonAttribute[] = [], depth = 0): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, jsonValue(value, depth)]));
}

function jsonValue(value: JsonValue | undefined, depth: number): Value {
  if (value === undefined) return null;
  if (depth > DEEPEST) throw new Error(`values nest deeper than ${DEEPEST}`);
  const { stringValue, boolValue, intValue, doubleValue, bytesValue, arrayValue, kvlistValue } = value;
  if (intValue !== undefined || doubleValue !== undefined) return Number(intValue ?? doubleValue);
  if (arrayValue !== undefined) return (arrayValue.values ?? []).map((one) => jsonValue(one, depth + 1));
  if (kvlistValue !== undefined) return jsonAttributes(kvlistValue.values, depth + 1);
  return stringValue ?? boolValue ?? bytesValue ?? null;
}

/** Fields of one message by number: varints and fixed numbers as bigint, the rest as bytes. */
type Message = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

export function spansOfProtobuf(bytes: Uint8Array): Span[] {
  try {
    return messagesIn(messageOf(bytes), 1)
      .flatMap((resource) => messagesIn(resource, 2))
      .flatMap((scope) => messagesIn(scope, 2))
      .map((span) => ({
        traceId: hexIn(span, 1),
        spanId: hexIn(span, 2),
        name: stringIn(span, 5),
        startNs: String(numberIn(span, 7)),
        endNs: String(numberIn(span, 8)),
        attributes: attributesIn(span, 9, 0),
        events: messagesIn(span, 11).map((event) => ({
          name: stringIn(event, 2),
          attributes: attributesIn(event, 3, 0),
        })),
      }));
  } catch (error) {
    throw new NotOtlp(`the body is no ExportTraceServiceRequest: ${(error as Error).message}`);
  }
}

function messageOf(bytes: Uint8Array): Message {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw new Error('a number does not end');
  };
  const taken = (length: number): number => {
    at += length;
    if (at > bytes.length) throw new Error('it ends too early');
    return at - length;
  };
  const readOf = (wire: number): bigint | Uint8Array => {
    if (wire === 0) return varint();
    if (wire === 1) return view.getBigUint64(taken(8), true);
    if (wire === 5) return BigInt(view.getUint32(taken(4), true));
    if (wire !== 2) throw new Error(`there is no wire type ${wire}`);
    const length = Number(varint());
    const from = taken(length);
    return bytes.subarray(from, from + length);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const field = tag >>> 3;
    const values = fields.get(field);
    const value = readOf(tag & 7);
    if (values === undefined) fields.set(field, [value]);
    else values.push(value);
  }
  return fields;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function bytesIn(message: Message, field: number): Uint8Array[] {
  return (message.get(field) ?? []).filter((value): value is Uint8Array => typeof value !== 'bigint');
}

function messagesIn(message: Message, field: number): Message[] {
  return bytesIn(message, field).map(messageOf);
}

function numberIn(message: Message, field: number): bigint {
  const value = message.get(field)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
}

function stringIn(message: Message, field: number): string {
  const bytes = bytesIn(message, field).at(-1);
  return bytes === undefined ? '' : utf8.decode(bytes);
}

function hexIn(message: Message, field: number): string {
  return Buffer.from(bytesIn(message, field).at(-1) ?? []).toString('hex');
}

function attributesIn(message: Message, field: number, depth: number): Attributes {
  return Object.fromEntries(
    messagesIn(message, field).map((one) => [stringIn(one, 1), valueOf(messagesIn(one, 2).at(-1), depth)]),
  );
}

/** An AnyValue, whose fields are one of. */
function valueOf(value: Message | undefined, depth: number): Value {
  if (value === undefined) return null;
  if (depth > DEEPEST) throw new Error(`values nest deeper than ${DEEPEST}`);
  if (value.has(1)) return stringIn(value, 1);
  if (value.has(2)) return numberIn(value, 2) !== 0n;
  if (value.has(3)) return Number(BigInt.asIntN(64, numberIn(value, 3)));
  if (value.has(4)) return doubleOf(numberIn(value, 4));
  if (value.has(5))
    return messagesIn(value, 5)
      .flatMap((list) => messagesIn(list, 1))
      .map((one) => valueOf(one, depth + 1));
  if (value.has(6)) return Object.assign({}, ...messagesIn(value, 6).map((list) => attributesIn(list, 1, depth + 1)));
  return value.has(7) ? Buffer.from(bytesIn(value, 7).at(-1) ?? []).toString('base64') : null;
}

function doubleOf(bits: bigint): number {
  return new Float64Array(BigUint64Array.of(bits).buffer)[0]!;
}
