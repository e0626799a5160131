/**
 * Skill told from luck, of a contest's leaves alone (docs/contest.md, Skill or luck): how sure each return is and how
 * often a rank would hold, by bootstrap, and what agents who decide by coin would have made of the same marks. Draws
 * are seeded by the log's beacon, so whoever has the leaves finds the same numbers to the bit.
 *
 * `stepSkill` takes every leaf in index order; `skillOf` changes nothing.
 */
import { bootstrapOf, type Sureness } from '../standing/bootstrap.ts';
import { type CoinFloor, coinFloorOf } from '../standing/coin-floor.ts';
import { floorDiv } from '../num/bigint.ts';
import { scaledInteger } from '../num/decimal.ts';
import type { Sha256 } from '../text/bytes.ts';
import { type BoardContest, type BoardFold, boardNow, startBoard, stepBoard } from './board.ts';
import { beaconText, type RootAt } from './level.ts';
import type { LeafRecord, MinuteRecord } from './records.ts';

export type SkillRow = Sureness & {
  readonly team: string;
  /** Of a million, how many agents by coin returned as much or more; null: there are none. */
  readonly coinsPpm: number | null;
};

export type Skill = {
  readonly contest: string;
  readonly logSize: number;
  /** Of the log at that size: the seed. */
  readonly beacon: string;
  /** Epoch ms of the last sample. */
  readonly at: number;
  readonly changes: number;
  readonly block: number;
  readonly draws: number;
  /** The ranked teams, in the order of the board at that sample; coverage breaks no tie. */
  readonly rows: readonly SkillRow[];
  readonly coins: CoinFloor | null;
  readonly v: 1;
};

interface Own {
  readonly curve: number[];
  /** Signed size in 1e-8, by symbol. */
  readonly held: Map<string, bigint>;
}

export interface SkillFold {
  readonly board: BoardFold;
  readonly teams: Map<string, Own>;
  readonly uids: Map<string, string>;
  /** Order ids of teams: whether they buy. */
  readonly buys: Map<string, boolean>;
  /** Mids of the mark at each sample in 1e-8; 0: none yet. */
  readonly marks: Map<string, bigint[]>;
  samples: number;
  size: number;
  origin: string;
  /** Of all teams, in 1e-8: value traded, fees, value held summed over samples with some, and how many these are. */
  traded: bigint;
  fees: bigint;
  heldSum: bigint;
  heldSamples: number;
}

const E8 = 100_000_000n;
const BUYING = new Set(['1', '4', '6', '8', '10']);

export function startSkill(contest: BoardContest): SkillFold {
  return {
    board: startBoard(contest),
    teams: new Map(),
    uids: new Map(),
    buys: new Map(),
    marks: new Map(),
    samples: 0,
    size: 0,
    origin: '',
    traded: 0n,
    fees: 0n,
    heldSum: 0n,
    heldSamples: 0,
  };
}

export function stepSkill(fold: SkillFold, leaf: LeafRecord): void {
  fold.size = leaf.index + 1;
  stepBoard(fold.board, leaf);
  if (leaf.kind === 'key') fold.origin = leaf.origin;
  if (leaf.kind === 'team' && leaf.uid !== null && leaf.payload.contest === fold.board.contest.id)
    fold.uids.set(leaf.uid, leaf.payload.team);
  if (leaf.kind === 'order' && fold.uids.has(leaf.header.uid))
    fold.buys.set(leaf.header.orderId, BUYING.has(leaf.header.type));
  if (leaf.kind === 'minute' && leaf.contest === fold.board.contest.id) takeMinute(fold, leaf);
}

function takeMinute(fold: SkillFold, { records }: MinuteRecord): void {
  if (records === null) return;
  for (const fill of records.fills) takeFill(fold, fill);
  for (const { symbol, high, low } of records.bars) {
    const known = fold.marks.get(symbol) ?? Array.from({ length: fold.samples }, () => 0n);
    known.push((amount(high) + amount(low)) / 2n);
    fold.marks.set(symbol, known);
  }
  fold.samples += 1;
  for (const marks of fold.marks.values()) if (marks.length < fold.samples) marks.push(marks.at(-1) ?? 0n);
  const start = BigInt(fold.board.startBalance);
  for (const { team, track } of fold.board.teams.values()) {
    if (track === null) continue;
    const own = ownOf(fold, team);
    const value = Number(floorDiv((BigInt(track.last) - start) * E8, start));
    while (own.curve.length < fold.samples - 1) own.curve.push(own.curve.at(-1) ?? 0);
    own.curve.push(value);
    const held = heldBy(fold, own);
    fold.heldSum += held;
    if (held > 0n) fold.heldSamples += 1;
  }
}

function takeFill(
  fold: SkillFold,
  {
    uid,
    orderId,
    symbol,
    size,
    price,
    fee,
  }: { readonly [name in 'uid' | 'orderId' | 'symbol' | 'size' | 'price' | 'fee']: string },
): void {
  const team = fold.uids.get(uid);
  const isBuying = fold.buys.get(orderId);
  if (team === undefined || isBuying === undefined) return;
  const { held } = ownOf(fold, team);
  const amountOf = amount(size);
  held.set(symbol, (held.get(symbol) ?? 0n) + (isBuying ? amountOf : -amountOf));
  fold.traded += (amountOf * amount(price)) / E8;
  fold.fees += amount(fee);
}

function ownOf({ teams }: SkillFold, team: string): Own {
  let own = teams.get(team);
  if (own === undefined) teams.set(team, (own = { curve: [], held: new Map() }));
  return own;
}

/** The value of its positions at the marks. */
function heldBy({ marks }: SkillFold, { held }: Own): bigint {
  let sum = 0n;
  for (const [symbol, size] of held) sum += ((size < 0n ? -size : size) * (marks.get(symbol)?.at(-1) ?? 0n)) / E8;
  return sum;
}

/** In 1e-8; what is no amount is none, as the opener left it. */
function amount(text: string): bigint {
  return BigInt(scaledInteger(text, 8) ?? 0);
}

/** Null: there are too few samples to say anything. */
export function skillOf(sha256: Sha256, fold: SkillFold, rootAt: RootAt): Skill | null {
  const { board, teams, size, origin } = fold;
  const root = rootAt(size);
  const ranked = boardNow(board, board.atMs, () => new Map()).board.rows.map(({ standing }) => standing.team);
  const curves = ranked.map((team) => teams.get(team)?.curve ?? []);
  if (root === null || curves.some(({ length }) => length !== fold.samples)) return null;
  const beacon = beaconText(sha256, origin, size, root);
  const found = bootstrapOf(sha256, beacon, curves);
  if (found === null) return null;
  const { teams: sureness, ...how } = found;
  const floor = coinFloorOf(sha256, beacon, {
    marks: [...fold.marks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, marks]) => marks),
    habit: { ...fold, teams: teams.size, start: BigInt(board.startBalance) },
  });
  const rows = sureness.map((one, nth) => ({
    team: ranked[nth]!,
    ...one,
    coinsPpm: floor === null ? null : floor.asGoodPpm(curves[nth]!.at(-1)!),
  }));
  return {
    contest: board.contest.id,
    logSize: size,
    beacon,
    at: board.atMs,
    ...how,
    rows,
    coins: floor === null ? null : floor.shown,
    v: 1,
  };
}
