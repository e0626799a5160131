// The scanner against its vectors, against JSON.parse where the two can be compared, and against whatever bytes come.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScanVector } from '../../../test/ailog-vectors.ts';
import { bytesOf, hexBytes, vectors } from '../../../test/ailog-vectors.ts';
import type { JsonNode, ScanLimits } from './scan.ts';
import { memberOf, REQUEST_LIMITS, scan, scanObject, UPLOAD_LIMITS } from './scan.ts';

function vectorBytes({ text, hex, repeat }: ScanVector): Uint8Array {
  if (hex !== undefined) return hexBytes(hex);
  if (repeat !== undefined) return bytesOf(repeat.before + repeat.text.repeat(repeat.times) + repeat.after);
  return bytesOf(text ?? '');
}

describe('scan: vectors', () => {
  it.each(vectors.jsonScan.map((vector) => [vector.why, vector] as const))('%s', (_, vector) => {
    const result = scan(vectorBytes(vector), UPLOAD_LIMITS);
    const { accept, kind, reason, offset, path } = vector;
    if (accept) expect(result).toMatchObject({ ok: true, root: { kind } });
    else expect(result).toEqual({ ok: false, reason, offset, path });
  });

  it('reads all 79 of them', () => {
    expect(vectors.jsonScan).toHaveLength(79);
  });
});

describe('scan: nodes', () => {
  it('gives entry lists, literals, decoded text and offsets', () => {
    const text = ' {"a":[1.50,-0e+1,true,false,null],"\\u006b":"\\ud83d\\ude00é\\n"} ';
    const result = scan(bytesOf(text), REQUEST_LIMITS);
    expect(result).toEqual({
      ok: true,
      root: {
        kind: 'object',
        start: 1,
        end: 63,
        members: [
          {
            key: 'a',
            value: {
              kind: 'array',
              start: 6,
              end: 34,
              items: [
                { kind: 'number', start: 7, end: 11, literal: '1.50' },
                { kind: 'number', start: 12, end: 17, literal: '-0e+1' },
                { kind: 'boolean', start: 18, end: 22, value: true },
                { kind: 'boolean', start: 23, end: 28, value: false },
                { kind: 'null', start: 29, end: 33 },
              ],
            },
          },
          { key: 'k', value: { kind: 'string', start: 44, end: 62, points: 3, value: '😀é\n' } },
        ],
      },
    });
  });

  it('names odd keys in paths as JSON writes them', () => {
    expect(scan(bytesOf('{"odd key":{"a\\"b":{"9":[[x]]}}}'), REQUEST_LIMITS)).toMatchObject({
      path: '$["odd key"]["a\\"b"]["9"][0][0]',
    });
    expect(scan(bytesOf('{"手动":!}'), REQUEST_LIMITS)).toMatchObject({ path: '$["手动"]', offset: 10 });
  });

  it.each([1, 255, 256, 257, 4_096])(
    'gives the text of a string of %i points and counts them, plain or rich',
    (length) => {
      for (const text of [
        'x'.repeat(length),
        '😀'.repeat(length),
        `${'x'.repeat(length - 1)}"`,
        `é${'x'.repeat(length - 1)}`,
      ]) {
        const result = scan(bytesOf(`[${JSON.stringify(text)}]`), REQUEST_LIMITS);
        if (!result.ok || result.root.kind !== 'array') throw new Error('a list was expected');
        const [node] = result.root.items;
        expect(node).toMatchObject({ kind: 'string', points: length, value: text });
      }
    },
  );

  it('finds members, the first and only one of a name', () => {
    const result = scanObject(bytesOf('{"a":1,"__proto__":2}'), REQUEST_LIMITS);
    if (!result.ok) throw new Error(result.reason);
    expect(memberOf(result.root, '__proto__')).toMatchObject({ literal: '2' });
    expect(memberOf(result.root, 'constructor')).toBeUndefined();
  });
});

describe('scanObject', () => {
  it('takes nothing at all as {}', () => {
    expect(scanObject(new Uint8Array(0), REQUEST_LIMITS)).toEqual({
      ok: true,
      root: { kind: 'object', start: 0, end: 0, members: [] },
    });
  });

  it.each(['[]', 'null', '"{}"', '1', 'true'])('refuses %s at the top', (text) => {
    expect(scanObject(bytesOf(`  ${text}`), REQUEST_LIMITS)).toEqual({
      ok: false,
      reason: 'notObject',
      path: '$',
      offset: 2,
    });
  });

  it('passes on why the scanner refused', () => {
    expect(scanObject(bytesOf(' '), REQUEST_LIMITS)).toEqual({ ok: false, reason: 'syntax', path: '$', offset: 1 });
  });
});

describe('scan: limits', () => {
  const tight: ScanLimits = { depth: 2, values: 4, keyLength: 2, stringLength: 3, numberLength: 4 };

  it.each([
    ['{"k":[]}', null, '', 0],
    ['{"k":[{}]}', 'tooDeep', '$.k[0]', 6],
    ['[1,2,3]', null, '', 0],
    ['[1,2,3,4]', 'tooManyValues', '$[3]', 7],
    ['{"ab":1}', null, '', 0],
    ['{"abc":1}', 'keyTooLong', '$', 1],
    ['{"😀é":1}', null, '', 0],
    ['{"😀éa":1}', 'keyTooLong', '$', 1],
    ['"abc"', null, '', 0],
    ['"abcd"', 'stringTooLong', '$', 0],
    ['["😀\\ud83d\\ude00é"]', null, '', 0],
    ['["😀\\ud83d\\ude00éa"]', 'stringTooLong', '$[0]', 1],
    ['"\\n\\n\\n"', null, '', 0],
    ['"a\\n\\n\\n"', 'stringTooLong', '$', 0],
    ['-1e5', null, '', 0],
    ['[-1.25]', 'numberTooLong', '$[0]', 1],
    ['{"a":{"b":[]}}', 'tooDeep', '$.a.b', 10],
  ])('%s', (text, reason, path, offset) => {
    const result = scan(bytesOf(text), tight);
    if (reason === null) expect(result.ok).toBe(true);
    else expect(result).toEqual({ ok: false, reason, path, offset });
  });

  it('finds a repeated key in a large object, also among keys that look like numbers', () => {
    const keys = Array.from({ length: 5_000 }, (_, at) => `"${at}":0`).join(',');
    expect(scan(bytesOf(`{${keys}}`), UPLOAD_LIMITS).ok).toBe(true);
    expect(scan(bytesOf(`{${keys},"4999":1}`), UPLOAD_LIMITS)).toMatchObject({
      reason: 'duplicateKey',
      path: '$["4999"]',
    });
    expect(scan(bytesOf(`{${keys},"0":1}`), UPLOAD_LIMITS)).toMatchObject({
      reason: 'duplicateKey',
      offset: keys.length + 2,
    });
  });

  it('keeps the keys of a large object apart from those of objects inside it', () => {
    const keys = Array.from(
      { length: 40 },
      (_, at) => `"k${at}":{${Array.from({ length: 40 }, (_unused, inner) => `"k${inner}":0`).join(',')}}`,
    );
    expect(scan(bytesOf(`{${keys.join(',')}}`), UPLOAD_LIMITS).ok).toBe(true);
    expect(scan(bytesOf(`{${keys.join(',')},"k7":0}`), UPLOAD_LIMITS)).toMatchObject({
      reason: 'duplicateKey',
      path: '$.k7',
    });
  });

  it('needs no stack for depth', () => {
    const deep = { ...UPLOAD_LIMITS, depth: 1_000_000, values: 1_000_000 };
    const text = '['.repeat(300_000) + ']'.repeat(300_000);
    expect(scan(bytesOf(text), deep)).toMatchObject({ ok: true, root: { kind: 'array', end: 600_000 } });
  });

  it.each([
    '{"s":"\\ud800',
    '{"s":"\\ud800\\',
    '{"s":"\\ud800\\u',
    '{"s":"\\ud800\\ud',
    '{"s":"\\ud800\\udc0',
    '{"s":"\\u00',
    '{"s":"\\',
    '{"a":tr',
    '{"a":-',
    '{"a":1.',
    '{"a":1e+',
    '{"a',
    '{',
  ])('cut short after %s: the end is the place', (text) => {
    expect(scan(bytesOf(text), UPLOAD_LIMITS)).toMatchObject({ ok: false, reason: 'syntax', offset: text.length });
  });

  it.each([
    ['"\\ud800\\n"', 'surrogate', 1],
    ['"\\ud800\\u0041"', 'surrogate', 1],
    ['"\\ud800\\udb00"', 'surrogate', 1],
    ['"x\\uDBFF\\uDFFF\\uDC00"', 'surrogate', 14],
    ['"\\ud800\\udcg0"', 'syntax', 11],
    ['"\\ud83D\\uDe0G"', 'syntax', 12],
  ])('halves of a pair: %s', (text, reason, offset) => {
    expect(scan(bytesOf(text), UPLOAD_LIMITS)).toEqual({ ok: false, reason, path: '$', offset });
  });
});

/** The value a node stands for, with objects as entry lists, as JSON.parse's result is compared. */
function plain(node: JsonNode): unknown {
  if (node.kind === 'object') return { entries: node.members.map(({ key, value }) => [key, plain(value)]).sort(byKey) };
  if (node.kind === 'array') return node.items.map(plain);
  if (node.kind === 'null') return null;
  return node.kind === 'number' ? Number(node.literal) : node.value;
}

/** JSON.parse puts keys like "1" first; sorting both sides makes the order comparable. */
function byKey(left: readonly unknown[], right: readonly unknown[]): number {
  return String(left[0]) < String(right[0]) ? -1 : 1;
}

function plainParsed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainParsed);
  if (typeof value !== 'object' || value === null) return value;
  return {
    entries: Object.entries(value)
      .map(([key, member]) => [key, plainParsed(member)])
      .sort(byKey),
  };
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

function parseByPlatform(bytes: Uint8Array): Parsed {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}

/** Checks the properties that hold for any bytes at all. */
function checkAnyBytes(bytes: Uint8Array): void {
  const result = scan(bytes, UPLOAD_LIMITS);
  const parsed = parseByPlatform(bytes);
  if (result.ok) {
    expect(parsed).toMatchObject({ ok: true });
    if (parsed.ok) expect(plain(result.root)).toEqual(plainParsed(parsed.value));
    return;
  }
  expect(result.offset).toBeGreaterThanOrEqual(0);
  expect(result.offset).toBeLessThanOrEqual(bytes.length);
  if (result.reason === 'utf8' || result.reason === 'syntax') expect(parsed).toEqual({ ok: false });
  if (result.reason === 'syntax') {
    // The text before the offset could have gone on: cut there, it fails nowhere earlier (or is complete, or cut inside
    // a character).
    const before = scan(bytes.subarray(0, result.offset), UPLOAD_LIMITS);
    if (!before.ok) expect(before).toMatchObject({ reason: 'syntax', offset: result.offset });
  }
}

describe('scan: any bytes', () => {
  it('never throws and agrees with the platform on random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), checkAnyBytes));
  });

  it('agrees on texts of JSON’s own characters', () => {
    const pieces = fc.constantFrom(
      ...'{ } [ ] , : " \\ u d8 00 dc a "a" "b": 1 0 - . e + true false null é 😀 \u0000 \u2028 \ufeff'.split(' '),
      '"\\ud83d\\ude00"',
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => checkAnyBytes(bytesOf(parts.join('')))),
      { numRuns: 2_000 },
    );
  });

  it('agrees on valid JSON and on JSON with a byte changed, removed or added', () => {
    const edit = fc.record({
      at: fc.nat(),
      byte: fc.integer({ min: 0, max: 255 }),
      how: fc.constantFrom('change', 'remove', 'add'),
    });
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.array(edit, { maxLength: 3 }), (text, edits) => {
        const bytes = [...bytesOf(text)];
        for (const { at, byte, how } of edits)
          bytes.splice(at % (bytes.length + 1), how === 'add' ? 0 : 1, ...(how === 'remove' ? [] : [byte]));
        checkAnyBytes(Uint8Array.from(bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts every JSON value within the limits, and its slices are its parts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom('', ' ', '\n\t'), (value, space) => {
        const bytes = bytesOf(`${space}${JSON.stringify(value, null, space)}${space}`);
        const result = scan(bytes, UPLOAD_LIMITS);
        if (!result.ok) throw new Error(`${result.reason} at ${result.offset}`);
        expect(plain(result.root)).toEqual(plainParsed(JSON.parse(JSON.stringify(value))));
        checkSlices(bytes, result.root);
      }),
    );
  });

  it('refuses exactly the keys given twice', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', '\\u0061', '__proto__', '1', 'é', '\\u00e9', ''), { maxLength: 5 });
    fc.assert(
      fc.property(keys, (names) => {
        const text = `{${names.map((name, at) => `"${name}":${at}`).join(',')}}`;
        const meant = names.map((name) => JSON.parse(`"${name}"`) as string);
        const result = scan(bytesOf(text), UPLOAD_LIMITS);
        if (new Set(meant).size === meant.length) expect(result.ok).toBe(true);
        else expect(result).toMatchObject({ ok: false, reason: 'duplicateKey' });
      }),
    );
  });

  it('counts values and depth as a naive count does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const bytes = bytesOf(JSON.stringify(value));
        const { values, depth } = measure(JSON.parse(JSON.stringify(value)));
        expect(scan(bytes, { ...UPLOAD_LIMITS, values, depth }).ok).toBe(true);
        expect(scan(bytes, { ...UPLOAD_LIMITS, values: values - 1 })).toMatchObject({
          ok: false,
          reason: 'tooManyValues',
        });
        if (depth > 0)
          expect(scan(bytes, { ...UPLOAD_LIMITS, depth: depth - 1 })).toMatchObject({ ok: false, reason: 'tooDeep' });
      }),
    );
  });
});

function checkSlices(bytes: Uint8Array, node: JsonNode): void {
  const slice = new TextDecoder().decode(bytes.subarray(node.start, node.end));
  expect(plainParsed(JSON.parse(slice))).toEqual(plain(node));
  if (node.kind === 'object') for (const { value } of node.members) checkSlices(bytes, value);
  if (node.kind === 'array') for (const item of node.items) checkSlices(bytes, item);
}

function measure(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const parts = Object.values(value).map(measure);
  return {
    values: 1 + parts.reduce((sum, part) => sum + part.values, 0),
    depth: 1 + Math.max(0, ...parts.map((part) => part.depth)),
  };
}
