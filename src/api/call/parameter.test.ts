// A table of parameters: what must be given, in which order it is refused, and what is not looked at.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../words/errors.ts';
import type { Call } from './call.ts';
import { queryFields } from './fields.ts';
import {
  code,
  decimal,
  decimalUnlessZero,
  id,
  ignored,
  limitPrice,
  neededNames,
  objectOf,
  onlyWhile,
  optional,
  readerOf,
  refined,
  wholeOr,
} from './parameter.ts';

const KINDS = { '0': 'limit', '1': 'market' } as const;
const TABLE = {
  size: decimal('Size'),
  kind: code({ en: '0 limit, 1 market', zh: '' }, KINDS),
  price: limitPrice('Price', 'kind'),
  stop: decimalUnlessZero('Stop'),
  position: onlyWhile(id('Position'), 'kind', ['1']),
  mode: ignored(id(''), 'Ignored'),
  limit: wholeOr(20, 'Rows', 1, 100),
  twice: optional(refined(decimal('Twice'), (value) => Number(value) * 2)),
};

const read = (query: string): unknown => {
  try {
    return readerOf(TABLE)(queryFields(query, Object.keys(TABLE)), {} as Call);
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${String(error.fill['name'])}`;
    throw error;
  }
};

describe('a table of parameters', () => {
  it('is read as its values, under its names and in its order', () => {
    expect(Object.entries(read('twice=2.5&kind=0&size=0.10&price=7&limit=3') as object)).toEqual([
      ['size', '0.1'],
      ['kind', 'limit'],
      ['price', '7'],
      ['stop', null],
      ['position', null],
      ['mode', null],
      ['limit', 3],
      ['twice', 5],
    ]);
  });

  it.each([
    ['size=x&limit=0', '40019 kind', 'what is missing answers before what is wrong'],
    ['kind=0&size=x', '40019 price', 'also what is required by the value of another'],
    ['kind=0&size=1&price=0.00', '40019 price', 'which zero is not'],
    ['limit=0&size=x&kind=1', '40020 size', 'of two that are wrong the first of the table answers'],
    ['size=1&kind=2', '40020 kind', 'a code is one of the table’s own'],
    ['size=1&kind=toString', '40020 kind', 'and nothing that every object has'],
    ['size=1&kind=1&position=x', '40020 position', 'what is looked at must be readable'],
  ])('%s is %s: %s', (query, refusal) => {
    expect(read(query)).toBe(refusal);
  });

  it('does not look at what is ignored, always or for now', () => {
    expect(read('size=1&kind=1&price=x&mode=x&stop=0.0')).toMatchObject({ price: null, mode: null, stop: null });
    expect(read('size=1&kind=0&price=5&position=x')).toMatchObject({ position: null });
    expect(read('size=1&kind=1&position=70')).toMatchObject({ position: 70 });
  });

  it('is an object to OpenAPI, of which only what must always be given is required', () => {
    expect(neededNames(TABLE)).toEqual(['size', 'kind']);
    expect(objectOf(TABLE)).toMatchObject({
      required: ['size', 'kind'],
      properties: { limit: { default: 20, 'x-minimum': 1 }, kind: { enum: ['0', '1', 0, 1] } },
    });
    expect(objectOf({ stop: TABLE.stop })).not.toHaveProperty('required');
  });
});
