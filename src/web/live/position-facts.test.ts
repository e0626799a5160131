import { describe, expect, it } from 'vitest';
import type { PushedPosition } from '../../client/index.ts';
import { entryPrice, unrealised } from './position-facts.ts';

const LONG = { side: 'LONG', size: '0.0200', openValue: '1790.00000000' } as PushedPosition;

describe('a position', () => {
  it('says its entry and what it has won, to the last digit', () => {
    expect([entryPrice(LONG), unrealised(LONG, '90500')]).toEqual(['89500.00000000', '20.00000000']);
    expect(unrealised({ ...LONG, side: 'SHORT' }, '90500')).toBe('-20.00000000');
    expect(unrealised(LONG, null)).toBeNull();
    expect(entryPrice({ ...LONG, size: '0' })).toBeNull();
  });
});
