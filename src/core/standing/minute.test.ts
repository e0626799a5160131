import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueMoment, minuteOf, momentAfter, momentOf, sealMinute } from './minute.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const hash = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const one = createHash('sha256');
  for (const part of parts) one.update(part);
  return one.digest();
};

/** RFC 6962 §2.1, as it is written there. */
function rootBySplitting(texts: readonly string[]): Buffer {
  if (texts.length === 0) return hash('');
  if (texts.length === 1) return hash('\0', texts[0]!);
  let half = 1;
  while (half * 2 < texts.length) half *= 2;
  return hash('\u0001', rootBySplitting(texts.slice(0, half)), rootBySplitting(texts.slice(half)));
}

describe('the moment of a sample', () => {
  it('follows from what its leaf says, at the start, in between and at the end', () => {
    const anyTime = fc.integer({ min: 1_700_000_000_000, max: 1_700_000_400_000 });
    fc.assert(
      fc.property(anyTime, fc.integer({ min: 1, max: 400_000 }), anyTime, (startMs, lastsMs, timeMs) => {
        const span = { startMs, endMs: startMs + lastsMs };
        expect(momentOf(minuteOf(startMs, span), span)).toBe(startMs);
        const next = momentAfter(startMs, span);
        expect(next).toBeGreaterThan(startMs);
        if (timeMs < next) return;
        const moment = dueMoment(timeMs, span);
        expect(moment).toBeGreaterThanOrEqual(next);
        expect(momentOf(minuteOf(moment, span), span)).toBe(moment);
      }),
    );
  });
});

describe('a sealed minute', () => {
  it('has the roots of RFC 6962 over its records, whatever their number', () => {
    for (let count = 0; count <= 33; count++) {
      const equity = Array.from({ length: count }, (_, at) => ({ equity: '10000', flows: '0', team: `t${at + 1}` }));
      const { roots, payload } = sealMinute(sha256, { bars: [], equity, fills: [] });
      expect(roots.equity).toBe(rootBySplitting(equity.map((one) => JSON.stringify(one))).toString('base64'));
      expect(payload).toBe(JSON.stringify({ bars: [], equity, fills: [] }));
    }
  });
});
