import { describe, expect, it } from 'vitest';
import { warmUp } from './warm-up.ts';

describe('warmUp', () => {
  it('runs many commands in about the time it is given', () => {
    const started = performance.now();
    expect(warmUp(100)).toBeGreaterThan(500);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
