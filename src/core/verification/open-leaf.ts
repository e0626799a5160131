/**
 * Opens leaves: says whether a header opens its entry, a body or a minute its header, an account its team, and gives
 * the record that verification reads. A part that does not open is a fault, in words; one that was not given stays
 * closed.
 */
import type { ChangeHeader, OrderHeader } from '../log/header.ts';
import { opens } from '../log/commit.ts';
import { canonical, type ReadEntry } from '../log/read-entry.ts';
import { parseUpload } from '../log/upload.ts';
import { type MinutePayload, recordsRoot } from '../standing/minute.ts';
import { TEAM_STATES } from '../language/contest-words.ts';
import { isDecimalText } from '../num/decimal.ts';
import { fromBase64, type Sha256 } from '../text/bytes.ts';
import type { Canonical } from '../text/canonical.ts';
import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts';
import type { LeafRecord, LogHeader, TeamPayload } from './records.ts';

/** The part of a leaf for those who may see it, besides its entry. */
export interface Given {
  /** JCS of the header, and its key; for a team leaf the key opens the account. */
  readonly header?: string;
  readonly key?: string;
  readonly uid?: string;
  /** Keys of an AI log's body and its parts. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** JCS of a minute's records. */
  readonly minute?: Uint8Array;
}

export interface Opened {
  readonly record: LeafRecord;
  /** The fault, in words; null when everything that was given opens. */
  readonly fault: string | null;
}

type Fields = { readonly [name: string]: Canonical };

/** Of an order's header, the fields that are always text, and those that are text or null. */
const ORDER_TEXTS = 'uid orderId clientOid symbol type size channel'.split(' ');
const ORDER_NULLABLE = 'price triggerPrice parentOrderId'.split(' ');
const CHANGE_TEXTS = 'uid orderId channel triggerPrice mark'.split(' ');

export function openLeaf(sha256: Sha256, index: number, entry: ReadEntry, given: Given | undefined): Opened {
  const closed: LeafRecord = { index, t: entry.t, kind: 'other' };
  const wrong = (what: string): Opened => ({ record: closed, fault: `leaf ${index}: ${what}` });
  if (!('h' in entry)) return openPublic(sha256, index, entry, given, wrong);
  if (given?.header === undefined) return { record: closed, fault: null };
  const key = fromBase64(given.key ?? '');
  if (key === null || !opens(sha256, entry.h, key, encodeUtf8(given.header)))
    return wrong('its header does not open its entry');
  const header = canonical(given.header);
  if (header === null || header['kind'] !== entry.kind) return wrong(`its header is no header of kind ${entry.kind}`);
  if (entry.kind === 'ailog') return openLog(sha256, closed, header, given, wrong);
  if (entry.kind === 'minute') return openMinute(sha256, closed, header, given, wrong);
  const isNullable = (name: string): boolean => header[name] === null || typeof header[name] === 'string';
  if (entry.kind === 'change') {
    if (!hasTexts(header, CHANGE_TEXTS) || !isNullable('price')) return wrong('its header lacks what a change has');
    return { record: { ...closed, kind: 'change', header: header as unknown as ChangeHeader }, fault: null };
  }
  if (entry.kind !== 'order') return { record: closed, fault: null };
  if (!hasTexts(header, ORDER_TEXTS) || !ORDER_NULLABLE.every(isNullable))
    return wrong('its header lacks what an order has');
  return { record: { ...closed, kind: 'order', header: header as unknown as OrderHeader }, fault: null };
}

type Wrong = (what: string) => Opened;

function openLog(sha256: Sha256, closed: LeafRecord, header: Fields, given: Given, wrong: Wrong): Opened {
  if (!hasTexts(header, ['uid', 'stage', 'model', 'body', 'input', 'output']))
    return wrong('its header lacks what an AI log has');
  if (header['sig'] !== null && typeof header['sig'] !== 'string') return wrong('its header lacks what an AI log has');
  const { body, keys } = given;
  const record = { ...closed, kind: 'ailog', header: header as unknown as LogHeader, body: body ?? null } as const;
  if (body === undefined) return { record, fault: null };
  const upload = parseUpload(body);
  if (!upload.ok) return wrong('its body is no upload');
  const { input, output, explanation } = upload.slices;
  const slices = { body: [0, body.length] as const, input, output, explanation };
  for (const [name, slice] of Object.entries(slices)) {
    const commitment = header[name];
    if (slice === null ? commitment === null : opensSlice(sha256, commitment, keys?.[name], body.subarray(...slice)))
      continue;
    return wrong(`its body does not open ${name} of its header`);
  }
  return { record, fault: null };
}

function opensSlice(sha256: Sha256, commitment: Canonical | undefined, keyText: string | undefined, bytes: Uint8Array) {
  const key = fromBase64(keyText ?? '');
  return typeof commitment === 'string' && key !== null && opens(sha256, commitment, key, bytes);
}

function openMinute(sha256: Sha256, closed: LeafRecord, header: Fields, given: Given, wrong: Wrong): Opened {
  const { at, contest } = header;
  if (typeof at !== 'number' || typeof contest !== 'string') return wrong('its header lacks what a minute has');
  const record = { ...closed, kind: 'minute', at, contest, records: null } as const;
  if (given.minute === undefined) return { record, fault: null };
  const payload = canonical(decodeUtf8(given.minute) ?? '');
  if (payload === null) return wrong('its minute is not JCS of an object');
  for (const [name, isRecord] of Object.entries(RECORDS)) {
    const list: Canonical | undefined = payload[name];
    if (!isList(list) || recordsRoot(sha256, list) !== header[name])
      return wrong(`its minute does not open ${name} of its header`);
    if (!list.every((one) => isFields(one) && isRecord(one))) return wrong(`its minute has ${name} that are none`);
  }
  return { record: { ...record, records: payload as unknown as MinutePayload }, fault: null };
}

/** Whether a record of a minute has the fields it is read for. */
const RECORDS: Readonly<Record<keyof MinutePayload, (one: Fields) => boolean>> = {
  bars: (one) => hasTexts(one, ['high', 'low', 'symbol']),
  equity: (one) => hasTexts(one, ['team']) && isAmount(one['equity']) && isAmount(one['flows']),
  fills: (one) => hasTexts(one, FILL_TEXTS) && typeof one['t'] === 'number',
};
const FILL_TEXTS = 'counter orderId price realised size symbol uid'.split(' ');

function isAmount(value: Canonical | undefined): boolean {
  return typeof value === 'string' && isDecimalText(value) && (value.split('.')[1] ?? '').length <= 8;
}

function isList(value: Canonical | undefined): value is readonly Canonical[] {
  return Array.isArray(value);
}

function openPublic(
  sha256: Sha256,
  index: number,
  entry: Extract<ReadEntry, { payload: unknown }>,
  given: Given | undefined,
  wrong: Wrong,
): Opened {
  const { kind, payload, t } = entry;
  const fine = (record: LeafRecord): Opened => ({ record, fault: null });
  const { origin, config, id, from, to } = payload;
  if (kind === 'key' && typeof origin === 'string') return fine({ index, t, kind, origin });
  if (kind === 'outage' && typeof from === 'number' && typeof to === 'number')
    return fine({ index, t, kind, from, to });
  if (kind === 'contest' && typeof id === 'string') {
    const endMs = isFields(config) ? config['endMs'] : undefined;
    return typeof endMs === 'number' ? fine({ index, t, kind, id, endMs }) : fine({ index, t, kind: 'other' });
  }
  if (kind === 'report') {
    const { contest, logSize, reportSha256 } = payload;
    const isOne = typeof contest === 'string' && typeof logSize === 'number' && typeof reportSha256 === 'string';
    return isOne ? fine({ index, t, kind, contest, logSize, reportSha256 }) : wrong('it lacks what a report has');
  }
  if (kind !== 'team') return fine({ index, t, kind: 'other' });
  const { account, models } = payload;
  const isTeam = hasTexts(payload, ['contest', 'team', 'name', 'modelClass', 'account']) && isList(models);
  const hasState = TEAM_STATES.some((state) => state === payload['state']);
  const isKeyText = payload['publicKey'] === undefined || typeof payload['publicKey'] === 'string';
  if (!isTeam || !hasState || !isKeyText || !models.every((model) => typeof model === 'string'))
    return wrong('it lacks what a team has');
  const team = payload as unknown as TeamPayload;
  if (given?.uid === undefined) return fine({ index, t, kind, payload: team, uid: null });
  const key = fromBase64(given.key ?? '');
  if (key === null || !opens(sha256, account as string, key, encodeUtf8(given.uid)))
    return wrong('its account does not open');
  return fine({ index, t, kind, payload: team, uid: given.uid });
}

function hasTexts(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof fields[name] === 'string');
}

export function isFields(value: Canonical | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
