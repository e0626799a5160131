/**
 * How sure a return is: the interval it would be found in, had its minutes been drawn anew, and how often one team's
 * would be above another's (docs/contest.md, Skill or luck). A circular block bootstrap of the changes from sample to
 * sample, in integers only, the same blocks for all teams: what the market did to two teams at once moves both.
 *
 * Blocks are as long as the root of the number of samples, so that what follows from each other stays together. Each
 * draw's distance from the return is widened by √((k + 2) / (k − 1)) for k blocks: as far as drawing from few blocks
 * falls short, and as Student's t is wider than the normal distribution.
 */
import { floorDiv } from '../num/bigint.ts';
import type { Sha256 } from '../text/bytes.ts';
import { Lots } from './lots.ts';
import { isqrt } from './metrics.ts';

/** The curve of a team: its return since the start at each sample, 1e-8, the first one at the start. */
export type Curve = readonly number[];

export type Sureness = {
  /** 90 % of the returns drawn, 1e-8. */
  readonly low8: number;
  readonly high8: number;
  /** Of a million, how often its return was above that of the next; ties count half. Null of the last. */
  readonly beatsNextPpm: number | null;
};

export interface Bootstrap {
  /** Changes that were drawn from, and how many stay together. */
  readonly changes: number;
  readonly block: number;
  readonly draws: number;
  /** In the order of the curves. */
  readonly teams: readonly Sureness[];
}

const DRAWS = 2_000;
/** Fewer changes say nothing about their spread. */
const LEAST_CHANGES = 120;
const LEFT_OUT = DRAWS / 20;
const MILLION = 1_000_000;
const E6 = 1_000_000n;

/**
 * @param curves of equal length, the better team first
 * @returns null: too few samples, or returns beyond what can be added up exactly
 */
export function bootstrapOf(sha256: Sha256, seed: string, curves: readonly Curve[]): Bootstrap | null {
  const changes = (curves[0]?.length ?? 0) - 1;
  if (changes < LEAST_CHANGES) return null;
  const block = Number(isqrt(BigInt(changes)));
  const blocks = Math.ceil(changes / block);
  const most = curves.reduce((max, curve) => curve.reduce((one, value) => Math.max(one, Math.abs(value)), max), 0);
  if (2 * most * blocks > Number.MAX_SAFE_INTEGER) return null;
  const starts = startsOf(new Lots(sha256, seed, 'blocks'), changes, blocks);
  const returns = curves.map((curve) => drawn(curve, starts, block, blocks));
  const teams = returns.map((own, at) => {
    const sorted = own.toSorted((a, b) => a - b);
    const next = returns[at + 1];
    return {
      low8: sorted[LEFT_OUT]!,
      high8: sorted[DRAWS - 1 - LEFT_OUT]!,
      beatsNextPpm: next === undefined ? null : above(own, next),
    };
  });
  return { changes, block, draws: DRAWS, teams };
}

/** The first change of each block, one draw behind the other. */
function startsOf(lots: Lots, changes: number, blocks: number): Uint32Array {
  const starts = new Uint32Array(DRAWS * blocks);
  for (let at = 0; at < starts.length; at++) starts[at] = lots.below(changes);
  return starts;
}

/** The team's return by each draw, widened. */
function drawn(curve: Curve, starts: Uint32Array, block: number, blocks: number): Float64Array {
  const changes = curve.length - 1;
  const last = changes - (blocks - 1) * block;
  const whole = curve[changes]! - curve[0]!;
  const widen6 = isqrt((E6 * E6 * BigInt(blocks + 2)) / BigInt(blocks - 1));
  const returns = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (let nth = 0; nth < blocks; nth++) {
      const from = starts[draw * blocks + nth]!;
      sum += changeOf(curve, from, nth === blocks - 1 ? last : block);
    }
    returns[draw] = whole + Number(floorDiv(BigInt(sum - whole) * widen6, E6));
  }
  return returns;
}

/** The change over so many steps from one on; behind the last comes the first. */
function changeOf(curve: Curve, from: number, steps: number): number {
  const changes = curve.length - 1;
  const to = from + steps;
  if (to <= changes) return curve[to]! - curve[from]!;
  return curve[changes]! - curve[from]! + curve[to - changes]! - curve[0]!;
}

function above(own: Float64Array, next: Float64Array): number {
  let halves = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    if (own[draw]! > next[draw]!) halves += 2;
    else if (own[draw] === next[draw]) halves += 1;
  }
  return Math.floor((halves * MILLION) / (2 * DRAWS));
}
