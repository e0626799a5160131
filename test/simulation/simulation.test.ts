/**
 * Runs simulations: every script that ever failed, a short one from a fixed seed, and, in the long run (`npm run
 * property`), new seeds for a minute. A failure is shrunk and shown with its seed and the moves to keep.
 */
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import kept from './kept.json' with { type: 'json' };
import { type Move, script } from './moves.ts';
import { failureText, shrinkRun } from './shrink-run.ts';
import { run } from './simulation.ts';

const isLongRun = process.env['FC_RUNS'] !== undefined;
const NEW_SEEDS_MS = 60_000;
const SHRINK_MS = 90_000;
/** Enough to meet all of what is counted below; a whole minute of a new seed is simulated by every run of CI. */
const SHORT_MINUTES = 0.6;
/** Faults of every kind come in this long, of some seeds in it. */
const TWICE_MINUTES = 0.3;
const MAX_SEED = 4_294_967_296;

interface Kept {
  readonly seed: number;
  /** Of the script it was drawn for: it decides whose a move is. */
  readonly accounts: number;
  /** What was wrong then. */
  readonly found: string;
  readonly moves: readonly Move[];
}

async function expectSound(seed: number, moves: readonly Move[], accounts: number) {
  const { counts, failure } = await run(moves, { seed, accounts });
  if (failure !== null)
    expect.fail(failureText({ seed, accounts }, await shrinkRun(moves, failure, { seed, accounts }, SHRINK_MS)));
  return counts;
}

describe('a simulation', () => {
  it.each(kept as unknown as Kept[])('of a script that failed once: $found', async ({ seed, accounts, moves }) => {
    await expectSound(seed, moves, accounts);
  });

  it('of a fixed seed finds nothing wrong, and does what it is for', async () => {
    const accounts = 40;
    const counts = await expectSound(7, script({ seed: 7, minutes: SHORT_MINUTES, accounts }), accounts);
    expect(counts.fills).toBeGreaterThan(100);
    expect(counts.restarts + counts.crashes).toBeGreaterThan(1);
    expect(counts.fromSnapshots).toBeGreaterThan((counts.restarts + counts.crashes) * 0.4);
    expect(counts.fromStart).toBeGreaterThan(0);
    expect(counts.passedOver).toBeGreaterThan(0);
    expect(counts.faults.size).toBeGreaterThan(3);
    expect(counts.outcomes.size).toBeGreaterThan(30);
    expect(counts.comparisons).toBeGreaterThan(1_000);
    expect(counts.contestsJudged).toBeGreaterThan(2);
    expect(counts.boardsCompared).toBeGreaterThan(4);
    expect(counts.ranked).toBeGreaterThan(2);
  });

  it('of a new seed gives one journal, byte for byte, as often as it is run', async () => {
    const [seed, accounts] = [randomInt(MAX_SEED), 40];
    const moves = script({ seed, minutes: TWICE_MINUTES, accounts });
    const [first, second] = [await run(moves, { seed, accounts }), await run(moves, { seed, accounts })];
    expect(second.journal, `of seed ${seed}`).toBe(first.journal);
    expect(first.counts.commands).toBeGreaterThan(200);
  });

  it.runIf(isLongRun)('of new seeds finds nothing wrong', async () => {
    const started = performance.now();
    let runs = 0;
    while (performance.now() - started < NEW_SEEDS_MS) {
      const seed = randomInt(MAX_SEED);
      console.log(`simulating seed ${seed}`);
      await expectSound(seed, script({ seed, minutes: 1, accounts: 60 }), 60);
      runs += 1;
    }
    expect(runs).toBeGreaterThan(0);
  });
});
