import { beforeEach, describe, expect, it } from 'vitest';
import { inOrder, sortBy, sorted } from './sorting.ts';

const row = (rank: number, name: string, return8: string, sharpe6: string | null) =>
  ({ rank, team: `t${rank}`, name, score: return8, return8, sharpe6, filled: rank, grades: null }) as never;
const rows = [row(1, 'Heron', '9', null), row(2, 'bee', '-11', '5'), row(3, 'Ant', '-9', '-7')];
const names = (): string[] => inOrder(rows, sorted.value).map(({ name }) => name);

describe('the order of rows', () => {
  beforeEach(() => void (sorted.value = null));

  it('is the ranking until another is asked for, and again after the third click', () => {
    expect(names()).toEqual(['Heron', 'bee', 'Ant']);
    sortBy('return');
    expect(names()).toEqual(['Heron', 'Ant', 'bee']);
    sortBy('return');
    expect(names()).toEqual(['bee', 'Ant', 'Heron']);
    sortBy('return');
    expect(sorted.value).toBeNull();
  });

  it('has names from a to z first, and what is not known last whatever the direction', () => {
    sortBy('team');
    expect(names()).toEqual(['Ant', 'bee', 'Heron']);
    sortBy('sharpe');
    expect(names()).toEqual(['bee', 'Ant', 'Heron']);
    sortBy('sharpe');
    expect(names()).toEqual(['Ant', 'bee', 'Heron']);
    sortBy('rank');
    expect(names()).toEqual(['Heron', 'bee', 'Ant']);
  });
});
