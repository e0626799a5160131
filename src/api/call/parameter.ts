/**
 * A parameter of an operation, stated once: what the reference shows of it, and how what was sent is read.
 *
 * A table of them is checked and read in its own order, which is also that of the documentation: the first required one
 * that isn't given is 40019 before any value is looked at, then the first value that can't be read is 40020. What a
 * parameter needs of another one, its reader looks up; what remains is the `parse` of the route.
 */
import type { DecimalText } from '../../core/num/units.ts';
import type { JsonNode } from '../../core/text/scan.ts';
import type { Call } from './call.ts';
import { list, type Schema, schema } from '../shapes/schema.ts';
import { type Bilingual, invalid, missing, outOfRange } from '../words/errors.ts';
import {
  type Fields,
  fieldsOfObject,
  foundInstead,
  isGiven,
  isNotGivenOrZero,
  itemsOf,
  kindText,
  missingHint,
  scalarOf,
  scalarText,
} from './fields.ts';
import { booleanOf, canonicalDecimal, idOf, integerBetween } from './scalars.ts';

/** The parameter and the code of it, or the codes, that make another one required. */
interface RequiredWhile {
  readonly name: string;
  readonly is: string | readonly string[];
}

export interface Parameter<Value> {
  readonly schema: Schema;
  /**
   * Reads what was given under `name`.
   * @throws ApiError 40020
   */
  readonly read: (sent: JsonNode, name: string, call: Call, fields: Fields) => Value;
  /** Default; null: it must be given. */
  readonly absent: { readonly value: Value } | null;
  /** Though not always, it must be given now, and not as zero. */
  readonly requiredWhile?: RequiredWhile;
  /** How one that is missing is come by. */
  readonly hint?: Bilingual;
}

/** One that must be given. */
export interface Needed<Value> extends Parameter<Value> {
  readonly absent: null;
}

/** The parameters of an operation by name, in the order of checks and of the documentation. */
export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>;

/** The values that a table is read as. */
export type ValuesOf<Table extends ParameterTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value : never;
};

/** The reader of a table. It throws ApiError: 40019, then 40020. */
export function readerOf<Table extends ParameterTable>(table: Table): (fields: Fields, call: Call) => ValuesOf<Table> {
  const rows = Object.entries(table).map(([name, one]) => ({ name, ...one }));
  const names = Object.keys(table);
  const mustBeGiven = rows.filter(({ absent, requiredWhile }) => absent === null || requiredWhile !== undefined);
  // Its copies have all names in this order, which makes them cheap to fill.
  const initial: Readonly<Record<string, unknown>> = Object.fromEntries(
    rows.map(({ name, absent }) => [name, absent?.value]),
  );
  return (fields, call) => {
    for (const row of mustBeGiven) checkGiven(row, fields, names);
    const values = { ...initial };
    for (const row of rows) {
      const sent = fields.get(row.name);
      if (isGiven(sent)) values[row.name] = row.read(sent, row.name, call, fields);
    }
    return values as ValuesOf<Table>;
  };
}

function checkGiven(
  { name, requiredWhile: when, hint }: Parameter<unknown> & { readonly name: string },
  fields: Fields,
  names: readonly string[],
): void {
  const isMissing =
    when === undefined
      ? !isGiven(fields.get(name))
      : [when.is].flat().includes(scalarOf(fields, when.name) ?? '') && isNotGivenOrZero(fields, name);
  if (isMissing) throw missing(name, missingHint(fields, name, names) ?? hint);
}

/** The parameters that must always be given, in table order. */
export function neededNames(table: ParameterTable): string[] {
  return Object.entries(table).flatMap(([name, { absent }]) => (absent === null ? [name] : []));
}

/** The schema of an object with a table's parameters. */
export function objectOf(table: ParameterTable): Schema {
  const required = neededNames(table);
  const properties = Object.fromEntries(Object.entries(table).map(([name, one]) => [name, one.schema]));
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties };
}

/** One that need not be given, and then counts as `fallback`: null where none is stated. */
export function optional<Value>(of: Needed<Value>): Parameter<Value | null>;
export function optional<Value, const Fallback>(of: Needed<Value>, fallback: Fallback): Parameter<Value | Fallback>;
export function optional(of: Needed<unknown>, fallback: unknown = null): Parameter<unknown> {
  return { ...of, absent: { value: fallback } };
}

/** The same parameter with its value checked or turned into another. */
export function refined<Value, Refined>(
  { schema: shown, read }: Needed<Value>,
  refine: (value: Value, name: string, call: Call, fields: Fields) => Refined,
): Needed<Refined> {
  return needed(shown, (sent, name, call, fields) => refine(read(sent, name, call, fields), name, call, fields));
}

function needed<Value>(shown: Schema, read: Parameter<Value>['read']): Needed<Value> {
  return { schema: shown, read, absent: null };
}

/** Ignored unless another one, before it in the table, was sent as one of these codes. */
export function onlyWhile<Value>(of: Needed<Value>, name: string, codes: readonly string[]): Parameter<Value | null> {
  return optional({
    ...of,
    read: (sent, own, call, fields) =>
      codes.includes(scalarOf(fields, name) ?? '') ? of.read(sent, own, call, fields) : null,
  });
}

/** Shown in the reference and never looked at. */
export function ignored(of: Parameter<unknown>, description: string): Parameter<null> {
  return { schema: { ...of.schema, description }, read: () => null, absent: { value: null } };
}

/** Shown in the reference; its operation reads the body itself. */
export function ownRead(shown: Schema): Needed<never> {
  return needed(shown, (_, name) => {
    throw new Error(`${name} is read by its operation itself`);
  });
}

const SCALAR = { anyOf: [{ type: 'string' }, { type: 'number' }] };
const scalar = (description: string, more: object): Schema => ({ ...SCALAR, description, ...more });

/** The source text of a string or number. */
export function text(description: string, more: object = {}): Needed<string> {
  return needed(scalar(description, more), scalarText);
}

/** A decimal as canonical text. */
export function decimal(description: string, more: object = {}): Needed<DecimalText> {
  return refined(text(description, more), (found, name) => {
    const value = canonicalDecimal(found);
    if (value === null) throw invalid(name, foundInstead(found, DECIMAL));
    return value;
  });
}

const DECIMAL: Bilingual = {
  en: 'a plain decimal such as 0.01, at most 30 digits',
  zh: '普通小数，例如0.01，最多30位数字',
};

/** A decimal for which zero means "not given": presets and execute prices. */
export function decimalUnlessZero(description: string): Parameter<DecimalText | null> {
  return optional(refined(decimal(description), (value) => (value === '0' ? null : value)));
}

/** A price that must be given, and not as zero, while `kindName` says that there is a limit; else it is ignored. */
export function limitPrice(description: string, kindName: string): Parameter<DecimalText | null> {
  const requiredWhile = { name: kindName, is: '0' };
  const price = decimal(description, { 'x-required-when': requiredWhile });
  return { ...onlyWhile(price, kindName, [requiredWhile.is]), requiredWhile };
}

/** A whole number from `least` to `most`. */
export function whole(description: string, least: number, most: number, more: object = {}): Needed<number> {
  return refined(text(description, { 'x-minimum': least, 'x-maximum': most, ...more }), (found, name) => {
    const value = integerBetween(found, least, most);
    if (value !== null) return value;
    const need = { en: `a whole number from ${least} to ${most}`, zh: `${least}到${most}的整数` };
    throw outOfRange(name, least, most, foundInstead(found, need));
  });
}

/** The same; `usual` when it isn't given. */
export function wholeOr(usual: number, description: string, least: number, most: number): Parameter<number> {
  return optional(whole(description, least, most, { default: usual }), usual);
}

/** One of our ids; 0 for one that can't exist. */
export function id(description: string): Needed<number> {
  return refined(text(description), idIn);
}

/**
 * One of our ids in a text.
 * @throws ApiError 40020
 */
export function idIn(found: string, name: string): number {
  const value = idOf(found);
  if (value === null) throw invalid(name, foundInstead(found, { en: 'an id in digits', zh: '数字编号' }));
  return value;
}

/** A boolean in any of its spellings: true, "true", 1, "1". */
export function flag(description: string): Needed<boolean> {
  const shown = { anyOf: [{ type: 'boolean' }, { enum: ['true', 'false', '1', '0', 1, 0] }], description };
  return needed(shown, (sent, name) => {
    if (sent.kind === 'boolean') return sent.value;
    const found = scalarText(sent, name);
    const value = booleanOf(found);
    if (value === null) throw invalid(name, foundInstead(found, { en: 'true or false', zh: 'true或false' }));
    return value;
  });
}

type Codes<Word> = Readonly<Record<string, Word>>;

/** One of a table's codes, as string or number, and read as its word; `meaning` lists them. */
export function code<Word>(meaning: Bilingual, codes: Codes<Word>, description = meaning.en): Needed<Word> {
  const texts = Object.keys(codes);
  const numbers = texts.filter((one) => /^-?[0-9]+$/.test(one)).map(Number);
  return word(needed({ enum: [...texts, ...numbers], description }, scalarText), codes, meaning);
}

/** A text that is one of a table's codes, read as its word. */
export function word<Word>(of: Needed<string>, codes: Codes<Word>, meaning: Bilingual): Needed<Word> {
  return refined(of, (found, name) => {
    const known = Object.hasOwn(codes, found) ? codes[found] : undefined;
    if (known === undefined) throw invalid(name, foundInstead(found, meaning));
    return known;
  });
}

/** A list of strings or numbers, as texts. */
export function texts(item: Schema, description: string): Needed<readonly string[]> {
  return needed(list(item, description), (sent, name) =>
    itemsOf(sent, name).map((one, at) => {
      if (isGiven(one) && one.kind === 'string') return one.value;
      if (one.kind === 'number') return one.literal;
      const place = `${name}[${at}]`;
      throw invalid(name, {
        en: `expected a string or a number at ${place}, found ${kindText(one)}`,
        zh: `${place}需要字符串或数字，收到${one.kind}`,
      });
    }),
  );
}

/** A list of objects, each to be read by itself. */
export function rows(item: Schema, description: string, more: object = {}): Needed<readonly Fields[]> {
  return needed(schema({ type: 'array', items: item, description, ...more }), (sent, name) =>
    itemsOf(sent, name).map((one, at) => {
      if (one.kind === 'object') return fieldsOfObject(one);
      const place = `${name}[${at}]`;
      throw invalid(name, {
        en: `expected an object at ${place}, found ${kindText(one)}`,
        zh: `${place}需要对象，收到${one.kind}`,
      });
    }),
  );
}

/** As an item of a list: a string or a number. */
export const textItem = (description: string): Schema => scalar(description, {});
