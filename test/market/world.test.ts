// The world of the living market agrees with its vectors to the bit, here and in Python, and goes on from what was
// saved of it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isqrt, root } from '../../src/market/world/arithmetic.ts';
import { fillBlock, initialBlock } from '../../src/market/world/chacha.ts';
import { Draws, keyOf } from '../../src/market/world/draws.ts';
import { TABLE } from '../../src/market/world/table.ts';
import { World } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { PATIENCE_MS } from '../patience.ts';
import { root as project } from '../source.ts';

interface Pseudo {
  readonly seed: string;
  readonly startSecond: number;
  readonly sha256Of600: string;
  readonly sha256Of3600?: string;
}

interface Vector extends Pseudo {
  readonly keyHex: string;
  readonly prices: Readonly<Record<string, readonly number[]>>;
  readonly states: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  readonly trades: readonly (readonly number[])[];
}

interface Vectors {
  readonly chacha20: { readonly key: string; readonly nonceWords: string[]; counter: number; words: string[] };
  readonly draws: {
    readonly seed: string;
    readonly stream5contract3words: string[];
    readonly stream2contract1: {
      readonly z: number[];
      readonly thenU: number[];
      readonly thenPareto: { readonly q: number; readonly most: number; readonly values: number[] };
    };
  };
  readonly roots: [number, number][];
  readonly isqrt: [number, number][];
  readonly contracts: string[];
  readonly worlds: Vector[];
  readonly jumps: Pseudo[];
}

const place = join(project, 'test/vectors/market.json');
const vectors = JSON.parse(readFileSync(place, 'utf8')) as Vectors;
const KINDS = ['metaorder', 'informed', 'noise'];

const hexOf = (word: number): string => word.toString(16).padStart(8, '0');
const times = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);
const worldOf = ({ seed, startSecond }: Pick<Vector, 'seed' | 'startSecond'>): World =>
  new World({ seed, sha256, second: startSecond });

/** Steps so many seconds; returns the hash over the prices after each. */
function hashOf(
  world: World,
  vector: Pseudo,
  seconds: number,
  look?: (second: number, isAfter: boolean) => void,
): string {
  const hash = createHash('sha256');
  for (let second = 1; second <= seconds; second++) {
    look?.(second, false);
    world.step(vector.startSecond + second - 1);
    hash.update(new Uint8Array(Float64Array.from(world.rows, ({ price }) => price).buffer));
    look?.(second, true);
  }
  return hash.digest('hex');
}

describe('what the world is made of', () => {
  it('has the block function of RFC 8439', () => {
    const { key, nonceWords, counter, words } = vectors.chacha20;
    const view = new DataView(Uint8Array.from(Buffer.from(key, 'hex')).buffer);
    const keyWords = Uint32Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4, true));
    const nonce = nonceWords.map((word) => Number.parseInt(word, 16)) as [number, number, number];
    const block = new Uint32Array(16);
    fillBlock(block, initialBlock(keyWords, nonce), counter);
    expect(Array.from(block, hexOf)).toEqual(words);
  });

  it('draws as published, from streams that can be gone to', () => {
    const { seed, stream5contract3words, stream2contract1 } = vectors.draws;
    const flow = new Draws(keyOf(seed, sha256), 5, 3);
    expect(times(20, () => hexOf(flow.word()))).toEqual(stream5contract3words);
    const own = new Draws(keyOf(seed, sha256), 2, 1);
    const { q, most, values } = stream2contract1.thenPareto;
    expect(times(8, () => own.z())).toEqual(stream2contract1.z);
    expect(times(4, () => own.u())).toEqual(stream2contract1.thenU);
    expect(times(8, () => own.pareto(q, most))).toEqual(values);
    for (const count of [0, 1, 15, 16, 17, 32, 1_000]) {
      const here = new Draws(keyOf(seed, sha256), 5, 3);
      times(count, () => here.word());
      const there = new Draws(keyOf(seed, sha256), 5, 3);
      there.goTo(count);
      expect([there.count, there.word()]).toEqual([here.count, here.word()]);
    }
  });

  it('has seeds of 1 to 64 printable characters', () => {
    for (const seed of ['', 'x'.repeat(65), 'é', 'a\n']) expect(() => keyOf(seed, sha256)).toThrow('printable ASCII');
    expect(keyOf(' ~', sha256)).toHaveLength(8);
  });

  it('has roots of whole numbers', () => {
    for (const [of, wanted] of vectors.isqrt) expect(isqrt(of)).toBe(wanted);
    for (const [of, wanted] of vectors.roots) expect(root(of)).toBe(wanted);
    expect([root(0), root(-1), root(4_194_303)].map((one) => Math.round(one))).toEqual([0, 0, 2048]);
  });
});

describe('the world', () => {
  it('has the eight contracts, in their order', () => {
    expect(TABLE.map(({ symbol }) => symbol)).toEqual(vectors.contracts);
  });

  it.each(vectors.worlds)('of seed $seed is the published one', (vector) => {
    const world = worldOf(vector);
    const key = keyOf(vector.seed, sha256);
    expect(Buffer.from(key.buffer).toString('hex')).toBe(vector.keyHex);
    const trades: number[][] = [];
    const hash = hashOf(world, vector, 3_600, (second, isAfter) => {
      if (!isAfter && second <= 30)
        world.rows.forEach(({ flow }, number) => {
          for (const { eighth, sign, value, kind } of flow.trades)
            trades.push([second, number, eighth, sign, value, KINDS.indexOf(kind)]);
        });
      if (!isAfter) return;
      const [prices, state] = [vector.prices[second], vector.states[second]];
      if (prices !== undefined) expect(world.rows.map(({ price }) => price)).toEqual(prices);
      if (state === undefined) return;
      expect(world.rows.map(({ vol }) => vol)).toEqual(state['vol']);
      expect(world.rows.map(({ premium }) => premium)).toEqual(state['premiumBp']);
      expect(world.rows.map(({ flow }) => flow.surprise)).toEqual(state['surprise']);
      expect(world.rows.map(({ flow }) => flow.intensity)).toEqual(state['intensity']);
    });
    expect(trades).toEqual(vector.trades);
    expect(hash).toBe(vector.sha256Of3600);
    expect(hashOf(worldOf(vector), vector, 600)).toBe(vector.sha256Of600);
  });

  it.each(vectors.jumps)('has $about', (vector) => {
    expect(hashOf(worldOf(vector), vector, 600)).toBe(vector.sha256Of600);
  });

  it('goes on from what was saved as if it had not stopped', () => {
    const [vector] = vectors.worlds as [Vector];
    const first = worldOf(vector);
    hashOf(first, vector, 300);
    const saved = JSON.parse(JSON.stringify(first.save())) as ReturnType<World['save']>;
    const second = worldOf({ ...vector, startSecond: 0 });
    second.restore(saved);
    const later = { ...vector, startSecond: vector.startSecond + 300 };
    expect(hashOf(second, later, 300)).toBe(hashOf(first, later, 300));
    expect(second.save()).toEqual(first.save());
  });

  it('is moved by a shock, which makes it lively', () => {
    const world = worldOf(vectors.worlds[0]!);
    const [btc, eth] = world.rows as [(typeof world.rows)[0], (typeof world.rows)[0]];
    const before = [btc.price, btc.burst, eth.price];
    world.shock(0, -250);
    expect([btc.price, btc.burst, eth.price]).toEqual([before[0]! * (1 - 250 / 10_000), before[1]! + 2, before[2]]);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!hasPython)(`is the same in Python${hasPython ? '' : ' (skipped: there is no python3 here)'}`, () => {
    const words = [join(project, 'test/market/world.py'), place, join(project, 'test/vectors/headlines.json')];
    const { stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8', timeout: PATIENCE_MS });
    expect({ stdout, stderr }).toEqual({ stdout: 'all vectors agree\n', stderr: '' });
  });
});
