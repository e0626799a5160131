import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../words/errors.ts';
import type { Call } from './call.ts';
import { bodyFields, type Fields, queryFields } from './fields.ts';
import { decimal, optional, type Parameter, readerOf, text, wholeOr } from './parameter.ts';
import { time } from '../reading/times.ts';

const read = <Value>(parameter: Parameter<Value>, fields: Fields, name: string): unknown =>
  readerOf({ [name]: parameter })(fields, {} as Call)[name];
const textOf = (fields: Fields, name: string) => read(optional(text('')), fields, name);
const decimalOf = (fields: Fields, name: string) => read(optional(decimal('')), fields, name);
const timeOf = (fields: Fields, name: string) => read(optional(time('')), fields, name);
const wholeOf = (fields: Fields, name: string, least: number, most: number, usual: number) =>
  read(wholeOr(usual, '', least, most), fields, name);

const KNOWN = ['symbol', 'limit', 'startTime'];

describe('queries', () => {
  it('are percent-decoded, + is a blank, unknown names are ignored', () => {
    const fields = queryFields('symbol=a%20b+c&%6Cimit=5&x=1&x=2&bad=%zz&&=&flag', KNOWN);
    expect(textOf(fields, 'symbol')).toBe('a b c');
    expect(wholeOf(fields, 'limit', 1, 10, 1)).toBe(5);
    expect(textOf(fields, 'startTime')).toBeNull();
  });

  it('a known name twice, or one that does not decode, is 40017', () => {
    for (const query of ['symbol=1&symbol=1', 'symbol=1&s%79mbol=2', 'symbol=%', 'symbol=%ff', 'symbol=%ed%a0%80']) {
      expect(() => queryFields(query, KNOWN), query).toThrow(expect.objectContaining({ code: 40017 }));
    }
  });

  it('any text whatever is read or refused with a code', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('symbol', 'limit', '=', '&', '%', '%41', '%ff', '+', '%00'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          const fields = queryFields(pieces.join(''), KNOWN);
          for (const name of KNOWN) textOf(fields, name);
          wholeOf(fields, 'limit', 1, 100, 1);
          timeOf(fields, 'startTime');
          decimalOf(fields, 'symbol');
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect([40017, 40020]).toContain(error.code);
        }
      }),
    );
  });
});

describe('bodies', () => {
  const sent = (body: string) => bodyFields(Buffer.from(body), false);

  it('keep numbers as they were written', () => {
    const fields = sent('{"a":712345678901234567,"b":5e-05,"c":"+0.0100","d":0.10}');
    expect(textOf(fields, 'a')).toBe('712345678901234567');
    expect([decimalOf(fields, 'b'), decimalOf(fields, 'c'), decimalOf(fields, 'd')]).toEqual([
      '0.00005',
      '0.01',
      '0.1',
    ]);
  });

  it('take absent, null and empty for not given', () => {
    const fields = sent('{"a":null,"b":""}');
    for (const name of ['a', 'b', 'c'])
      expect([textOf(fields, name), wholeOf(fields, name, 1, 9, 7)]).toEqual([null, 7]);
  });

  it('never throw anything but a code, on any bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 80 }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          try {
            const fields = bodyFields(bytes, false);
            for (const name of ['a', 'symbol', '__proto__']) textOf(fields, name);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect([40017, 40020]).toContain(error.code);
          }
        },
      ),
    );
  });
});

describe('times', () => {
  const time = (text: string) => timeOf(queryFields(`startTime=${text}`, KNOWN), 'startTime');
  it('are ms; what can only be seconds is refused with a hint', () => {
    expect(time('1767258000000')).toBe(1_767_258_000_000);
    expect(time('0')).toBe(0);
    expect(time('')).toBeNull();
    for (const text of ['1767258000', '99999999999', '1.5', '-1', '1e12', 'now']) {
      expect(() => time(text), text).toThrow(expect.objectContaining({ code: 40020 }));
    }
  });
});
