import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agreedSnapshot, SnapshotsDiffer } from './agreed-snapshot.ts';

const saying = fc.option(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('a', 'a', 'a', 'b')), {
  nil: undefined,
});

it('is one that every node that lives has written alike; two states at one sequence are told', () => {
  fc.assert(
    fc.property(fc.array(saying, { maxLength: 4 }), (all) => {
      const nodes = all.map((snapshot, at) => ({ name: `n${at}`, ...(snapshot === undefined ? {} : { snapshot }) }));
      const said = all.filter((one) => one !== undefined);
      const isApart = said.some(([sequence, hash]) => said.some((two) => two[0] === sequence && two[1] !== hash));
      if (isApart) {
        expect(() => agreedSnapshot(nodes)).toThrow(SnapshotsDiffer);
        return;
      }
      const isAlike = all.length > 0 && said.length === all.length && new Set(said.map(String)).size === 1;
      expect(agreedSnapshot(nodes)).toEqual(isAlike ? all[0] : null);
    }),
  );
});
