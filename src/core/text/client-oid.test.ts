// The client order id that commits to a body: vectors, building and reading.
import { describe, expect, it } from 'vitest';
import { bytesOf, sha256, vectors } from '../../../test/ailog-vectors.ts';
import { toHex } from './bytes.ts';
import { aiClientOid, bindingClientOids, parseAiClientOid } from './client-oid.ts';

const logged = vectors.log.entries.find((entry) => entry.index === 3);
const hash = sha256(bytesOf(logged?.body ?? ''));

describe('aiClientOid', () => {
  it('is the one of the log’s vectors', () => {
    expect(aiClientOid(hash)).toBe(vectors.log.clientOid);
    expect(aiClientOid(hash, 2)).toBe(vectors.log.clientOidChild);
    expect(aiClientOid(hash, 0)).toBe(`${vectors.log.clientOid}-00`);
    expect(aiClientOid(hash, 99)).toHaveLength(39);
  });

  it.each([-1, 100, 1.5])('refuses child %d', (child) => {
    expect(() => aiClientOid(hash, child)).toThrow(RangeError);
  });
});

describe('bindingClientOids', () => {
  it.each(vectors.clientOid.map(({ text, bindsBody: binds }) => [text, binds] as const))('%s: %s', (text, binds) => {
    expect(bindingClientOids(toHex(hash)).includes(text)).toBe(binds);
    expect(parseAiClientOid(text) !== null).toBe(binds);
  });

  it('are others for another body', () => {
    expect(bindingClientOids(toHex(sha256(bytesOf('{}'))))).not.toContain(vectors.log.clientOid);
  });

  it('reads all 9 vectors', () => {
    expect(vectors.clientOid).toHaveLength(9);
  });
});

describe('parseAiClientOid', () => {
  it('tells the order itself from its children', () => {
    const digest = toHex(hash).slice(0, 32);
    expect(parseAiClientOid(aiClientOid(hash))).toEqual({ digest, child: null });
    expect(parseAiClientOid(aiClientOid(hash, 7))).toEqual({ digest, child: 7 });
  });

  it.each(['', 'ai1-', `${vectors.log.clientOid}\n`, ` ${vectors.log.clientOid}`, `${vectors.log.clientOid}-`])(
    'refuses %j',
    (text) => {
      expect(parseAiClientOid(text)).toBeNull();
    },
  );
});
