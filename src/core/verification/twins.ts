/**
 * Twins (V14): teams whose net positions have the same sign, or always the opposite one, quarter of an hour after
 * quarter of an hour. The square of the correlation of signs, in integers.
 *
 * From the second version of the rule set on it is taken for each contract, over the samples in which both hold
 * something in it: two that are alike in nothing but when they stand aside are strangers.
 */
import type { Dossier } from './dossier.ts';
import { SAMPLE_MS, type Verification } from './verification.ts';
import type { SignChange, Signs, Team } from './team.ts';
import type { Terms } from './terms.ts';

/** How closely another team's positions match. */
export interface Twin {
  readonly team: Team;
  /** ⌊10⁶·r²⌋; of several contracts that are alike, the lowest. */
  readonly ppm: bigint;
  readonly isTwin: boolean;
  /** Contracts in which they match, with their samples and how often each changed sides. */
  readonly contracts: readonly AlikeContract[];
  readonly isOpposite: boolean;
  /** The team that changed sides first, nearly always; null: neither. */
  readonly first: Team | null;
}

interface AlikeContract {
  readonly symbol: string;
  readonly samples: number;
  readonly ppm: bigint;
  readonly changes: number;
  readonly isOpposite: boolean;
}

const MILLION = 1_000_000n;
/** In each contract at least; the rule set says how many in all. */
const LEAST_CHANGES = 2;
/** Of the changes that both made, the share from which on one is first. */
const LEAD_PERCENT = 80;

/** Each team's likenesses, the closest first; a pair is compared once. */
export function likenessesOf(
  { contest, endMs, times, rules, ruleset }: Verification,
  dossiers: readonly Dossier[],
): ReadonlyMap<Team, readonly Twin[]> {
  const untilMs = Math.min(endMs, times.at(-1) ?? contest.startMs);
  const teams = dossiers.map(({ team }) => ({ team, signs: signsOf(team, contest.startMs, untilMs) }));
  const found = new Map<Team, Twin[]>(teams.map(({ team }) => [team, []]));
  for (const [nth, one] of teams.entries())
    for (const other of teams.slice(nth + 1)) {
      const alike = ruleset.v === 1 ? likenessOfAll(one, other, rules) : likenessByContract(one, other, rules);
      if (alike === null) continue;
      found.get(one.team)?.push({ ...alike, team: other.team });
      found.get(other.team)?.push({ ...alike, team: one.team });
    }
  for (const list of found.values())
    list.sort((a, b) => (a.ppm > b.ppm ? -1 : a.ppm < b.ppm ? 1 : a.team.id < b.team.id ? -1 : 1));
  return found;
}

interface Standing {
  readonly team: Team;
  readonly signs: Signs;
}

type Alike = Omit<Twin, 'team'>;

/** The samples of two teams, counted: what their correlation is made of. */
interface Sums {
  n: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

/** ⌊10⁶·cov²/(var·var)⌋; null where one never moves. */
function squaredPpm({ n, x, y, xx, yy, xy }: Sums): { readonly ppm: bigint; readonly isOpposite: boolean } | null {
  const cov = BigInt(n) * BigInt(xy) - BigInt(x) * BigInt(y);
  const product = (BigInt(n) * BigInt(xx) - BigInt(x) * BigInt(x)) * (BigInt(n) * BigInt(yy) - BigInt(y) * BigInt(y));
  return product === 0n ? null : { ppm: (cov * cov * MILLION) / product, isOpposite: cov < 0n };
}

/** The first version: over all contracts together, the samples in which either holds something. */
function likenessOfAll(one: Standing, other: Standing, { twinSamples, twinPpm }: Terms): Alike | null {
  const sums: Sums = { n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  for (const symbol of new Set([...one.signs.keys(), ...other.signs.keys()])) {
    const xs = one.signs.get(symbol);
    const ys = other.signs.get(symbol);
    const samples = (xs ?? ys)?.length ?? 0;
    for (let at = 0; at < samples; at++) {
      const x = xs?.[at] ?? 0;
      const y = ys?.[at] ?? 0;
      if (x !== 0 || y !== 0) count(sums, x, y);
    }
  }
  const alike = sums.n < twinSamples ? null : squaredPpm(sums);
  return alike === null ? null : { ...alike, isTwin: alike.ppm >= BigInt(twinPpm), contracts: [], first: null };
}

function count(sums: Sums, x: number, y: number): void {
  sums.n += 1;
  sums.x += x;
  sums.y += y;
  sums.xx += x * x;
  sums.yy += y * y;
  sums.xy += x * y;
}

/** The second: twins are alike in contracts that make up more than half of what both hold at the same time. */
function likenessByContract(one: Standing, other: Standing, terms: Terms): Alike | null {
  const compared: AlikeContract[] = [];
  for (const [symbol, xs] of one.signs) {
    const ys = other.signs.get(symbol);
    const found = ys === undefined ? null : likenessIn(symbol, xs, ys, terms);
    if (found !== null) compared.push(found);
  }
  if (compared.length === 0) return null;
  const alike = compared.filter(({ ppm, changes }) => ppm >= BigInt(terms.twinPpm) && changes >= LEAST_CHANGES);
  const samplesOf = (list: readonly AlikeContract[]): number => list.reduce((sum, { samples }) => sum + samples, 0);
  const changes = alike.reduce((sum, contract) => sum + contract.changes, 0);
  const isTwin = changes >= terms.twinChanges && 2 * samplesOf(alike) > samplesOf(compared);
  const told = isTwin ? alike : compared;
  const ppm = told.reduce((least, contract) => (contract.ppm < least ? contract.ppm : least), told[0]!.ppm);
  const isOpposite = told.every((contract) => contract.isOpposite);
  return {
    ppm,
    isTwin,
    contracts: isTwin ? alike : [],
    isOpposite,
    first: isTwin ? leadOf(one.team, other.team, alike) : null,
  };
}

/** In one contract, over the samples in which both hold something; null below enough of them. */
function likenessIn(symbol: string, xs: Int8Array, ys: Int8Array, { twinSamples }: Terms): AlikeContract | null {
  let n = 0;
  let x = 0;
  let y = 0;
  let xy = 0;
  let changesX = 0;
  let changesY = 0;
  let lastX = 0;
  let lastY = 0;
  for (let at = 0; at < xs.length; at++) {
    const left = xs[at] as number;
    const right = ys[at] as number;
    if (left === 0 || right === 0) continue;
    n += 1;
    x += left;
    y += right;
    xy += left * right;
    if (left === -lastX) changesX += 1;
    if (right === -lastY) changesY += 1;
    lastX = left;
    lastY = right;
  }
  const alike = n < twinSamples ? null : squaredPpm({ n, x, y, xx: n, yy: n, xy });
  return alike === null ? null : { symbol, samples: n, changes: Math.min(changesX, changesY), ...alike };
}

/** The team that changed sides first in nearly all changes that both made within a sample of each other. */
function leadOf(one: Team, other: Team, contracts: readonly AlikeContract[]): Team | null {
  let before = 0;
  let after = 0;
  for (const { symbol, isOpposite } of contracts) {
    const theirs = turnsIn(other, symbol);
    for (const turn of turnsIn(one, symbol)) {
      const sign = isOpposite ? -turn.sign : turn.sign;
      const match = theirs.find((their) => their.sign === sign && Math.abs(their.from - turn.from) <= 1);
      if (match === undefined || match.t === turn.t) continue;
      if (turn.t < match.t) before += 1;
      else after += 1;
    }
  }
  const share = LEAD_PERCENT * (before + after);
  if (before + after < LEAST_CHANGES) return null;
  if (100 * before >= share) return one;
  return 100 * after >= share ? other : null;
}

/** The changes of a team's position to the other side. */
function turnsIn({ positions }: Team, symbol: string): readonly SignChange[] {
  let last = 0;
  return (positions.get(symbol)?.changes ?? []).filter(({ sign }) => {
    const isTurn = sign !== 0 && sign !== last;
    if (sign !== 0) last = sign;
    return isTurn;
  });
}

/** The signs of a team from the contest's start until `untilMs`. */
function signsOf({ positions }: Team, startMs: number, untilMs: number): Signs {
  const samples = Math.max(0, Math.floor((untilMs - startMs) / SAMPLE_MS) + 1);
  const signs = new Map<string, Int8Array>();
  for (const [symbol, { changes }] of positions) {
    const row = new Int8Array(samples);
    for (const { from, sign } of changes) row.fill(sign, Math.min(from, samples));
    signs.set(symbol, row);
  }
  return signs;
}
