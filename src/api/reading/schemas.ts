/**
 * The pieces schemas of requests are made of. Reading is done by `fields.ts`, because a schema validator would turn
 * callers' numbers into doubles.
 */
import type { Static, TOptional, TSchema, TUnsafe } from 'typebox';
import { Type } from 'typebox';

const scalar = { anyOf: [{ type: 'string' }, { type: 'number' }] };

/** A scalar that may come as JSON string or number. */
export function text(description: string, extra: object = {}): TUnsafe<string | number> {
  return Type.Unsafe({ ...scalar, description, ...extra });
}

/** A boolean that may come as JSON boolean, string or number. */
export function flag(description: string): TUnsafe<boolean | 'true' | 'false' | '1' | '0' | 1 | 0> {
  return Type.Unsafe({
    anyOf: [{ type: 'boolean' }, { enum: ['true', 'false', '1', '0', 1, 0] }],
    description,
  });
}

type NumberIn<Code> = Code extends `${infer Value extends number}` ? Value : never;

/** One of a few codes, as string or number. */
export function code<const Code extends string>(
  description: string,
  codes: readonly Code[],
): TUnsafe<Code | NumberIn<Code>> {
  const numbers = codes.filter((one) => /^-?[0-9]+$/.test(one)).map(Number);
  return Type.Unsafe({ enum: [...codes, ...numbers], description });
}

export function whole(
  description: string,
  minimum: number,
  maximum: number,
  initial?: number,
): TUnsafe<string | number> {
  return text(description, {
    'x-minimum': minimum,
    'x-maximum': maximum,
    ...(initial === undefined ? {} : { default: initial }),
  });
}

/** The field and value that make another one required. */
export interface RequiredWhen {
  readonly name: string;
  readonly is: string;
}

/** A price that must be given, and not as zero, while another field says that the order has a limit. */
export function limitPrice(description: string, kindName: string): TOptional<TUnsafe<string | number | null>> {
  const when: RequiredWhen = { name: kindName, is: '0' };
  return Type.Optional(Type.Unsafe(text(description, { 'x-required-when': when })));
}

export const symbolField = text('Trading pair, such as cmt_btcusdt');
export const startTimeField = text('Epoch ms, inclusive, on the creation time');
export const endTimeField = text('Epoch ms, inclusive, on the creation time');
export const pageField = whole('Page from 0; shifts when new items arrive', 0, 10_000, 0);
export const cursorField = text('Opaque place from the header X-Next-Cursor; beats page');

export const list = <Item extends TSchema>(items: Item, description: string): TUnsafe<readonly Static<Item>[]> =>
  Type.Unsafe(Type.Array(items, { description }));
