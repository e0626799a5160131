// The strict, lossless JSON scanner: bytes in, a tree of nodes with start and end offsets out (docs/ai-log.md 7 and
// 9).
//
// Every request body of the API is read by it. It accepts RFC 8259 and nothing more, refuses a key given twice,
// malformed text and everything beyond the limits it is handed, and says why, where (byte offset) and in what (path).
// It never converts a number, never builds a plain object from a caller's keys (`__proto__` is data), never throws and
// never calls itself: depth costs memory in its own list, not stack. So it can also stop anywhere between two values
// and go on later (scanInSteps), for callers who have something else to do meanwhile.
import type { Cursor, ScanReason, Source } from './scan-token.ts';
import {
  byteAt,
  passString,
  pastPlain,
  QUOTE,
  readNumber,
  readString,
  readWord,
  refuse,
  skipSpace,
  startsNumber,
  stringText,
} from './scan-token.ts';
import type { Steps } from './steps.ts';
import { OWN_TEXTS, type Texts } from './utf8.ts';

export type { ScanReason } from './scan-token.ts';

/**
 * Depth counts the top-level value as 1; values include it; keys and strings in code points, number literals in bytes.
 */
export interface ScanLimits {
  readonly depth: number;
  readonly values: number;
  readonly keyLength: number;
  readonly stringLength: number;
  readonly numberLength: number;
}

/** Limits of POST bodies (docs/api.md, Sizes and times). */
export const REQUEST_LIMITS: ScanLimits = {
  depth: 32,
  values: 20_000,
  keyLength: 256,
  stringLength: 4_096,
  numberLength: 64,
};

/** Limits of uploadAiLog bodies: longer strings. */
export const UPLOAD_LIMITS: ScanLimits = { ...REQUEST_LIMITS, stringLength: 524_288 };

/**
 * `start` is the offset of a node's first byte, `end` the one after its last: the slice is the value as sent, quotes
 * included.
 */
interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}

export interface JsonArray extends Span {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

/** `value` is the text the string stands for, escapes resolved, `points` its length in code points. */
export interface JsonString extends Span {
  readonly kind: 'string';
  readonly points: number;
  readonly value: string;
}

/** `literal` is the number as sent. */
export interface JsonNumber extends Span {
  readonly kind: 'number';
  readonly literal: string;
}

export interface JsonBoolean extends Span {
  readonly kind: 'boolean';
  readonly value: boolean;
}

export interface JsonNull extends Span {
  readonly kind: 'null';
}

export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

/** Path: the value being read, or between values its container (`$.input.rsi`, `$.a[1]`, `$["odd key"]`). */
export interface ScanFailure {
  readonly ok: false;
  readonly reason: ScanReason;
  readonly path: string;
  readonly offset: number;
}

export type ScanResult = { readonly ok: true; readonly root: JsonNode } | ScanFailure;

/** Containers under construction: the same nodes, not yet closed. */
type OpenObject = { readonly kind: 'object'; readonly start: number; end: number; readonly members: JsonMember[] };
type OpenArray = { readonly kind: 'array'; readonly start: number; end: number; readonly items: JsonNode[] };
type Container = OpenObject | OpenArray;

interface Scan extends Cursor {
  readonly limits: ScanLimits;
  values: number;
  /** Containers not yet closed, outermost first. */
  readonly open: Container[];
  /** Keys of large open objects, by depth; small ones are compared one by one. */
  readonly seen: (Set<string> | null)[];
  path: string;
  /** The top-level value, once it has begun. */
  root: JsonNode | null;
}

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;

/** Longer texts are made when they are asked for; the bytes must stay as they are until then. */
const LATER_LENGTH = 256;

/** Up to this many members a new key is compared with each earlier one; beyond, a set is kept. */
const FEW_MEMBERS = 16;

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** One JSON document of any kind. A zero-length body is a syntax error here; scanObject takes it as `{}`. */
export function scan(bytes: Uint8Array, limits: ScanLimits, texts: Texts = OWN_TEXTS): ScanResult {
  const state = begin(bytes, limits, texts);
  return 'ok' in state ? state : (readOn(state, Infinity, Infinity) as ScanResult);
}

/** Bytes, and values, after which a step ends with the value that is being read. */
const STEP_BYTES = 16 * 1024;
const STEP_VALUES = 512;

/** The same, a step at a time: what is yielded means nothing. The bytes must stay as they are until the end. */
export function* scanInSteps(bytes: Uint8Array, limits: ScanLimits, texts: Texts): Steps<ScanResult> {
  const state = begin(bytes, limits, texts);
  if ('ok' in state) return state;
  for (;;) {
    const result = readOn(state, state.at + STEP_BYTES, state.values + STEP_VALUES);
    if (result !== null) return result;
    yield;
  }
}

function begin(bytes: Uint8Array, limits: ScanLimits, texts: Texts): Scan | ScanFailure {
  const ascii = texts.isAscii(bytes);
  const malformed = ascii ? -1 : texts.findInvalid(bytes);
  if (malformed >= 0) return { ok: false, reason: 'utf8', path: '$', offset: malformed };
  return {
    bytes,
    texts,
    ascii,
    at: 0,
    points: 0,
    reason: 'syntax',
    offset: 0,
    limits,
    values: 0,
    open: [],
    seen: [],
    path: '$',
    root: null,
  };
}

export type ObjectResult = { readonly ok: true; readonly root: JsonObject } | ScanFailure;

/** A request body: one JSON object, or nothing at all, which is `{}`. Anything else is refused with `notObject`. */
export function scanObject(bytes: Uint8Array, limits: ScanLimits, texts?: Texts): ObjectResult {
  if (bytes.length === 0) return { ok: true, root: { kind: 'object', start: 0, end: 0, members: [] } };
  return objectIn(scan(bytes, limits, texts));
}

/** The scanned value, if it is an object. */
export function objectIn(scanned: ScanResult): ObjectResult {
  if (!scanned.ok) return scanned;
  const { root } = scanned;
  return root.kind === 'object'
    ? { ok: true, root }
    : { ok: false, reason: 'notObject', path: '$', offset: root.start };
}

/** The value of the first member called `key`; undefined if there is none. */
export function memberOf(object: JsonObject, key: string): JsonNode | undefined {
  for (const member of object.members) if (member.key === key) return member.value;
  return undefined;
}

/** Reads to the end, or until it has come to a byte or so many values: then null. */
function readOn(state: Scan, untilByte: number, untilValue: number): ScanResult | null {
  if (state.root === null) {
    skipSpace(state);
    state.root = readValue(state);
    if (state.root === null) return failureOf(state);
  }
  while (state.open.length > 0) {
    if (state.at >= untilByte || state.values >= untilValue) return null;
    if (!readStep(state)) return failureOf(state);
  }
  skipSpace(state);
  if (state.at === state.bytes.length) return { ok: true, root: state.root };
  refuse(state, 'syntax', state.at);
  return failureOf(state);
}

function failureOf({ reason, path, offset }: Scan): ScanFailure {
  return { ok: false, reason, path, offset };
}

/** One step in the innermost open container: closes it, or reads its next member or item. */
function readStep(state: Scan): boolean {
  const depth = state.open.length;
  const container = state.open[depth - 1] as Container;
  skipSpace(state);
  const byte = byteAt(state.bytes, state.at);
  if (byte === (container.kind === 'object' ? CLOSE_BRACE : CLOSE_BRACKET)) {
    state.at++;
    container.end = state.at;
    state.open.pop();
    state.seen.pop();
    return true;
  }
  const first = (container.kind === 'object' ? container.members : container.items).length === 0;
  if (!first) {
    if (byte !== COMMA) return refuseInside(state, 'syntax', state.at);
    state.at++;
    skipSpace(state);
  }
  return container.kind === 'object' ? readMember(state, container, depth) : readItem(state, container, depth);
}

function readItem(state: Scan, array: OpenArray, depth: number): boolean {
  const value = readValue(state);
  if (value === null) {
    state.path = `${pathOf(state.open, depth)}[${array.items.length}]`;
    return false;
  }
  array.items.push(value);
  return true;
}

function readMember(state: Scan, object: OpenObject, depth: number): boolean {
  const keyStart = state.at;
  if (byteAt(state.bytes, keyStart) !== QUOTE) return refuseInside(state, 'syntax', keyStart);
  const key = readString(state, state.limits.keyLength, 'keyTooLong');
  if (key === null) return refuseInside(state, state.reason, state.offset);
  if (isRepeated(state, object, key)) {
    state.path = pathOf(state.open, depth) + pathStep(key);
    refuse(state, 'duplicateKey', keyStart);
    return false;
  }
  skipSpace(state);
  if (byteAt(state.bytes, state.at) !== COLON) return refuseInside(state, 'syntax', state.at);
  state.at++;
  skipSpace(state);
  const value = readValue(state);
  if (value === null) {
    state.path = pathOf(state.open, depth) + pathStep(key);
    return false;
  }
  object.members.push({ key, value });
  return true;
}

/**
 * Whether the innermost open object has this key already. A letter in front keeps keys such as "1" from being hashed as
 * numbers.
 */
function isRepeated(state: Scan, object: OpenObject, key: string): boolean {
  const { members } = object;
  if (members.length < FEW_MEMBERS) {
    for (const member of members) if (member.key === key) return true;
    return false;
  }
  const top = state.seen.length - 1;
  let keys = state.seen[top] ?? null;
  if (keys === null) {
    keys = new Set();
    for (const member of members) keys.add(`k${member.key}`);
    state.seen[top] = keys;
  }
  const before = keys.size;
  return keys.add(`k${key}`).size === before;
}

/**
 * Reads a whole scalar, or opens a container. Leaves the path of a failure to its caller, who knows the value's place.
 */
function readValue(state: Scan): JsonNode | null {
  const start = state.at;
  const byte = byteAt(state.bytes, start);
  if (!startsValue(byte)) return refuse(state, 'syntax', start);
  if (state.values === state.limits.values) return refuse(state, 'tooManyValues', start);
  state.values++;
  switch (byte) {
    case QUOTE:
      return readStringNode(state, start);
    case OPEN_BRACE:
      return openContainer(state, { kind: 'object', start, end: start, members: [] });
    case OPEN_BRACKET:
      return openContainer(state, { kind: 'array', start, end: start, items: [] });
    case LETTER_T:
      return readWord(state, 'true') ? { kind: 'boolean', start, end: state.at, value: true } : null;
    case LETTER_F:
      return readWord(state, 'false') ? { kind: 'boolean', start, end: state.at, value: false } : null;
    case LETTER_N:
      return readWord(state, 'null') ? { kind: 'null', start, end: state.at } : null;
    default: {
      const literal = readNumber(state, state.limits.numberLength);
      return literal === null ? null : { kind: 'number', start, end: state.at, literal };
    }
  }
}

function readStringNode(state: Scan, start: number): JsonString | null {
  const { limits } = state;
  const plainTo = pastPlain(state.bytes, start + 1);
  if (!passString(state, limits.stringLength, 'stringTooLong', plainTo)) return null;
  const { at: end, points } = state;
  if (end - start > LATER_LENGTH) return new LongString(state, start);
  return { kind: 'string', start, end, points, value: stringText(state, start, end, points) };
}

/** A long string. Its text is rarely asked for and costly to make, so it is made only then. */
class LongString implements JsonString {
  readonly kind = 'string';
  readonly start: number;
  readonly end: number;
  readonly points: number;
  readonly #source: Source;
  #text: string | null = null;

  constructor({ bytes, texts, ascii, at, points }: Scan, start: number) {
    this.start = start;
    this.end = at;
    this.points = points;
    this.#source = { bytes, texts, ascii };
  }

  get value(): string {
    return (this.#text ??= stringText(this.#source, this.start, this.end, this.points));
  }
}

function startsValue(byte: number): boolean {
  if (byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET) return true;
  return startsNumber(byte) || byte === LETTER_T || byte === LETTER_F || byte === LETTER_N;
}

function openContainer(state: Scan, container: Container): JsonNode | null {
  if (state.open.length === state.limits.depth) return refuse(state, 'tooDeep', container.start);
  state.open.push(container);
  state.seen.push(null);
  state.at++;
  return container;
}

/** A failure between values: its path is the innermost container's. */
function refuseInside(state: Scan, reason: ScanReason, offset: number): false {
  state.path = pathOf(state.open, state.open.length);
  refuse(state, reason, offset);
  return false;
}

/** Path of the container at `depth` (1 = the top-level value): through the last member or item of each one above it. */
function pathOf(open: readonly Container[], depth: number): string {
  let path = '$';
  for (const container of open.slice(0, depth - 1)) {
    if (container.kind === 'array') path += `[${container.items.length - 1}]`;
    else path += pathStep((container.members.at(-1) as JsonMember).key);
  }
  return path;
}

/** `.name` for a plain key, else `["odd key"]` as JSON writes it. */
function pathStep(key: string): string {
  return PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
