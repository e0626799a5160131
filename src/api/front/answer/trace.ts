/**
 * Tells a rehearsal's recorder of a request (call/recorder.ts): which of its fields nobody reads, which came as
 * numbers, and the row that is written when it is answered. Runs only where there is a recorder; changes no answer.
 */
import { hash } from 'node:crypto';
import { bestPrice, BUY, SELL } from '../../../core/matching/book.ts';
import type { Instrument } from '../../../core/state/records.ts';
import { E8 } from '../../../core/num/units.ts';
import type { JsonNode } from '../../../core/text/scan.ts';
import type { Call } from '../../call/call.ts';
import { fieldsOfObject, type Fields, scalarOf } from '../../call/fields.ts';
import type { BudgetUse, Trace } from '../../call/recorder.ts';
import type { Route } from '../../call/route.ts';
import type { ApiError } from '../../words/errors.ts';
import type { Schema } from '../../shapes/schema.ts';
import { weightOfBody } from '../limits/limits.ts';
import { machine } from '../../../time/machine.ts';

/** Client order ids, in every spelling: two requests that differ in them alone ask for the same. */
const OWN_IDS = ['client_oid', 'newClientOrderId', 'clientOrderId', 'origClientOrderId'];
/** Characters of a digest. */
const DIGEST = 11;
const MOST_NAMES = 20;
/** Moments, which differ from answer to answer while nothing else does. */
const MOMENT = /\b\d{12,13}\b/g;
/** A target may be as long as a request line; more of it says nothing more. */
const LONGEST_TARGET = 500;

const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, DIGEST);
const isText = ({ anyOf, ...schema }: Schema): boolean =>
  Array.isArray(anyOf) && anyOf.length === 2 && schema['x-minimum'] === undefined;

/** Notes the fields of a request to the route, before they are read. */
export function traceFields(trace: Trace, route: Route, fields: Fields): void {
  const names = fields.names();
  trace.oid = OWN_IDS.map((name) => scalarOf(fields, name)).find((one) => one !== null && one !== '') ?? null;
  trace.ignored = unreadIn(names, Object.keys(route.parameters));
  const kinds = new Map(Object.entries(route.parameters).map(([name, { schema }]) => [name, schema]));
  trace.numbers = names.filter((name) => fields.get(name)?.kind === 'number' && isText(kinds.get(name) ?? {}));
  trace.same = digest([route.operation, ...names.toSorted(byCode).flatMap((name) => textOf(fields, name))].join('\n'));
  for (const name of names) traceRows(trace, fields.get(name), kinds.get(name));
}

/** The same of the rows of a list. */
function traceRows(trace: Trace, node: JsonNode | undefined, schema: Schema | undefined): void {
  const properties = (schema?.['items'] as Schema | undefined)?.['properties'] as Record<string, Schema> | undefined;
  if (node?.kind !== 'array' || properties === undefined) return;
  for (const item of node.items) {
    if (item.kind !== 'object') continue;
    const row = fieldsOfObject(item);
    const names = row.names();
    const oid = scalarOf(row, 'client_oid') ?? '';
    if (oid !== '') trace.oid ??= oid;
    const numbers = names.filter((name) => row.get(name)?.kind === 'number' && isText(properties[name] ?? {}));
    trace.numbers = [...new Set([...trace.numbers, ...numbers])].slice(0, MOST_NAMES);
    trace.ignored = [...new Set([...trace.ignored, ...unreadIn(names, Object.keys(properties))])].slice(0, MOST_NAMES);
  }
}

const byCode = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function unreadIn(sent: readonly string[], known: readonly string[]): string[] {
  return sent
    .filter((name) => !known.includes(name))
    .slice(0, MOST_NAMES)
    .map((name) => name.slice(0, 64));
}

function textOf(fields: Fields, name: string): string[] {
  return OWN_IDS.includes(name) ? [] : [`${name}=${scalarOf(fields, name) ?? JSON.stringify(plain(fields.get(name)))}`];
}

function plain(node: JsonNode | undefined): unknown {
  if (node === undefined) return null;
  if (node.kind === 'array') return node.items.map(plain);
  if (node.kind === 'object')
    return node.members.flatMap(({ key, value }) => (OWN_IDS.includes(key) ? [] : [[key, plain(value)]]));
  return node.kind === 'string' ? node.value : node.kind === 'number' ? node.literal : node.kind;
}

/** Notes the contract of what was read, and its price. */
export function traceWanted(trace: Trace, { deps }: Call, wanted: unknown): void {
  const { bySymbol } = deps.engine.state;
  const [found] = [wanted, (wanted as { readonly symbol?: unknown } | null)?.symbol].flatMap((one) => {
    const named = typeof one === 'string' ? one : (one as Partial<Instrument> | null)?.contract?.symbol;
    return bySymbol.get(named ?? '') ?? [];
  });
  if (found === undefined) return;
  trace.symbol = found.contract.symbol;
  const { tickE8 } = found.contract;
  trace.mark = (found.mark * tickE8) / E8;
  const [bid, ask] = [bestPrice(found.book, BUY), bestPrice(found.book, SELL)];
  trace.middle = bid === 0 || ask === 0 ? null : ((bid + ask) * tickE8) / (2 * E8);
}

export function traceError(call: Call, error: ApiError): void {
  const { trace } = call;
  if (trace === null) return;
  trace.code = String(error.code);
  trace.token = error.token ?? null;
  trace.field = typeof error.fill['name'] === 'string' ? error.fill['name'].slice(0, 64) : null;
  if (error.code === 404 || error.code === 405) trace.meant = error.hint?.en ?? null;
}

/** Notes what was refused inside of an answer that is none. */
export function traceAnswer(call: Call, answer: unknown): void {
  if (call.refused !== null) traceError(call, call.refused);
  if (call.trace === null || typeof answer !== 'object' || answer === null) return;
  const { result, order_info, failInfos } = answer as Partial<Record<'result' | 'order_info' | 'failInfos', unknown>>;
  const failed = (rows: unknown): number =>
    Array.isArray(rows) ? rows.filter((row: { result?: unknown }) => row.result === false).length : 0;
  const rows = Math.max(failed(order_info), failed(failInfos));
  call.trace.refused = rows > 0 ? rows : result === false || call.refused !== null ? 1 : 0;
}

/**
 * Hands the row of an answered request to the recorder, if there is one.
 * @param status 0: nobody was there any more to be answered
 * @param body of the answer; null: a file
 * @param within it came within another request, which alone is charged
 */
export function noteRequest(
  call: Call,
  status: number,
  body: string | Buffer | null,
  within: { readonly method: string; readonly sent: number } | null = null,
): void {
  const { trace, deps, route, raw } = call;
  if (trace === null || deps.recorder === undefined) return;
  const claimed = raw.headers['access-key'];
  const isSocket = raw.headers.upgrade !== undefined && route?.method === 'POST';
  const isOwn = !isSocket && within === null;
  const sentBytes = within?.sent ?? Number(raw.headers['content-length'] ?? 0);
  const isRead = route?.method === 'GET' && status === 200 && typeof body === 'string';
  const claimant = typeof claimed === 'string' && route?.access === 'private' ? deps.keyring.find(claimed) : undefined;
  const { cause: _, ...found } = trace;
  deps.recorder.request(
    {
      ...found,
      at: call.requestTimeMs,
      uid: call.signedBy ?? claimant?.account ?? null,
      proven: call.signedBy !== null,
      op: route?.operation ?? 'unknown',
      method: isSocket ? 'WS' : (within?.method ?? raw.method ?? 'GET'),
      target: isOwn ? (raw.url ?? '').slice(0, LONGEST_TARGET) : (route?.path ?? ''),
      status,
      weight: within === null ? weightOf(route, sentBytes) : 0,
      ip: budgetIn(call.headers, 'IP'),
      used: budgetIn(call.headers, 'UID'),
      scope: headerIn(call.headers, 'X-RateLimit-Scope'),
      retryAfter: wholeIn(call.headers, 'Retry-After'),
      skew: skewOf(call),
      cause: trace.cause,
      sent: sentBytes,
      bytes: body === null ? 0 : Buffer.byteLength(body),
      took: Math.round((machine.steadyMs() - call.startedMs) * 1000) / 1000,
      answer: isRead ? digest(body.replace(MOMENT, '')) : null,
      replayed: headerIn(call.headers, 'Idempotent-Replay') !== null,
    },
    raw,
  );
}

function weightOf(route: Call['route'], sentBytes: number): number {
  if (route === null) return 1;
  return (route.access === 'private' ? route.weight.uid : route.weight.ip) + weightOfBody(sentBytes);
}

function headerIn(headers: readonly string[], name: string): string | null {
  const at = headers.indexOf(name);
  return at < 0 ? null : (headers[at + 1] ?? null);
}

function wholeIn(headers: readonly string[], name: string): number | null {
  const found = headerIn(headers, name);
  return found === null ? null : Number(found);
}

function budgetIn(headers: readonly string[], kind: 'IP' | 'UID'): BudgetUse | null {
  const used = wholeIn(headers, `X-RateLimit-${kind}-Used`);
  const limit = wholeIn(headers, `X-RateLimit-${kind}-Limit`);
  return used === null || limit === null ? null : [used, limit];
}

function skewOf({ raw, requestTimeMs, route }: Call): number | null {
  const stamp = raw.headers['access-timestamp'];
  if (route?.access !== 'private' || typeof stamp !== 'string' || !/^\d{1,16}$/.test(stamp)) return null;
  return Number(stamp) - requestTimeMs;
}
