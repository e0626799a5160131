/**
 * `POST /v1/traces`: OTLP over HTTP, as JSON or protobuf. The key comes as for MCP, in one header. The logs that are
 * made of spans ask the exchange through its own front, from inside and as the caller. What reads spans is handed in,
 * and loaded with the first request.
 */
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answered, bodyOf } from './agents.ts';
import { ownAddress } from './app/own-address.ts';
import { peerOf } from './front/checks/open-call.ts';
import { tooLong } from './front/checks/head.ts';
import type { Front } from './front/front.ts';
import { MAX_UPLOAD_BODY } from './front/limits/http-limits.ts';
import { inside, keyIn, noRoom } from './mcp.ts';
import { ApiError, malformed, same } from './words/errors.ts';
import type { KeyParts } from './words/seat-words.ts';

/** Spans that were let in, unpacked. */
export interface TracesAsked {
  readonly body: Uint8Array;
  readonly isProtobuf: boolean;
  readonly key: KeyParts;
  readonly address: string;
  readonly fetch: typeof fetch;
}

export interface TracesAnswer {
  readonly rejectedSpans: number;
  readonly message: string;
}

/** @throws Error named NotOtlp for a body that is none */
export type TracesDoor = (asked: TracesAsked) => Promise<TracesAnswer>;

export interface TracesDeps {
  readonly config: { readonly http: { readonly basePath: string } };
  readonly traces: () => Promise<TracesDoor>;
}

const PATH = '/v1/traces';
const WEIGHT = 5;
const MOST_BYTES = MAX_UPLOAD_BODY;
const MOST_UNPACKED = 4 * MAX_UPLOAD_BODY;
const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';
const unzip = promisify(gunzip);

export function addTraces(app: FastifyInstance, { config, traces }: TracesDeps, front: Front): void {
  let loading: Promise<TracesDoor> | null = null;
  const take: TracesDoor = async (asked) => {
    loading ??= traces().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return (await loading)(asked);
  };
  app.post(PATH, (request, reply) =>
    answered(front, request, reply, WEIGHT, async () => {
      const { raw } = request;
      const isProtobuf = isProtobufIn(request);
      const key = keyIn(request);
      if (key === null) throw new ApiError(40006, { hint: NEEDS_KEY });
      const peer = peerOf(front.state, raw);
      const sent = await bodyOf(front, request, reply, MOST_BYTES);
      if (front.room.take(peer.countedAs, 0, sent.length) !== null) throw noRoom();
      try {
        const address = ownAddress(raw, front.state.trusted) + config.http.basePath || 'http://localhost';
        const body = await unpacked(request, sent);
        const asking = { address, fetch: inside(app, raw.headers.host ?? 'localhost', peer.address) };
        const taken = await take({ body, isProtobuf, key, ...asking }).catch(refuseOther);
        return new Response(isProtobuf ? protobufOf(taken) : jsonOf(taken), {
          headers: { 'content-type': isProtobuf ? PROTOBUF_TYPE : JSON_TYPE },
        });
      } finally {
        front.room.release(peer.countedAs, sent.length);
      }
    }),
  );
}

const NEEDS_KEY = same('a log needs an account: send Authorization: Bearer with an OUTCRY_TOKEN, as a seat has it');

function isProtobufIn({ headers }: FastifyRequest): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim() === PROTOBUF_TYPE) return true;
  if (type.trim() === JSON_TYPE) return false;
  const en = `Content-Type is '${type}', needs ${JSON_TYPE} or ${PROTOBUF_TYPE}`;
  throw new ApiError(40007, { hint: { en, zh: `Content-Type 须为 ${JSON_TYPE} 或 ${PROTOBUF_TYPE}` } });
}

async function unpacked({ headers }: FastifyRequest, sent: Buffer): Promise<Uint8Array> {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return sent;
  if (encoding !== 'gzip')
    throw malformed({ en: `Content-Encoding '${encoding}' is not known: gzip is`, zh: 'Content-Encoding 仅支持 gzip' });
  try {
    return await unzip(sent, { maxOutputLength: MOST_UNPACKED });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong();
    throw malformed({ en: 'the body is no gzip', zh: '请求体不是有效的 gzip 数据' });
  }
}

function refuseOther(error: unknown): never {
  if (error instanceof Error && error.name === 'NotOtlp') throw malformed(same(error.message));
  throw error;
}

function jsonOf({ rejectedSpans, message }: TracesAnswer): string {
  if (rejectedSpans === 0 && message === '') return '{}';
  return JSON.stringify({ partialSuccess: { rejectedSpans: String(rejectedSpans), errorMessage: message } });
}

/** The same as ExportTraceServiceResponse. */
function protobufOf({ rejectedSpans, message }: TracesAnswer): Uint8Array<ArrayBuffer> {
  if (rejectedSpans === 0 && message === '') return new Uint8Array();
  const text = Buffer.from(message);
  const inner = Buffer.concat([Buffer.from([8, ...varint(rejectedSpans), 18, ...varint(text.length)]), text]);
  return new Uint8Array(Buffer.concat([Buffer.from([10, ...varint(inner.length)]), inner]));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
