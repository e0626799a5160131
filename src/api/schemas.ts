/**
 * The pieces route schemas are made of. They describe the wire for OpenAPI and for the every-route test; reading is done by
 * `fields.ts`, because a schema validator would turn callers' numbers into doubles.
 */
import type { TSchema } from 'typebox';
import { Type } from 'typebox';

const scalar = { anyOf: [{ type: 'string' }, { type: 'number' }] };

/** A scalar that may come as JSON string or number. */
export function text(description: string, extra: object = {}): TSchema {
  return Type.Unsafe<string>({ ...scalar, description, ...extra });
}

/** A boolean that may come as JSON boolean, string or number. */
export function flag(description: string): TSchema {
  return Type.Unsafe<boolean>({ anyOf: [{ type: 'boolean' }, { enum: ['true', 'false', '1', '0', 1, 0] }], description });
}

/** One of a few codes, as string or number. */
export function code(description: string, codes: readonly string[]): TSchema {
  const numbers = codes.filter((one) => /^-?[0-9]+$/.test(one)).map(Number);
  return Type.Unsafe<string>({ enum: [...codes, ...numbers], description });
}

export function whole(description: string, minimum: number, maximum: number, initial?: number): TSchema {
  return text(description, {
    'x-minimum': minimum,
    'x-maximum': maximum,
    ...(initial === undefined ? {} : { default: initial }),
  });
}

export const symbolField = text('Trading pair, such as cmt_btcusdt');
export const startTimeField = text('Epoch ms, inclusive, on the creation time');
export const endTimeField = text('Epoch ms, inclusive, on the creation time');
export const pageField = whole('Page from 0; shifts when new items arrive', 0, 10_000, 0);
export const cursorField = text('Opaque place from the header X-Next-Cursor; beats page');

/** An answer's object: every field required, in the order given. */
export function answer(fields: Record<string, TSchema>): TSchema {
  return Type.Object(fields);
}

export const string = (description = ''): TSchema => Type.String(description === '' ? {} : { description });
export const nullableString = (description = ''): TSchema =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(description === '' ? {} : { description }) });
export const number = (description = ''): TSchema => Type.Number(description === '' ? {} : { description });
export const boolean = (): TSchema => Type.Boolean();
export const list = (items: TSchema): TSchema => Type.Array(items);
