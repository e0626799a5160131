// How sure returns are: on simulated minutes whose truth is known, the interval holds it about as often as it says, and
// two teams that are as good as each other are told apart about as seldom. Seeded: it is always the same.
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Draws, keyOf } from '../../market/world/draws.ts';
import { bootstrapOf } from './bootstrap.ts';
import { coinFloorOf } from './coin-floor.ts';
import { Lots } from './lots.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const SPREAD = 20_000;
const DRIFT = 3_000;
const MINUTES = 480;
const TRIALS = 100;

/** Changes of a minute around nothing, as returns of agents have them. */
const MINUTES_OF: Readonly<Record<string, (draws: Draws) => () => number>> = {
  'one like the other': (draws) => () => draws.z() * SPREAD,
  'that follow each other': (draws) => {
    let last = 0;
    return () => (last = 0.5 * last + draws.z() * SPREAD);
  },
  'of positions that are held, and none at times': (draws) => {
    let [side, left] = [0, 0];
    return () => {
      if (left-- <= 0) [side, left] = [draws.below(3) - 1, draws.below(40)];
      return side * draws.z() * SPREAD;
    };
  },
  'with jumps': (draws) => () => draws.z() * SPREAD + (draws.below(50) === 0 ? draws.z() * 5 * SPREAD : 0),
};

function curveOf(change: () => number, drift: number, minutes = MINUTES): number[] {
  const curve = [0];
  for (let at = 0; at < minutes; at++) curve.push(Math.round(curve[at]! + drift + change()));
  return curve;
}

describe('the interval of a return', () => {
  it.each(Object.entries(MINUTES_OF))('holds the truth nine times in ten, of minutes %s', (name, minutesOf) => {
    const draws = new Draws(keyOf(`coverage ${name}`, sha256), 1);
    let [held, sure] = [0, 0];
    for (let trial = 0; trial < TRIALS; trial++) {
      const curves = [curveOf(minutesOf(draws), DRIFT), curveOf(minutesOf(draws), DRIFT)];
      const [one] = bootstrapOf(sha256, String(trial), curves)!.teams;
      if (one!.low8 <= DRIFT * MINUTES && DRIFT * MINUTES <= one!.high8) held += 1;
      if (one!.beatsNextPpm! >= 950_000 || one!.beatsNextPpm! <= 50_000) sure += 1;
    }
    expect(held).toBeGreaterThanOrEqual(83);
    expect(held).toBeLessThanOrEqual(98);
    // Of teams that are as good as each other, one in ten looks better or worse with 95 %.
    expect(sure).toBeLessThanOrEqual(18);
  });

  it('tells a better team from another, and not two with the same minutes', () => {
    const draws = new Draws(keyOf('better', sha256), 1);
    const worse = curveOf(() => draws.z() * SPREAD, 0);
    const better = curveOf(() => draws.z() * SPREAD, 5_000);
    const { teams, changes, block } = bootstrapOf(sha256, 'seed', [better, worse, worse])!;
    expect([changes, block]).toEqual([MINUTES, 21]);
    expect(teams[0]!.beatsNextPpm).toBeGreaterThan(990_000);
    expect(teams.slice(1).map(({ beatsNextPpm }) => beatsNextPpm)).toEqual([500_000, null]);
    // A market that moves both at once makes neither the better one.
    const tide = curveOf(() => draws.z() * 10 * SPREAD, 0);
    const raised = tide.map((value, at) => value + 5_000 * at);
    expect(bootstrapOf(sha256, 'seed', [raised, tide])!.teams[0]!.beatsNextPpm).toBe(1_000_000);
  });

  it('is that of its seed, and none of too few minutes or of endless returns', () => {
    const draws = new Draws(keyOf('few', sha256), 1);
    const curve = curveOf(() => draws.z() * SPREAD, 0, 120);
    expect(bootstrapOf(sha256, 'a', [curve])).toEqual(bootstrapOf(sha256, 'a', [curve]));
    expect(bootstrapOf(sha256, 'a', [curve])).not.toEqual(bootstrapOf(sha256, 'b', [curve]));
    expect(bootstrapOf(sha256, 'a', [curve.slice(1)])).toBeNull();
    expect(bootstrapOf(sha256, 'a', [curve.map((value) => value * 2 ** 40)])).toBeNull();
    expect(bootstrapOf(sha256, 'a', [])).toBeNull();
  });

  it('is the same to the bit in any language: the numbers that are drawn', () => {
    const lots = new Lots(sha256, 'seed', 'blocks');
    const drawn = Array.from({ length: 10 }, () => lots.below(1_440));
    expect(drawn).toEqual(lotsByHand('seed', 'blocks', 10, 1_440));
  });
});

/** As somebody would write it from the document. */
function lotsByHand(seed: string, stream: string, count: number, bound: number): number[] {
  const head = hash('sha256', `outcry/skill/v1\n${seed}\n${stream}\n`, 'buffer');
  return Array.from({ length: count }, (_, at) => {
    const nth = Buffer.alloc(4);
    nth.writeUInt32BE(Math.floor(at / 8));
    const word = hash('sha256', Buffer.concat([head, nth]), 'buffer').readUInt32BE(4 * (at % 8));
    return Number((BigInt(word) * BigInt(bound)) >> 32n);
  });
}

describe('agents by coin', () => {
  const E8 = 100_000_000n;
  const field = (fees: bigint) => ({
    teams: 2,
    start: 10_000n * E8,
    samples: 1_001,
    traded: 400_000n * E8,
    fees,
    heldSum: 10_000_000n * E8,
    heldSamples: 1_001,
  });
  const flat = Array.from({ length: 1_001 }, () => 90_000n * E8);

  it('turn over and pay what the teams did, where marks stand still', () => {
    const { shown, asGoodPpm } = coinFloorOf(sha256, 's', { marks: [flat], habit: field(240n * E8) })!;
    expect(shown).toMatchObject({ agents: 200, presentPpm: 500_000, fee8: 60_000 });
    // 20 times the start was traded by each, so 1.2 % of it was paid.
    expect(shown.middle8).toBeGreaterThan(-1_500_000);
    expect(shown.middle8).toBeLessThan(-900_000);
    expect([asGoodPpm(0), asGoodPpm(-100_000_000)]).toEqual([0, 1_000_000]);
  });

  it('win as often as they lose where marks go anywhere and nothing is paid', () => {
    const draws = new Draws(keyOf('marks', sha256), 1);
    const marks = [90_000n * E8];
    for (let at = 0; at < 1_000; at++)
      marks.push((marks[at]! * BigInt(1_000_000 + Math.round(draws.z() * 500))) / 1_000_000n);
    const { shown, asGoodPpm } = coinFloorOf(sha256, 's', { marks: [marks, flat], habit: field(0n) })!;
    expect(asGoodPpm(0)).toBeGreaterThan(350_000);
    expect(asGoodPpm(1)).toBeLessThan(650_000);
    expect(shown.low8).toBeLessThan(0);
    expect(shown.high8).toBeGreaterThan(0);
  });

  it('are none where nobody traded, or there is no mark', () => {
    expect(coinFloorOf(sha256, 's', { marks: [flat], habit: { ...field(0n), traded: 0n } })).toBeNull();
    expect(coinFloorOf(sha256, 's', { marks: [], habit: field(0n) })).toBeNull();
  });
});
