// Credentials in bodies: found by the three shapes and no others, masked in place.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../../test/ailog-vectors.ts';
import { hasSecret, maskSecrets } from './secret.ts';

const maskSecretsInText = (text: string): string =>
  new TextDecoder().decode(maskSecrets(new TextEncoder().encode(text)));

const PATTERN = /sk-[A-Za-z0-9_-]{20,}|AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

describe('hasSecret', () => {
  it.each([
    [`sk-${'a'.repeat(20)}`, true],
    [`sk-${'a'.repeat(19)}`, false],
    [`sk-${'a'.repeat(19)}.b`, false],
    [`xsk-proj_${'Z9-'.repeat(10)}`, true],
    ['AKIA0123456789ABCDEF', true],
    ['AKIA0123456789ABCDE', false],
    ['AKIA0123456789abcdef', false],
    ['AKAKIA0123456789ABCDEF', true],
    ['-----BEGIN PRIVATE KEY-----', true],
    ['-----BEGIN RSA PRIVATE KEY-----', true],
    ['-----BEGIN PUBLIC KEY-----', false],
    ['-----BEGIN PRIVATE KEY----', false],
    ['------BEGIN PRIVATE KEY-----', true],
    ['-----BEGIN EC PRIVATE  KEY-----', false],
    ['-----BEGIN -----BEGIN PRIVATE KEY-----', true],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(hasSecret(bytesOf(text))).toBe(expected);
  });

  it('agrees with the expressions of the rule', () => {
    const pieces = fc.constantFrom(
      'sk-',
      's',
      'AKIA',
      'A',
      'a'.repeat(10),
      '0123456789ABCDEF',
      '-----',
      'BEGIN ',
      'RSA ',
      'PRIVATE KEY',
      ' ',
      '"',
      'é',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const text = parts.join('');
        expect(hasSecret(bytesOf(text))).toBe(PATTERN.test(text));
        expect(PATTERN.test(maskSecretsInText(text))).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('maskSecrets', () => {
  it('covers each match with stars and leaves all else, byte for byte', () => {
    const body = bytesOf(`{"é":"sk-${'a'.repeat(25)}","k":"AKIA0123456789ABCDEF!"}`);
    expect(new TextDecoder().decode(maskSecrets(body))).toBe(`{"é":"${'*'.repeat(28)}","k":"${'*'.repeat(20)}!"}`);
  });

  it('covers the key behind its first line, to its last line or to the end of its string', () => {
    const begin = '-----BEGIN PRIVATE KEY-----';
    const whole = `${begin}\\nMIIE\\n-----END PRIVATE KEY-----`;
    expect(maskSecretsInText(`{"k":"${whole}\\nafter","b":1}`)).toBe(
      `{"k":"${'*'.repeat(whole.length)}\\nafter","b":1}`,
    );
    expect(maskSecretsInText(`{"k":"${begin}\\nMIIE","b":1}`)).toBe(`{"k":"${'*'.repeat(begin.length + 6)}","b":1}`);
    expect(maskSecretsInText(`${begin} cut`)).toBe('*'.repeat(begin.length + 4));
  });

  it('keeps JSON JSON', () => {
    const inside = fc.string({
      unit: fc.constantFrom(
        '\\',
        '"',
        'a',
        '-----BEGIN PRIVATE KEY-----',
        '-----END PRIVATE KEY-----',
        `sk-${'b'.repeat(20)}`,
        '\n',
      ),
    });
    fc.assert(
      fc.property(fc.array(inside, { minLength: 1, maxLength: 3 }), (strings) => {
        const masked = maskSecretsInText(JSON.stringify(strings));
        expect(masked).toHaveLength(JSON.stringify(strings).length);
        expect(JSON.parse(masked)).toHaveLength(strings.length);
      }),
    );
  });

  it('gives back what has no secret as it is', () => {
    const bytes = bytesOf('{"a":1}');
    expect(maskSecrets(bytes)).toBe(bytes);
  });
});
