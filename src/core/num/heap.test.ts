import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Heap } from './heap.ts';

it('a heap gives back what it was given, first things first, however adding and taking alternate', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (moves) => {
      const heap = new Heap<number>((a, b) => a < b);
      const model: number[] = [];
      for (const move of moves) {
        if (move !== null) {
          heap.push(move);
          model.push(move);
          model.sort((a, b) => a - b);
        } else expect(heap.pop()).toBe(model.shift() ?? null);
        expect(heap.size).toBe(model.length);
      }
    }),
  );
});
