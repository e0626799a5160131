// The fields of an upload: vectors for whole bodies and for order ids, and the corners of the rules.
import { describe, expect, it } from 'vitest';
import { bytesOf, vectors } from '../../../test/ailog-vectors.ts';
import { UPLOAD_LIMITS, scan } from '../text/scan.ts';
import { answerWarnings, parseUpload, readUpload, sortedWarnings } from './upload.ts';

const { base, cases } = vectors.upload;
const baseWith = (literal: string | null): string =>
  JSON.stringify(base).replace(/}$/, literal === null ? '}' : `,"orderId":${literal}}`);
const withMember = (name: string, value: unknown): Uint8Array => bytesOf(JSON.stringify({ ...base, [name]: value }));

/** The codes of the vectors, which are the ones callers are shown. */
const CAUSES: Readonly<Record<string, string>> = { 40017: 'malformed', 40019: 'missing', 40020: 'invalid' };

describe('parseUpload: vectors', () => {
  it.each(cases.map((vector) => [vector.why, vector] as const))(
    '%s',
    (_, { why: _why, text, accept, code, ...expected }) => {
      const cause = code === undefined ? {} : { cause: CAUSES[code] };
      expect(parseUpload(bytesOf(text))).toMatchObject({ ok: accept, ...cause, ...expected });
    },
  );

  it('reads all 42 of them', () => {
    expect(cases).toHaveLength(42);
  });
});

describe('orderId: vectors', () => {
  it.each(vectors.orderId.map((vector) => [vector.literal, vector] as const))(
    '%s',
    (_, { literal, accept, orderId, warning, code }) => {
      const upload = parseUpload(bytesOf(baseWith(literal)));
      const warnings = warning === null || warning === undefined ? [] : [warning];
      expect(upload).toMatchObject(
        accept
          ? { ok: true, orderId, warnings }
          : { ok: false, cause: CAUSES[code ?? ''], parameter: 'orderId', path: '$.orderId' },
      );
    },
  );

  it('reads all 30 of them', () => {
    expect(vectors.orderId).toHaveLength(30);
  });
});

describe('parseUpload', () => {
  it('says where the value stands that does not fit, and what is needed', () => {
    expect(parseUpload(bytesOf('{"model":"m","input":{},"output":{},"stage": 5}'))).toEqual({
      ok: false,
      cause: 'invalid',
      parameter: 'stage',
      needed: 'a string of 1 to 256 characters after trimming, without control characters',
      path: '$.stage',
      offset: 45,
    });
  });

  it('asks for what is required in table order', () => {
    expect(parseUpload(bytesOf('{}'))).toMatchObject({ ok: false, cause: 'missing', parameter: 'stage' });
    expect(parseUpload(bytesOf('{"stage":"s"}'))).toMatchObject({ parameter: 'model' });
    expect(parseUpload(bytesOf('{"stage":"s","model":5}'))).toMatchObject({ parameter: 'input' });
    expect(parseUpload(bytesOf('{"stage":5,"model":5,"input":5}'))).toMatchObject({
      cause: 'missing',
      parameter: 'output',
    });
  });

  it.each(['\u0000', '\u001f', '\u007f', '\u009f', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'])(
    'refuses %j inside stage and model',
    (character) => {
      expect(parseUpload(withMember('stage', `a${character}b`))).toMatchObject({
        cause: 'invalid',
        parameter: 'stage',
      });
      expect(parseUpload(withMember('model', `a${character}b`))).toMatchObject({
        cause: 'invalid',
        parameter: 'model',
      });
    },
  );

  it('trims before it looks', () => {
    expect(parseUpload(withMember('stage', `\n\t\u2028${'s'.repeat(256)}\ufeff `))).toMatchObject({
      ok: true,
      stage: 's'.repeat(256),
    });
    expect(parseUpload(withMember('model', `${'m'.repeat(129)} `))).toMatchObject({
      cause: 'invalid',
      parameter: 'model',
    });
  });

  it.each([
    [1_000, { ok: true, warnings: [] }],
    [1_001, { ok: true, warnings: ['LONG_EXPLANATION'] }],
    [10_000, { ok: true, warnings: ['LONG_EXPLANATION'] }],
    [10_001, { ok: false, cause: 'invalid', parameter: 'explanation' }],
  ])('an explanation of %i characters, counted in code points', (length, expected) => {
    expect(parseUpload(withMember('explanation', '😀'.repeat(length)))).toMatchObject(expected);
  });

  it('gives the slices as sent, and none for an explanation not given', () => {
    const text = '{"explanation": "\\u0041" ,"stage":"s","model":"m","input":{ "a" : 1 },"output":{}}';
    const upload = parseUpload(bytesOf(text));
    if (!upload.ok) throw new Error(upload.cause);
    expect(text.slice(...upload.slices.input)).toBe('{ "a" : 1 }');
    expect(text.slice(...upload.slices.output)).toBe('{}');
    expect(text.slice(...(upload.slices.explanation ?? [0, 0]))).toBe('"\\u0041"');
    expect(upload.explanation?.value).toBe('A');
    expect(parseUpload(bytesOf(JSON.stringify(base)))).toMatchObject({
      explanation: null,
      slices: { explanation: null },
    });
  });

  it('lists warnings in order, each once', () => {
    const body = {
      ...base,
      input: {},
      output: {},
      orderId: '',
      explanation: 'x'.repeat(2_000),
      key: `sk-${'x'.repeat(20)}`,
    };
    const warnings = ['EMPTY_INPUT', 'EMPTY_OUTPUT', 'LONG_EXPLANATION', 'ORDER_ID_EMPTY', 'SECRET', 'UNKNOWN_FIELD'];
    expect(parseUpload(bytesOf(JSON.stringify(body)))).toMatchObject({ ok: true, warnings });
  });

  it('warns of unknown members at the top only', () => {
    expect(parseUpload(withMember('__proto__x', 1))).toMatchObject({ warnings: ['UNKNOWN_FIELD'] });
    expect(parseUpload(withMember('input', { anything: 1 }))).toMatchObject({ warnings: [] });
  });
});

describe('sortedWarnings', () => {
  it('gives each once, in order', () => {
    expect(sortedWarnings(['SECRET', 'NO_DECISION', 'SECRET'])).toEqual(['NO_DECISION', 'SECRET']);
  });
});

describe('readUpload', () => {
  it('takes a scanned body of any kind', () => {
    const bytes = bytesOf(' [1]');
    const scanned = scan(bytes, UPLOAD_LIMITS);
    if (!scanned.ok) throw new Error(scanned.reason);
    expect(readUpload(bytes, scanned.root)).toEqual({
      ok: false,
      cause: 'malformed',
      reason: 'notObject',
      path: '$',
      offset: 1,
    });
  });
});

describe('answerWarnings', () => {
  const upload = parseUpload(bytesOf(baseWith('7')));
  if (!upload.ok) throw new Error(upload.cause);
  const fine = { decisions: 1, orderFound: true, modelRegistered: true };

  it('adds nothing when nothing is wrong', () => {
    expect(answerWarnings(upload, fine)).toEqual([]);
  });

  it('adds what takes decisions and state, in order', () => {
    const odd = { ...upload, warnings: ['SECRET'] as const };
    const warnings = ['MODEL_NOT_REGISTERED', 'NO_DECISION', 'ORDER_NOT_FOUND', 'SECRET'];
    expect(answerWarnings(odd, { decisions: 0, orderFound: false, modelRegistered: false })).toEqual(warnings);
  });

  it('misses no order where none is named', () => {
    expect(answerWarnings({ ...upload, orderId: null }, { ...fine, orderFound: false })).toEqual([]);
  });
});
