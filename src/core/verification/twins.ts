/**
 * Twins (V14): teams whose net positions have the same sign, or always the opposite one, quarter of an hour after
 * quarter of an hour. The square of the correlation of signs, in integers.
 */
import type { Dossier } from './dossier.ts';
import type { Everything } from './finding.ts';
import { SAMPLE_MS } from './step.ts';
import type { Signs, Team } from './team.ts';

export interface Twin {
  readonly team: Team;
  /** ⌊10⁶·r²⌋ */
  readonly ppm: bigint;
}

const MILLION = 1_000_000n;

/** The teams whose positions match this one's. */
export function twinsOf(dossier: Dossier, everything: Everything): readonly Twin[] {
  const least = BigInt(everything.state.rules.twinPpm);
  return likenessesOf(dossier, everything).filter(({ ppm }) => ppm >= least);
}

/** How closely every other team's positions match, highest first; only for teams with enough samples. */
export function likenessesOf({ team }: Dossier, everything: Everything): readonly Twin[] {
  const { rules } = everything.state;
  const own = everything.signs.get(team) as Signs;
  const likenesses = everything.dossiers.flatMap(({ team: other }) => {
    if (other === team) return [];
    const ppm = likenessPpm(own, everything.signs.get(other) as Signs, rules.twinSamples);
    return ppm === null ? [] : [{ team: other, ppm }];
  });
  return likenesses.sort((a, b) => (a.ppm > b.ppm ? -1 : a.ppm < b.ppm ? 1 : a.team.id < b.team.id ? -1 : 1));
}

/**
 * ⌊10⁶·cov²/(var·var)⌋ over the samples in which either has a position; null below `least` of them, or where one never
 * moves.
 */
function likenessPpm(left: Signs, right: Signs, least: number): bigint | null {
  let n = 0;
  let sumX = 0;
  let sumY = 0;
  let sumXX = 0;
  let sumYY = 0;
  let sumXY = 0;
  for (const symbol of new Set([...left.keys(), ...right.keys()])) {
    const xs = left.get(symbol);
    const ys = right.get(symbol);
    const samples = (xs ?? ys)?.length ?? 0;
    for (let at = 0; at < samples; at++) {
      const x = xs?.[at] ?? 0;
      const y = ys?.[at] ?? 0;
      if (x === 0 && y === 0) continue;
      n += 1;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
    }
  }
  if (n < least) return null;
  const cov = BigInt(n) * BigInt(sumXY) - BigInt(sumX) * BigInt(sumY);
  const product =
    (BigInt(n) * BigInt(sumXX) - BigInt(sumX) * BigInt(sumX)) *
    (BigInt(n) * BigInt(sumYY) - BigInt(sumY) * BigInt(sumY));
  return product === 0n ? null : (cov * cov * MILLION) / product;
}

/** The signs of a team from the contest's start until `untilMs`. */
export function signsOf({ positions }: Team, startMs: number, untilMs: number): Signs {
  const samples = Math.max(0, Math.floor((untilMs - startMs) / SAMPLE_MS) + 1);
  const signs = new Map<string, Int8Array>();
  for (const [symbol, { changes }] of positions) {
    const row = new Int8Array(samples);
    for (const { from, sign } of changes) row.fill(sign, Math.min(from, samples));
    signs.set(symbol, row);
  }
  return signs;
}
