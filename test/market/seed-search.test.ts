// Who computes a market's future from its public prices. The first market's seed had 32 bits: ten seconds of prices and
// two minutes of trying all of them gave it. The same search finds a seed that somebody chose badly, and none that is
// drawn.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { indexText } from '../../src/market/house/texts.ts';
import { World } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';

const FIRST = 1_767_225_600;
const READINGS = 10;
const BTC_TICK_E8 = 10_000_000;
const TRIED = 4_000;

function worldOf(seed: string): () => string {
  const world = new World({ seed, sha256, second: FIRST });
  let second = FIRST;
  return () => {
    world.step(second++);
    return indexText(world.rows[0]!.price * 1e8, BTC_TICK_E8);
  };
}

/** What everybody sees: btc's index, second by second. */
function readingsOf(seed: string): string[] {
  const next = worldOf(seed);
  return Array.from({ length: READINGS }, next);
}

/** The seeds among these that give those prices: nearly all are out after one. */
function search(readings: readonly string[], seeds: Iterable<string>): string[] {
  const found: string[] = [];
  for (const seed of seeds) {
    const next = worldOf(seed);
    if (readings.every((price) => price === next())) found.push(seed);
  }
  return found;
}

function* numbers(count: number): Generator<string> {
  for (let number = 0; number < count; number++) yield String(number);
}

it('finds a seed that can be tried', () => {
  expect(search(readingsOf('3141'), numbers(TRIED))).toEqual(['3141']);
});

it('finds none that is drawn, and could not try enough', () => {
  const began = process.cpuUsage();
  expect(search(readingsOf(randomBytes(16).toString('base64url')), numbers(TRIED))).toEqual([]);
  const { user, system } = process.cpuUsage(began);
  const trySeconds = (user + system) / 1e6 / TRIED;
  // All of 32 bits are days of a processor here. All of 128, a billion processors of a billionth of this cost each:
  const years = (2 ** 128 * trySeconds) / 1e18 / 31_557_600;
  expect(years).toBeGreaterThan(1_000);
});

it('needs every bit of a seed: who has all but one has nothing', () => {
  const bytes = randomBytes(16);
  const seen = new Set([readingsOf(bytes.toString('base64url')).join()]);
  for (let bit = 0; bit < 128; bit++) {
    const other = Buffer.from(bytes);
    other[bit >> 3]! ^= 1 << (bit & 7);
    seen.add(readingsOf(other.toString('base64url')).join());
  }
  expect(seen.size).toBe(129);
});
