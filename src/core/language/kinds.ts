/**
 * The kinds of values a command is made of, and what they are as types: one table of fields gives both a command's type
 * and the check that holds it (FLOW-009).
 *
 * A kind says whether a value is of it, and if not, which field, what was found and what is needed. It never changes or
 * repairs a value: a value that fits is exactly the one the journal's JSON gives back, so a replay sees what the first
 * run saw. A kind may be widened later and never narrowed: every value it once let into a journal has to fit for ever.
 */
import { isDecimalText } from '../num/decimal.ts';
import type { DecimalText, TimeMs } from '../num/units.ts';
import { fromBase64 } from '../text/bytes.ts';

/** Why a value is not of its kind. */
export interface Mismatch {
  /** Place in the command: `change.tiers[1].bound`. */
  readonly field: string;
  readonly found: string;
  /** Empty when `found` says it all. */
  readonly need: string;
}

export interface Kind<T> {
  readonly fits: (value: unknown) => boolean;
  /** The error in `value`, found at `field`; null when it fits. */
  readonly mismatch: (value: unknown, field: string) => Mismatch | null;
  /** For the compiler alone. */
  readonly type?: T;
}

/** A field that may be left out; given, it is of its kind. */
export interface Optional<T> extends Kind<T> {
  readonly isOptional: true;
}

/** The type of a value of the kind. */
export type TypeOf<K> = K extends Kind<infer T> ? T : never;

export type Fields = Readonly<Record<string, Kind<unknown>>>;
type LeftOut<F extends Fields> = { [Name in keyof F]: F[Name] extends Optional<unknown> ? Name : never }[keyof F];
type Given<F extends Fields> = { readonly [Name in Exclude<keyof F, LeftOut<F>>]: TypeOf<F[Name]> };

/** The record a table of fields describes. */
export type RecordOf<F extends Fields> = Given<F> & { readonly [Name in LeftOut<F>]?: TypeOf<F[Name]> };

const LONGEST_SHOWN = 80;

/** A value as an error names it. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = typeof value === 'number' ? String(value) : jsonOf(value);
  if (text === undefined) return `a ${typeof value}, which is no JSON`;
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function kind<T>(need: string, fits: (value: unknown) => boolean): Kind<T> {
  return { fits, mismatch: (value, field) => (fits(value) ? null : { field, found: shown(value), need }) };
}

/** A whole number from `least` to `most`; never −0, which no JSON gives back. */
export function integer(least: number, most: number): Kind<number> {
  return kind(
    `a whole number from ${least} to ${most}`,
    (value) =>
      Number.isInteger(value) &&
      (value as number) >= least &&
      (value as number) <= most &&
      (value !== 0 || !Object.is(value, -0)),
  );
}

/** Far beyond any clock, and below the same moment in microseconds. */
export const LAST_MS = 99_999_999_999_999;

export const TIME: Kind<TimeMs> = kind(
  `milliseconds since 1970 as a whole number up to ${LAST_MS}`,
  integer(0, LAST_MS).fits,
);

/** A decimal as exact, canonical text (ARIT-006). */
export const DECIMAL: Kind<DecimalText> = kind(
  "a plain decimal as text, such as '0.5'",
  (value) => typeof value === 'string' && isDecimalText(value),
);

export const BOOLEAN: Kind<boolean> = kind('true or false', (value) => typeof value === 'boolean');

/** Text of `least` to `most` characters, every one of which UTF-8 can write. */
export function text(least: number, most: number): Kind<string> {
  return kind(
    `text of ${least} to ${most} characters`,
    (value) => typeof value === 'string' && value.length >= least && value.length <= most && value.isWellFormed(),
  );
}

/** Text of a given form. */
export function textOf(need: string, isOfForm: (text: string) => boolean): Kind<string> {
  return kind(need, (value) => typeof value === 'string' && isOfForm(value));
}

/** `digits` lower-case hex digits. */
export function hex(digits: number): Kind<string> {
  const form = new RegExp(`^[0-9a-f]{${digits}}$`);
  return kind(`${digits} hex digits`, (value) => typeof value === 'string' && form.test(value));
}

/** `bytes` bytes as base64. */
export function base64(bytes: number): Kind<string> {
  return kind(`${bytes} bytes as base64`, (value) => typeof value === 'string' && fromBase64(value)?.length === bytes);
}

export function oneOf<const Words extends readonly string[]>(...words: Words): Kind<Words[number]> {
  return kind(words.length === 1 ? `'${words[0]}'` : `one of ${words.join(', ')}`, (value) => {
    for (let at = 0; at < words.length; at++) if (words[at] === value) return true;
    return false;
  });
}

export function nullable<T>(of: Kind<T>): Kind<T | null> {
  const { fits } = of;
  return {
    fits: (value) => value === null || fits(value),
    mismatch: (value, field) => {
      const wrong = value === null ? null : of.mismatch(value, field);
      return wrong?.field === field ? { ...wrong, need: `${wrong.need}, or null` } : wrong;
    },
  };
}

export function optional<T>(of: Kind<T>): Optional<T> {
  return { ...of, isOptional: true };
}

/** At most `most` values of one kind. */
export function listOf<T>(of: Kind<T>, most: number): Kind<readonly T[]> {
  const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= most;
  return {
    fits: (value) => {
      if (!isList(value)) return false;
      for (let at = 0; at < value.length; at++) if (!of.fits(value[at])) return false;
      return true;
    },
    mismatch: (value, field) => {
      if (!isList(value)) return { field, found: shown(value), need: `a list of at most ${most}` };
      for (let at = 0; at < value.length; at++) {
        const wrong = of.mismatch(value[at], `${field}[${at}]`);
        if (wrong !== null) return wrong;
      }
      return null;
    },
  };
}

/** An object as JSON makes one: no list, no date, nothing inherited. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An object with these fields and no others. */
export function recordOf<const F extends Fields>(fields: F): Kind<RecordOf<F>> {
  const names = Object.keys(fields);
  const kinds = Object.values(fields);
  const mayLack = kinds.map((one) => 'isOptional' in one);
  return {
    fits: (value) => {
      if (!isPlain(value)) return false;
      const given = Object.keys(value).length;
      let known = 0;
      for (let at = 0; at < names.length; at++) {
        const found = value[names[at]!];
        if (found === undefined && mayLack[at]) continue;
        if (!kinds[at]!.fits(found)) return false;
        known++;
      }
      return known === given;
    },
    mismatch: (value, field) => mismatchOfRecord(fields, value, field),
  };
}

function mismatchOfRecord(fields: Fields, value: unknown, field: string): Mismatch | null {
  const names = Object.keys(fields);
  if (!isPlain(value)) return { field, found: shown(value), need: `an object with ${names.join(', ')}` };
  const inside = (name: string): string => (field === '' ? name : `${field}.${name}`);
  for (const [name, found] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name))
      return { field: inside(name), found: 'a field that does not exist', need: `one of ${names.join(', ')}` };
    if (found === undefined)
      return { field: inside(name), found: shown(found), need: 'a value, or not to be there at all' };
  }
  for (const [name, kind] of Object.entries(fields)) {
    if ('isOptional' in kind && !Object.hasOwn(value, name)) continue;
    const wrong = kind.mismatch(value[name], inside(name));
    if (wrong !== null) return wrong;
  }
  return null;
}

/** The same fields, each of which may be left out. */
export function partial<F extends Fields>(fields: F): { readonly [Name in keyof F]: Optional<TypeOf<F[Name]>> } {
  const entries = Object.entries(fields).map(([name, of]) => [name, optional(of)]);
  return Object.fromEntries(entries) as { readonly [Name in keyof F]: Optional<TypeOf<F[Name]>> };
}
