import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  it('lets so many run, the others in the order they came, and each gives up once', () => {
    const turns = createTurns(2);
    const begun: number[] = [];
    const leave = [1, 2, 3, 4, 5].map((one) => turns.take(() => begun.push(one)));
    expect(begun).toEqual([1, 2]);
    leave[2]!();
    expect(begun).toEqual([1, 2]);
    leave[0]!();
    expect(begun).toEqual([1, 2, 4]);
    leave[0]!();
    expect(begun).toEqual([1, 2, 4]);
    leave[1]!();
    leave[3]!();
    leave[4]!();
    turns.take(() => begun.push(6));
    turns.take(() => begun.push(7));
    turns.take(() => begun.push(8));
    expect(begun).toEqual([1, 2, 4, 5, 6, 7]);
  });
});
