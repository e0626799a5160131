// A market with headlines: each jump has a text before it and a way after it, both of its seed; and reading pays, while
// moves alone tell nothing.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSome } from '../../bench/headlines.ts';
import { mean } from '../../bench/kit/market/series.ts';
import { commitmentOf, readReveal, revealText } from '../../src/market/verify/reveal.ts';
import { HEADLINES, KINDS } from '../../src/market/world/headlines.ts';
import { TABLE } from '../../src/market/world/table.ts';
import { World, type WorldState } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { root } from '../source.ts';
import { THOROUGH } from '../thorough.ts';

interface Vector {
  readonly seed: string;
  readonly startSecond: number;
  readonly sha256Of600: string;
  readonly told: readonly (readonly [second: number, place: number, kind: number, text: number])[];
}

const { worlds } = JSON.parse(readFileSync(join(root, 'test/vectors/headlines.json'), 'utf8')) as { worlds: Vector[] };
const LONG_MS = 300_000;

const worldOf = ({ seed, startSecond: second }: Vector, headlines: boolean): World =>
  new World({ seed, sha256, second, headlines });

/** Prices after each of so many seconds. */
function pricesOf(world: World, { startSecond }: Vector, seconds: number): number[][] {
  return Array.from({ length: seconds }, (_, at) => {
    world.step(startSecond + at);
    return world.rows.map(({ price }) => price);
  });
}

function textOf([, place, kind, text]: Vector['told'][number]): string {
  const about = place === 0 ? 'the whole market' : TABLE[place - 1]!.symbol.slice(4, -4).toUpperCase();
  return HEADLINES[KINDS[kind]!][text]!.replaceAll('{}', about);
}

describe('headlines', () => {
  it.each(worlds)('of seed $seed are the published ones, and so are the prices', (vector) => {
    const world = worldOf(vector, true);
    const hash = createHash('sha256');
    for (const prices of pricesOf(world, vector, 600)) hash.update(new Uint8Array(Float64Array.from(prices).buffer));
    expect(hash.digest('hex')).toBe(vector.sha256Of600);
    expect(world.headlines.map(({ second, place, text }) => [second, place, text])).toEqual(
      vector.told.map((one) => [one[0], one[1], textOf(one)]),
    );
  });

  it('change nothing before the first of them, and no draw of anything else', () => {
    const [vector] = worlds as [Vector];
    const [quiet, told] = [worldOf(vector, false), worldOf(vector, true)];
    const until = vector.told[0]![0] - vector.startSecond;
    expect(pricesOf(told, vector, until)).toEqual(pricesOf(quiet, vector, until));
    expect([quiet.headlines, told.headlines]).toEqual([[], []]);
    const { rows, ...all } = told.save();
    expect(rows.map(({ draws }) => draws)).toEqual(quiet.save().rows.map(({ draws }) => draws));
    expect([all.draws, all.switchDraws]).toEqual([quiet.save().draws, quiet.save().switchDraws]);
    expect(JSON.stringify(quiet.save())).not.toContain('stories');
  });

  it('come up to two seconds before the jump, of which the half hour after it takes back what was denied', () => {
    const [, vector] = worlds as [Vector, Vector];
    const [second, , kind] = vector.told[0]!;
    expect(KINDS[kind]).toBe('denied');
    const at = second - vector.startSecond;
    const [quiet, told] = [worldOf(vector, false), worldOf(vector, true)];
    const [without, prices] = [pricesOf(quiet, vector, at + 1), pricesOf(told, vector, at + 4 + 1_800)];
    const btc = (seconds: readonly number[][], n: number): number => seconds[n]![0]!;
    const jump = btc(without, at) / btc(without, at - 1) - 1;
    expect(Math.abs(jump)).toBeGreaterThan(0.001);
    const moves = [0, 1, 2].map((wait) => btc(prices, at + wait) / btc(prices, at + wait - 1) - 1);
    expect(moves.filter((move) => Math.abs(move - jump) < Math.abs(jump) / 2)).toHaveLength(1);
    expect(told.save().stories!.open).toEqual([]);
    const story = worldOf(vector, true);
    pricesOf(story, vector, at + 1);
    const { open } = story.save().stories!;
    expect(open.map(({ sign, left }) => [sign, left])).toEqual([[-1, 1_800]]);
  });

  it('go on from what was kept in the middle of a story as if nothing had happened', () => {
    const [, vector] = worlds as [Vector, Vector];
    const half = vector.told[0]![0] - vector.startSecond + 600;
    const first = worldOf(vector, true);
    pricesOf(first, vector, half);
    const second = worldOf({ ...vector, startSecond: 0 }, true);
    second.restore(JSON.parse(JSON.stringify(first.save())) as WorldState);
    const later = { ...vector, startSecond: vector.startSecond + half };
    expect(pricesOf(second, later, 1_500)).toEqual(pricesOf(first, later, 1_500));
    expect(second.save()).toEqual(first.save());
    expect(second.headlines).toEqual(first.headlines);
  });

  it('have twenty texts of each kind, none twice, and each says what it is about', () => {
    const texts = KINDS.flatMap((kind) => HEADLINES[kind]);
    expect(KINDS.map((kind) => HEADLINES[kind].length)).toEqual([20, 20, 20]);
    expect(new Set(texts).size).toBe(60);
    expect(texts.filter((text) => !text.includes('{}'))).toEqual([]);
  });

  it('are part of what is committed to, which is the same as ever without them', () => {
    const revealed = { seed: 'a seed', table: TABLE };
    const told = { ...revealed, headlines: true as const };
    expect(revealText(revealed)).not.toContain('headlines');
    expect(JSON.parse(revealText(told))).toMatchObject({ headlines: true, market: 1 });
    expect(commitmentOf(told, sha256)).not.toBe(commitmentOf(revealed, sha256));
    expect([readReveal(revealText(told)), readReveal(revealText(revealed))]).toEqual([told, revealed]);
    expect(() => readReveal(revealText(told).replace('true', 'false'))).toThrow('headlines is false, needs true');
  });
});

it(
  'who reads headlines right gains, and who reads at random loses',
  () => {
    const read = readSome('first', THOROUGH ? 20 : 8);
    const net = (reader: 'perfect' | 'random'): number => mean(read.map((one) => one.net[reader]));
    expect(net('perfect')).toBeGreaterThan(5);
    expect(net('random')).toBeLessThan(0);
  },
  LONG_MS,
);
