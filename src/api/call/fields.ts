/**
 * A caller's parameters, by name: the query of a GET or the JSON object of a POST, read losslessly (docs/api.md,
 * Conventions).
 *
 * Knows "not given" (absent, null, empty) and the common misspellings worth a hint. Nothing here knows an operation;
 * how a parameter is read is its own matter (parameter.ts). Order of failures: 40017 syntax, then 40019, then 40020.
 */
import type { JsonNode, JsonObject } from '../../core/text/scan.ts';
import {
  memberOf,
  objectIn,
  type ObjectResult,
  REQUEST_LIMITS,
  scanInSteps,
  type ScanLimits,
  scanObject,
} from '../../core/text/scan.ts';
import type { Steps } from '../../core/text/steps.ts';
import { codePointLength } from '../../core/text/utf8.ts';
import { RUNTIME_TEXTS } from '../../store/runtime-texts.ts';
import type { Bilingual } from '../words/errors.ts';
import { invalid, malformed, same } from '../words/errors.ts';
import { nameHint } from '../words/guesses.ts';
import { EMPTY_BODY, notJson } from '../words/json-hints.ts';
import { canonicalDecimal } from './scalars.ts';

/** The parameters of one request. Values stay as sent; `get` does not tell "not given" from given. */
export interface Fields {
  readonly source: 'query' | 'body';
  get(name: string): JsonNode | undefined;
  /** Every name sent, known or not. */
  names(): string[];
  /** Why all of them may be missing; known only for bodies, for a hint. */
  readonly whyMissing: Bilingual | undefined;
}

/** The fields of a POST body; throws 40017 naming reason, path and byte offset. */
export function bodyFields(bytes: Uint8Array, strayQuery: boolean, limits: ScanLimits = REQUEST_LIMITS): BodyFields {
  return fieldsIn(bytes, scanObject(bytes, limits, RUNTIME_TEXTS), strayQuery, limits);
}

/** The same of a body of some size, a step at a time. */
export function* bodyFieldsInSteps(bytes: Uint8Array, strayQuery: boolean, limits: ScanLimits): Steps<BodyFields> {
  const scanned = yield* scanInSteps(bytes, limits, RUNTIME_TEXTS);
  yield;
  return fieldsIn(bytes, objectIn(scanned), strayQuery, limits);
}

export interface BodyFields extends Fields {
  readonly root: JsonObject;
}

function fieldsIn(bytes: Uint8Array, scanned: ObjectResult, strayQuery: boolean, limits: ScanLimits): BodyFields {
  if (!scanned.ok) throw notJson(bytes, scanned, limits);
  const { root } = scanned;
  const whyMissing = strayQuery ? IN_QUERY : bytes.length === 0 ? EMPTY_BODY : undefined;
  return { ...fieldsOfObject(root), root, whyMissing };
}

/** Members above which the names of an object are looked up in an index. */
const FEW_MEMBERS = 100;

/** The fields of an object: of a body, or of a row in one. */
export function fieldsOfObject(object: JsonObject): Fields {
  const { members } = object;
  let index: Map<string, JsonNode> | null = null;
  const lookUp = (name: string): JsonNode | undefined => {
    index ??= new Map(members.map(({ key, value }) => [key, value]));
    return index.get(name);
  };
  return {
    source: 'body',
    whyMissing: undefined,
    get: members.length > FEW_MEMBERS ? lookUp : (name) => memberOf(object, name),
    names: () => object.members.map((member) => member.key),
  };
}

const MAX_QUERY_VALUE = 4096;

/**
 * The fields of a query: percent-decoded, `+` is a blank. A known name twice, or a known name whose value does not
 * decode, is 40017; unknown names are ignored.
 */
export function queryFields(query: string, known: readonly string[]): Fields {
  const values = new Map<string, JsonNode>();
  const names: string[] = [];
  if (query !== '') {
    for (const pair of query.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      const name = decodeQuery(equals < 0 ? pair : pair.slice(0, equals));
      if (name === null) continue;
      if (names.length < MAX_QUERY_VALUE) names.push(name);
      if (!known.includes(name)) continue;
      const value = decodeQuery(equals < 0 ? '' : pair.slice(equals + 1));
      if (value === null)
        throw malformed(same(`syntax at query parameter ${name}, not percent-encoded UTF-8`), undefined, 'json');
      if (value.length > MAX_QUERY_VALUE)
        throw malformed(same(`stringTooLong at query parameter ${name}`), undefined, 'json');
      if (values.has(name)) throw malformed(same(`duplicateKey at query parameter ${name}`), undefined, 'json');
      values.set(name, { kind: 'string', start: 0, end: 0, points: codePointLength(value), value });
    }
  }
  return { source: 'query', get: (name) => values.get(name), names: () => names, whyMissing: undefined };
}

function decodeQuery(text: string): string | null {
  const blanks = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!blanks.includes('%')) return blanks;
  try {
    return decodeURIComponent(blanks);
  } catch {
    return null;
  }
}

/** Whether a value was given: absent, null and the empty string are "not given". */
export function isGiven(node: JsonNode | undefined): node is JsonNode {
  return node !== undefined && node.kind !== 'null' && !(node.kind === 'string' && node.value === '');
}

/** The source text of a string or number; 40020 for any other kind. */
export function scalarText(node: JsonNode, name: string): string {
  if (node.kind === 'string') return node.value;
  if (node.kind === 'number') return node.literal;
  throw invalid(name, {
    en: `expected a string or a number, found ${kindText(node)}`,
    zh: `需要字符串或数字，收到${node.kind}`,
  });
}

/** The items of an array; 40020 for any other kind. */
export function itemsOf(node: JsonNode, name: string): readonly JsonNode[] {
  if (node.kind === 'array') return node.items;
  throw invalid(name, { en: `expected an array, found ${kindText(node)}`, zh: `需要数组，收到${node.kind}` });
}

/** Such as "an array", "a number", "null". */
export function kindText({ kind }: JsonNode): string {
  if (kind === 'null') return kind;
  return kind === 'object' || kind === 'array' ? `an ${kind}` : `a ${kind}`;
}

const IN_QUERY: Bilingual = { en: 'POST parameters go in the JSON body', zh: 'POST参数应放在JSON请求体中' };

/** Why a parameter may be missing: another name was sent for it, or it is in the query of a POST, or nothing came. */
export function missingHint(fields: Fields, name: string, own: readonly string[] = []): Bilingual | undefined {
  const others = fields.names().filter((sent) => !own.includes(sent));
  return nameHint(name, others) ?? fields.whyMissing;
}

/** Such as "found 'open_long'; use 1 open long, …". */
export function foundInstead(text: string, meaning: Bilingual): Bilingual {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return { en: `found '${shown}'; use ${meaning.en}`, zh: `收到'${shown}'，请使用${meaning.zh}` };
}

/** The text of a scalar as it was sent; null for anything else. */
export function scalarOf(fields: Fields, name: string): string | null {
  const node = fields.get(name);
  return node?.kind === 'string' ? node.value : node?.kind === 'number' ? node.literal : null;
}

/**
 * Whether a scalar is not given, or zero in any spelling; a value that can't be read is neither, and reported later.
 */
export function isNotGivenOrZero(fields: Fields, name: string): boolean {
  const node = fields.get(name);
  if (!isGiven(node)) return true;
  return canonicalDecimal(scalarOf(fields, name) ?? '') === '0';
}
