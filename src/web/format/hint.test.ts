import { describe, expect, it } from 'vitest';
import { valuesIn } from './hint.ts';

describe('a hint', () => {
  it('gives the values it proposes, and no numbers of names', () => {
    expect(valuesIn('nearest 0.0001 and 0.0002')).toEqual(['0.0001', '0.0002']);
    expect(valuesIn('cmt_btcusdt has step1 v2')).toEqual([]);
    expect(valuesIn(null)).toEqual([]);
  });
});
