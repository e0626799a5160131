import { describe, expect, it } from 'vitest';
import { scoreText } from './score.ts';

const sum = (ranks: string): string => `sum ${ranks}`;

describe('a score', () => {
  it('is a per cent, a sum of ranks, or a part of a whole, and never a bare number', () => {
    const [won, lost] = ['1250000', '-51277'];
    expect(scoreText('return', { score: won, return8: won }, sum)).toBe('+1.25%');
    expect(scoreText('riskRank', { score: '-3', return8: won }, sum)).toBe('sum 3');
    expect(scoreText('riskRank', { score: '-51282', return8: lost }, sum)).toBe('−0.051%');
    expect(scoreText('composite', { score: '725000', return8: lost }, sum)).toBe('72.5%');
  });
});
