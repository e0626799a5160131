/**
 * Order of deleveraging (ADL-002): opposite positions by profit ratio times effective leverage, losers by
 * the ratio divided by it.
 */
import { byId } from '../state/ids.ts';
import { Heap } from '../num/heap.ts';
import { invariant } from '../num/invariant.ts';
import { add, mul, mulDivFloor } from '../num/mul-div.ts';
import type { Money, Sign } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { unrealisedProfitOf } from '../positions/figures.ts';
import { equityOf, isKnown, markValueOf } from '../risk/margin.ts';
import type { Account, Instrument, Part, Position } from '../state/records.ts';

/** Every open position of one side of a contract, by id. */
export function positionsOfSide(instrument: Instrument, sign: Sign): Position[] {
  const positions: Position[] = [];
  for (const holding of instrument.holders.values())
    for (const position of holding.positions) if (position.sign === sign) positions.push(position);
  return positions.sort(byId);
}

/** The score of a position, `null` when its part's value is unknown or not above 0. */
export function scoreOf(position: Position): Money | null {
  const { part } = position;
  if (!isKnown(part)) return null;
  const equity = equityOf(part);
  const profit = unrealisedProfitOf(position);
  if (equity <= 0 || profit === null) return null;
  const gross = grossValueOf(part);
  return profit > 0
    ? mulDivFloor(mul(profit, gross), E8, mul(position.openValue, equity))
    : mulDivFloor(mul(profit, equity), E8, mul(position.openValue, gross));
}

/** Σ S·M·u over the part's positions: each side counts. */
function grossValueOf(part: Part): Money {
  let gross: Money = 0;
  for (const position of part.positions) gross = add(gross, markValueOf(position));
  return gross;
}

/** A position at its place in a rank. */
export interface Ranked {
  readonly position: Position;
  readonly score: Money;
}

/** The higher score, the older position, the lower id (ADL-002). */
function isBefore(a: Ranked, b: Ranked): boolean {
  if (a.score !== b.score) return a.score > b.score;
  return (a.position.createdSequence - b.position.createdSequence || a.position.id - b.position.id) < 0;
}

/**
 * The rank of one side of a contract, scored once and kept right while marks don't move: only positions of parts that
 * changed are scored again. A cascade of thousands of liquidations in one command would otherwise score all of them for
 * each of them.
 */
export class Rank {
  readonly #instrument: Instrument;
  readonly #sign: Sign;
  readonly #heap = new Heap<Ranked>(isBefore);
  /** The entry that counts for each position; others in the heap are of an earlier score. */
  readonly #current = new Map<Position, Ranked>();

  constructor(instrument: Instrument, sign: Sign) {
    this.#instrument = instrument;
    this.#sign = sign;
    for (const holding of instrument.holders.values()) for (const position of holding.positions) this.#score(position);
  }

  /** Scores the part's positions again. */
  noteChanged(part: Part): void {
    for (const position of part.positions) this.#score(position);
  }

  #score(position: Position): void {
    if (position.instrument !== this.#instrument || position.sign !== this.#sign) return;
    this.#current.delete(position);
    const score = scoreOf(position);
    if (score !== null) this.giveBack({ position, score });
  }

  /** Takes the first; `null` when none is left. */
  take(): Ranked | null {
    for (let first = this.#heap.pop(); first !== null; first = this.#heap.pop()) {
      if (this.#current.get(first.position) !== first) continue;
      this.#current.delete(first.position);
      const { position } = first;
      invariant(position.sign === this.#sign, 'ADL-002: a rank is of one side', position, position.sign);
      if (position.size > 0) return first;
    }
    return null;
  }

  giveBack(ranked: Ranked): void {
    this.#current.set(ranked.position, ranked);
    this.#heap.push(ranked);
  }
}

/** The ranks a follow-up loop has needed so far. */
export class Ranks {
  readonly #ranks = new Map<string, Rank>();

  /** The rank of those that close against a position of `sign`. */
  against(instrument: Instrument, sign: Sign): Rank {
    const key = `${sign} ${instrument.contract.symbol}`;
    const known = this.#ranks.get(key);
    if (known !== undefined) return known;
    const rank = new Rank(instrument, sign === 1 ? -1 : 1);
    this.#ranks.set(key, rank);
    return rank;
  }

  noteChanged(part: Part): void {
    for (const rank of this.#ranks.values()) rank.noteChanged(part);
  }
}

/** The whole rank of those that close against a position of `sign`, the account's own left out. */
export function rankedAgainst(instrument: Instrument, sign: Sign, account: Account): Position[] {
  const rank = new Rank(instrument, sign === 1 ? -1 : 1);
  const positions: Position[] = [];
  for (let next = rank.take(); next !== null; next = rank.take())
    if (next.position.account !== account) positions.push(next.position);
  return positions;
}
