import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, createWindow, secondsUntil, usedOf } from './sliding-window.ts';

describe('a sliding window of 10 s', () => {
  it('admits up to the budget and not one more', () => {
    const window = createWindow();
    for (let count = 0; count < 200; count++) expect(admit(window, 5, 1000, 50_000, 10_000)).toBe(true);
    expect(admit(window, 1, 1000, 50_000, 10_000)).toBe(false);
    expect(usedOf(window, 50_000, 10_000)).toBe(1000);
  });

  it('forgets a slot a whole window after it began', () => {
    const window = createWindow();
    admit(window, 1000, 1000, 50_050, 10_000);
    expect(usedOf(window, 59_999, 10_000)).toBe(1000);
    expect(usedOf(window, 60_000, 10_000)).toBe(0);
  });

  it('says after how many seconds a request would pass', () => {
    const window = createWindow();
    admit(window, 600, 1000, 50_000, 10_000);
    admit(window, 398, 1000, 53_000, 10_000);
    expect(secondsUntil(window, 5, 1000, 58_500, 10_000)).toBe(2);
    expect(secondsUntil(window, 603, 1000, 58_500, 10_000)).toBe(5);
    expect(secondsUntil(window, 2000, 1000, 58_500, 10_000)).toBe(10);
  });

  it('a refused request costs nothing', () => {
    const window = createWindow();
    admit(window, 998, 1000, 0, 10_000);
    expect(admit(window, 5, 1000, 0, 10_000)).toBe(false);
    expect(admit(window, 2, 1000, 0, 10_000)).toBe(true);
  });

  it('agrees with a plain list of what was admitted, and its waiting times hold', () => {
    const request = fc.record({ wait: fc.integer({ min: 0, max: 4000 }), weight: fc.integer({ min: 0, max: 60 }) });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 120 }), (requests) => {
        const window = createWindow();
        const admitted: { slotStart: number; weight: number }[] = [];
        let now = 1_000_000;
        for (const { wait, weight } of requests) {
          now += wait;
          const used = admitted.filter((one) => now - one.slotStart < 10_000).reduce((sum, one) => sum + one.weight, 0);
          expect(usedOf(window, now, 10_000)).toBe(used);
          const passes = used + weight <= 100;
          const copy = { ...window, weights: window.weights.slice() };
          expect(admit(window, weight, 100, now, 10_000)).toBe(passes);
          if (passes) admitted.push({ slotStart: Math.floor(now / 100) * 100, weight });
          else
            expect(admit(copy, weight, 100, now + secondsUntil(copy, weight, 100, now, 10_000) * 1000, 10_000)).toBe(
              true,
            );
        }
      }),
    );
  });
});
