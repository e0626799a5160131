/**
 * JSON Schema, each piece with the type of what it describes, so that a type is derived from a schema and never written
 * beside it. Nothing is checked by a schema: requests are read losslessly (call/parameter.ts), because a validator
 * would turn callers' numbers into doubles, and answers are held by the compiler.
 */
declare const shown: unique symbol;
const LEFT_OUT = Symbol('may be left out');

/** A JSON Schema, as it is written into OpenAPI and AsyncAPI. */
export interface Schema<View = unknown> {
  /** For the compiler alone. */
  readonly [shown]?: View;
  readonly [keyword: string]: unknown;
}

/** A field that need not be there. */
interface LeftOut<View> extends Schema<View> {
  readonly [LEFT_OUT]: true;
}

/** The type of what a schema describes. */
export type Described<Of> = Of extends Schema<infer View> ? View : never;

export type Properties = Readonly<Record<string, Schema>>;
type OptionalName<Of extends Properties> = { [Name in keyof Of]: Of[Name] extends LeftOut<unknown> ? Name : never };
type NameLeftOut<Of extends Properties> = OptionalName<Of>[keyof Of];
type Given<Of extends Properties> = { readonly [Name in Exclude<keyof Of, NameLeftOut<Of>>]: Described<Of[Name]> };
type RecordOf<Of extends Properties> = Given<Of> & { readonly [Name in NameLeftOut<Of>]?: Described<Of[Name]> };

/** A schema by its keywords. */
export const schema = <View = unknown>(keywords: object): Schema<View> => ({ ...keywords });

const described = (description: string): object => (description === '' ? {} : { description });

/** An object whose fields are there in this order, apart from those that may be left out. */
export function object<Of extends Properties>(
  properties: Of,
  more: object = {},
): Schema<{ readonly [Name in keyof RecordOf<Of>]: RecordOf<Of>[Name] }> & { readonly properties: Of } {
  const required = Object.entries(properties).flatMap(([name, field]) => (LEFT_OUT in field ? [] : [name]));
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...more };
}

export const optional = <View>(of: Schema<View>): LeftOut<View> => ({ ...of, [LEFT_OUT]: true });
export const nullable = <View>(of: Schema<View>, description = ''): Schema<View | null> =>
  schema({ anyOf: [of, { type: 'null' }], ...described(description) });
export const list = <View>(items: Schema<View>, description = '', more: object = {}): Schema<readonly View[]> =>
  schema({ type: 'array', items, ...more, ...described(description) });
export const string = <Text extends string = string>(description = ''): Schema<Text> =>
  schema({ type: 'string', ...described(description) });
export const nullableString = <Text extends string = string>(description = ''): Schema<Text | null> =>
  schema({ type: ['string', 'null'], ...described(description) });
export const number = (description = ''): Schema<number> => schema({ type: 'number', ...described(description) });
export const nullableNumber = (description = ''): Schema<number | null> =>
  schema({ type: ['number', 'null'], ...described(description) });
export const boolean = (): Schema<boolean> => schema({ type: 'boolean' });
