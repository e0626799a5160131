import { describe, expect, it, vi } from 'vitest';

// The page's modules read the document they are in.
vi.hoisted(() => {
  Object.assign(globalThis, {
    document: { baseURI: 'http://127.0.0.1/', visibilityState: 'visible', addEventListener: () => undefined },
    location: new URL('http://127.0.0.1/'),
    localStorage: { getItem: () => null },
  });
});
const { whyNotEqual } = await import('./final-board.ts');

const ROWS = [
  { rank: 1, team: 't2', score: '500' },
  { rank: 2, team: 't1', score: null },
];
const LEAF = { id: 'c1', phase: 'final', board: ROWS };

describe('a final board', () => {
  it('is equal to its leaf, or differs in something that is named', () => {
    expect(whyNotEqual(LEAF, 'c1', ROWS)).toBeNull();
    expect(whyNotEqual(LEAF, 'c2', ROWS)).toContain('something else');
    expect(whyNotEqual({ ...LEAF, phase: 'live' }, 'c1', ROWS)).toContain('something else');
    expect(whyNotEqual({ ...LEAF, board: ROWS.slice(1) }, 'c1', ROWS)).toBe('it has 1 rows');
    expect(whyNotEqual(LEAF, 'c1', [ROWS[0]!, { ...ROWS[1]!, score: '0' }])).toBe('row 2 is t1 null');
    expect(whyNotEqual(LEAF, 'c1', ROWS.toReversed())).toBe('row 1 is t2 500');
  });
});
