/**
 * Agents who decide by coin, at a contest's marks: as often in the market as its teams were, with as much of their
 * equity, trading as much and paying as much, without a reason. The coin is that of a backtest
 * (src/env/backtest/coin.ts), in integers; funding is left out, and prices are the mid of each minute's marks.
 */
import { floorDiv } from '../num/bigint.ts';
import type { Sha256 } from '../text/bytes.ts';
import { Lots } from './lots.ts';

/** How the teams traded, summed over all of them; values in 1e-8. */
export interface FieldHabit {
  readonly teams: number;
  /** Each began with so much. */
  readonly start: bigint;
  readonly samples: number;
  readonly traded: bigint;
  readonly fees: bigint;
  readonly heldSum: bigint;
  readonly heldSamples: number;
}

export type CoinFloor = {
  readonly agents: number;
  /** Returns in 1e-8: all but the lowest and the highest twentieth lie between these; half are below the middle. */
  readonly low8: number;
  readonly middle8: number;
  readonly high8: number;
  /** Their habit: the part of the time in the market, their positions in parts of equity, and fees in 1e-8. */
  readonly presentPpm: number;
  readonly sharePpm: number;
  readonly fee8: number;
};

export interface Coins {
  readonly shown: CoinFloor;
  /** Of a million, how many returned so much or more. */
  readonly asGoodPpm: (return8: number) => number;
}

const AGENTS = 200;
const TWENTIETH = AGENTS / 20;
const MILLION = 1_000_000;
const E6 = 1_000_000n;
const E8 = 100_000_000n;
/** Positions of more than fifty times the equity are taken for fifty. */
const MOST_SHARE = 50_000_000n;

interface Habit {
  readonly sharePpm: number;
  readonly presentPpm: number;
  readonly chancePpm: number;
  readonly fee8: number;
}

/**
 * @param marks of each contract at each sample in 1e-8, 0 while there is none; all as long
 * @returns null: nobody traded, or there is no mark
 */
export function coinFloorOf(
  sha256: Sha256,
  seed: string,
  { marks, habit: field }: { readonly marks: readonly (readonly bigint[])[]; readonly habit: FieldHabit },
): Coins | null {
  const habit = habitOf(field);
  if (habit === null || marks.length === 0) return null;
  const moves = marks.map(movesOf);
  const returns = Float64Array.from({ length: AGENTS }, (_, agent) =>
    returnOf(new Lots(sha256, seed, `coin ${agent}`), moves, habit),
  ).toSorted((a, b) => a - b);
  const { sharePpm, presentPpm, fee8 } = habit;
  const shown = {
    agents: AGENTS,
    low8: returns[TWENTIETH]!,
    middle8: returns[AGENTS / 2]!,
    high8: returns[AGENTS - 1 - TWENTIETH]!,
    presentPpm,
    sharePpm,
    fee8,
  };
  const asGoodPpm = (return8: number): number => (returns.filter((one) => one >= return8).length * MILLION) / AGENTS;
  return { shown, asGoodPpm };
}

/** Changes of a mark from sample to sample, 1e-8 of it. */
function movesOf(marks: readonly bigint[]): number[] {
  return marks.slice(1).map((mark, at) => {
    const before = marks[at]!;
    return before === 0n || mark === 0n ? 0 : Number(floorDiv((mark - before) * E8, before));
  });
}

/** After a draw an agent is out as often as teams are: a draw turns over share·present·(2 − present) on average. */
function habitOf({ teams, start, samples, traded, fees, heldSum, heldSamples }: FieldHabit): Habit | null {
  if (heldSamples === 0 || traded <= 0n || start <= 0n) return null;
  const all = BigInt(teams * samples);
  const share = floorDiv(heldSum * E6, BigInt(heldSamples) * start);
  const present = floorDiv(BigInt(heldSamples) * E6, all);
  const ofDraw = floorDiv(share * present * (2n * E6 - present), E6);
  if (share <= 0n || ofDraw <= 0n) return null;
  const chance = floorDiv(traded * E6 * E6 * E6, all * start * ofDraw);
  return {
    sharePpm: Number(share > MOST_SHARE ? MOST_SHARE : share),
    presentPpm: Number(present),
    chancePpm: Number(chance > E6 ? E6 : chance),
    fee8: Number(floorDiv(fees * E8, traded)),
  };
}

function returnOf(lots: Lots, moves: readonly (readonly number[])[], habit: Habit): number {
  const { sharePpm, presentPpm, chancePpm, fee8 } = habit;
  const length = moves[0]!.length;
  let [side, contract, gained] = [0, 0, 0];
  for (let at = 0; at < length; at++) {
    if (lots.below(MILLION) < chancePpm) {
      const next = lots.below(MILLION) >= presentPpm ? 0 : 2 * lots.below(2) - 1;
      if (next !== side) {
        gained -= millionths((Math.abs(side) + Math.abs(next)) * sharePpm * fee8);
        side = next;
        contract = lots.below(moves.length);
      }
    }
    if (side !== 0) gained += millionths(side * sharePpm * moves[contract]![at]!);
  }
  return gained;
}

/** ⌊value / 10⁶⌋, exactly: no quotient is rounded. */
function millionths(value: number): number {
  const rest = value % MILLION;
  return (value - rest) / MILLION - (rest < 0 ? 1 : 0);
}
