// Two and three nodes over an order in memory with every fault at will; longer with OUTCRY_THOROUGH=1.
import { describe, expect, it } from 'vitest';
import { THOROUGH } from '../thorough.ts';
import { check } from './check.ts';
import { simulate } from './simulation.ts';

describe('nodes that share an order', () => {
  it.each(
    THOROUGH
      ? Array.from({ length: 30 }, (_, at) => [at + 1, 2 + (at % 2)])
      : [
          [1, 3],
          [2, 2],
        ],
  )(
    'keep it through every fault: seed %i, %i nodes',
    async (seed, nodes) => {
      const run = await simulate({ seed, nodes, steps: THOROUGH ? 60 : 35, callers: 6 });
      expect(run.failures.filter((one) => one !== null)).toEqual([]);
      expect(check(run)).toEqual([]);
      expect(new Set(run.hashes).size).toBe(1);
      expect(run.kills).toBe(4);
      expect(run.faults).toBeGreaterThan(20);
      expect(run.order.length).toBeGreaterThan(50);
      expect(run.reads.length).toBeGreaterThan(20);
    },
    30_000,
  );
});
