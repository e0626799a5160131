// JCS (RFC 8785) of the values we put into the log: one text for one value, so that hashes agree on every machine
// (docs/ai-log.md 3).
//
// Only objects, arrays, well-formed strings, true, false, null and integers below 2^53 have a canonical text here;
// anything else is a fault of the caller and throws. Amounts and ids are decimal strings, so no other number is ever
// needed.
import { encodeUtf8 } from './utf8.ts';

export type Canonical = null | boolean | number | string | readonly Canonical[] | { readonly [key: string]: Canonical };

/**
 * The canonical text. Throws RangeError for a number that is not a safe integer, a lone surrogate, or a value of
 * another kind.
 */
export function canonicalText(value: Canonical): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return integerText(value);
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value === 'object') return objectText(value as { readonly [key: string]: Canonical });
  throw new RangeError(`A ${typeof value} has no canonical form; JSON values are needed`);
}

/** The canonical text as UTF-8: these bytes are hashed. */
export function canonicalBytes(value: Canonical): Uint8Array {
  return encodeUtf8(canonicalText(value));
}

function integerText(value: number): string {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${value} has no canonical form; an integer below 2^53 is needed`);
  return String(value);
}

/** ECMAScript's own escaping is the one RFC 8785 asks for; only lone surrogates must not reach it. */
function stringText(value: string): string {
  if (!value.isWellFormed()) throw new RangeError('A string with a lone surrogate has no canonical form');
  return JSON.stringify(value);
}

function objectText(value: { readonly [key: string]: Canonical }): string {
  const keys = Object.keys(value).sort(byCodeUnit);
  return `{${keys.map((key) => `${stringText(key)}:${canonicalText(value[key] as Canonical)}`).join(',')}}`;
}

/** RFC 8785 sorts by UTF-16 code units, which is what comparing strings does. */
function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
