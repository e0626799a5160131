/**
 * The facts verification keeps of an AI log once its body has been read: decisions, names, hashes, and answers to
 * yes-or-no questions (docs/evidence.md, Rules). The body itself is not kept, so memory grows with the number of logs
 * and not with their size.
 */
import type { Decision } from '../log/decision.ts';
import { decimalOf, decisionsInSteps, decisionsOf, firstGiven, namesOf, symbolOf } from '../log/decision.ts';
import type { Upload, UploadWarning } from '../log/upload.ts';
import { parseUpload } from '../log/upload.ts';
import { byteString, concatBytes, type Sha256, toHex } from '../text/bytes.ts';
import { isClientOrderId } from '../text/client-order-id.ts';
import type { JsonNode, JsonObject } from '../text/scan.ts';
import { memberOf } from '../text/scan.ts';
import { finished, type Steps } from '../text/steps.ts';
import { saysManual } from './manual.ts';
import { DEFAULT_TERMS, type Terms } from './terms.ts';
import type { LogRecord } from './records.ts';
import { utf8Text } from '../text/utf8.ts';
import { type Template, templateOf } from './template.ts';

/** A price an input says a contract has. */
export interface PriceClaim {
  readonly symbol: string;
  readonly price: string;
}

/** The parts of an upload that become rows of its log. */
export interface Said {
  readonly decisions: readonly Decision[];
  /** As they were named, whether or not an order can have such an id. */
  readonly clientOids: readonly string[];
  readonly warnings: readonly UploadWarning[];
  readonly trace: Pick<BodyFacts, 'hasTrace' | 'beacon'>;
}

/** The facts that only the body gives. */
export interface BodyFacts {
  /** SHA-256 of the body, one character per byte. */
  readonly bodyHash: string;
  readonly decisions: readonly Decision[];
  readonly clientOids: readonly string[];
  /** Of the input's hash and the output: equal for equal slices. */
  readonly contentHash: string;
  /** Of the input, half of its hash; null for one that is too short to be somebody's own. */
  readonly inputHash: string | null;
  /** Equal for inputs that differ in their figures alone, as far as they are looked at; null like the hash. */
  readonly inputForm: string | null;
  readonly template: Template;
  readonly isManual: boolean;
  readonly isPlaceholder: boolean;
  readonly claims: readonly PriceClaim[];
  /** Whether it says which response of a model it is, what it used, and what was asked. */
  readonly hasTrace: boolean;
  readonly beacon: string | null;
  readonly hasSecret: boolean;
}

/** At most this many claims of one log are looked at. */
const MAX_CLAIMS = 50;
const DIGEST_BYTES = 16;
/** Of an input, so much tells its form. */
const FORM_BYTES = 2_000;
const [ZERO, NINE, POINT, MINUS] = [0x30, 0x39, 0x2e, 0x2d];
/** Bounds the part of a symbol that is shown and stored: fifty decisions may share one that is half a megabyte long. */
const SHOWN_SYMBOL = /^[^]{64}/u;

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  '',
  'input',
  'output',
  'string',
  'test',
  'todo',
  '...',
  'xxx',
  'n/a',
]);

/** The facts of a log's body; null when it is withheld or isn't an upload. */
export function bodyFactsOf(
  sha256: Sha256,
  { header, body }: Pick<LogRecord, 'header' | 'body'>,
  terms: Terms,
): BodyFacts | null {
  const upload = body === null ? null : parseUpload(body);
  if (body === null || upload === null || !upload.ok) return null;
  const { reading, manualWords, claimNames, copyText } = terms;
  const { decisions, clientOids } = decisionsOf(upload.output, reading);
  const says = (text: string): boolean => saysManual(text, manualWords);
  return {
    bodyHash: byteString(sha256(body)),
    decisions,
    clientOids: clientOids.filter(isClientOrderId),
    ...contentHashes(sha256, body, upload, copyText),
    template: templateOf(sha256, reasonOf(body, upload)),
    isManual: says(header.stage) || (upload.explanation !== null && says(upload.explanation.value)),
    isPlaceholder: isPlaceholder(upload.input) || isPlaceholder(upload.output),
    claims: claimsOf(upload.input, claimNames),
    ...traceOf(upload),
    hasSecret: upload.warnings.includes('SECRET'),
  };
}

function contentHashes(
  sha256: Sha256,
  body: Uint8Array,
  { slices }: Upload,
  least: number,
): Pick<BodyFacts, 'contentHash' | 'inputHash' | 'inputForm'> {
  const input = body.subarray(...slices.input);
  const hash = sha256(input);
  const isLong = input.length >= least;
  return {
    contentHash: byteString(sha256(concatBytes(hash, body.subarray(...slices.output)))),
    inputHash: isLong ? byteString(hash.subarray(0, DIGEST_BYTES)) : null,
    inputForm: isLong ? byteString(sha256(formOf(input)).subarray(0, DIGEST_BYTES)) : null,
  };
}

/** An input with each of its numbers as one `0`. Byte by byte: a template would cost more than all else of a log. */
function formOf(input: Uint8Array): Uint8Array {
  const form = new Uint8Array(Math.min(input.length, FORM_BYTES));
  let length = 0;
  let isNumber = false;
  for (let at = 0; at < form.length; at++) {
    const byte = input[at] as number;
    const isDigit = byte >= ZERO && byte <= NINE;
    const isPart = isDigit ? isNumber : byte === MINUS || (isNumber && byte === POINT);
    if (!isPart) form[length++] = isDigit ? ZERO : byte;
    isNumber = isDigit || (isNumber && byte === POINT);
  }
  return form.subarray(0, length);
}

/** The digits by which an order commits to a body. */
export function digestOf({ bodyHash }: BodyFacts): string {
  return toHex(Uint8Array.from({ length: DIGEST_BYTES }, (_, at) => bodyHash.charCodeAt(at)));
}

/** The explanation, or the output as sent if that is empty. */
function reasonOf(body: Uint8Array, { explanation, slices }: Upload): string {
  return explanation === null || explanation.value === '' ? utf8Text(body, ...slices.output) : explanation.value;
}

/** Whether it is empty, or has no number and no text other than the kind samples have. */
function isPlaceholder(object: JsonObject): boolean {
  const waiting: JsonNode[] = [object];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'number') return false;
    if (node.kind === 'string' && !PLACEHOLDERS.has(lowerAscii(node.value.trim()))) return false;
    if (node.kind === 'array') for (const item of node.items) waiting.push(item);
    if (node.kind === 'object') for (const { value } of node.members) waiting.push(value);
  }
  return true;
}

/** The claims of the input itself and of `market`: an object, a list of them, or objects under their names. */
function claimsOf(input: JsonObject, claimNames: readonly string[]): readonly PriceClaim[] {
  const market = memberOf(input, 'market');
  const inside =
    market?.kind === 'array'
      ? market.items
      : market?.kind === 'object'
        ? [market, ...market.members.map(({ value }) => value)]
        : [];
  const claims: PriceClaim[] = [];
  for (const node of [input, ...inside]) {
    if (claims.length === MAX_CLAIMS) break;
    const claim = node.kind === 'object' ? claimOf(node, claimNames) : null;
    if (claim !== null) claims.push(claim);
  }
  return claims;
}

function claimOf(object: JsonObject, claimNames: readonly string[]): PriceClaim | null {
  const names = namesOf(object);
  const symbol = symbolOf(names);
  const price = decimalOf(firstGiven(names, claimNames));
  return symbol === null || price === null ? null : { symbol, price };
}

/** The part of an upload that becomes rows; of a symbol too long to be one, its beginning. */
export function saidIn(upload: Upload): Said {
  return finished(saidInSteps(upload));
}

/** The same of a large upload, a step at a time. */
export function* saidInSteps(upload: Upload): Steps<Said> {
  const { decisions, clientOids } = yield* decisionsInSteps(upload.output, DEFAULT_TERMS.reading);
  return { decisions: decisions.map(shown), clientOids, warnings: upload.warnings, trace: traceOf(upload) };
}

function shown(decision: Decision): Decision {
  const [start] = SHOWN_SYMBOL.exec(decision.symbol ?? '') ?? [];
  return start === undefined || start === decision.symbol ? decision : { ...decision, symbol: `${start}…` };
}

/** An upload's statement of its origin. */
function traceOf(upload: Upload): Pick<BodyFacts, 'hasTrace' | 'beacon'> {
  return { hasTrace: hasTrace(upload), beacon: textMember(upload.input, 'beacon') };
}

function hasTrace({ input, output }: Upload): boolean {
  if (textMember(output, 'responseId') === null || !isSaid(memberOf(output, 'usage'))) return false;
  return isSaid(memberOf(input, 'messages')) || isSaid(memberOf(input, 'prompt'));
}

function isSaid(node: JsonNode | undefined): boolean {
  if (node?.kind === 'string') return node.points > 0;
  if (node?.kind === 'array') return node.items.length > 0;
  return node?.kind === 'object' && node.members.length > 0;
}

function textMember(object: JsonObject, key: string): string | null {
  const node = memberOf(object, key);
  return node?.kind === 'string' && node.value !== '' ? node.value : null;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
