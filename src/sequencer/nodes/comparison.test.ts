import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Comparison } from './comparison.ts';

it('gives the hash at the sequence that is asked about, once it is there, or says that it had got past it', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: 1, max: 20 }), (heardAt, at) => {
      const one = new Comparison();
      for (let sequence = 1; sequence <= 20; sequence++) {
        if (sequence - 1 === heardAt) one.hear(at, heardAt);
        one.applied(sequence, () => `hash of ${sequence}`);
        const isKnown = heardAt < sequence && (sequence >= at || heardAt >= at);
        const answer = heardAt >= at ? '' : `hash of ${at}`;
        expect(one.says()).toEqual(isKnown ? { hash: [at, answer] } : {});
      }
      one.hear(undefined, 20);
      expect(one.says()).toEqual({});
    }),
    { numRuns: 100 },
  );
});
