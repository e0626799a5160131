/** Compares prices that logs claim with what the contest's minutes say (V12; docs/evidence.md, Rules). */
import { symbolMatches } from '../log/decision.ts';
import { coinsOf } from './content.ts';
import type { Dossier } from './dossier.ts';
import { compare, type Exact, exactOf, ppmOf } from './exact.ts';
import type { PriceClaim } from './log-facts.ts';
import { markRange } from './marks.ts';
import type { Verification } from './verification.ts';
import type { TeamLog } from './team.ts';

/** A claimed price that the market did not have. */
export interface Miss {
  readonly log: TeamLog;
  readonly symbol: string;
  readonly claimed: string;
  /** Lowest and highest mark of the ten minutes before the log. */
  readonly low: Exact;
  readonly high: Exact;
}

export interface Grounding {
  /** Claims that could be compared. */
  readonly claims: number;
  readonly misses: readonly Miss[];
}

const MILLION = 1_000_000;

export function groundingOf({ deciding, ordersOf }: Dossier, state: Verification): Grounding {
  let claims = 0;
  const misses: Miss[] = [];
  for (const log of deciding) {
    // A log sent after its order claims to be knowledge from before it.
    const orders = state.rules.groundsAtOrder ? (ordersOf.get(log) ?? []) : [];
    const t = orders.reduce((earliest, { order }) => Math.min(earliest, order.t), log.t);
    for (const claim of log.facts?.claims ?? []) {
      const found = rangeOf(state, claim, t);
      if (found === null) continue;
      claims += 1;
      if (isOutside(state, found)) misses.push({ log, claimed: claim.price, ...found });
    }
  }
  return { claims, misses };
}

interface Range {
  readonly symbol: string;
  readonly price: Exact;
  readonly low: Exact;
  readonly high: Exact;
}

/** The range of the mark of the contract that a claim means; null when it is not known. */
function rangeOf(state: Verification, { symbol, price }: PriceClaim, t: number): Range | null {
  const { contest } = state;
  const meant = contest.symbols.find((one) => {
    const { base, quote } = coinsOf(one, contest.coin);
    return symbolMatches(symbol, base, quote);
  });
  const range = meant === undefined ? null : markRange(state, meant, t);
  const claimed = exactOf(price);
  return meant === undefined || range === null || claimed === null
    ? null
    : { symbol: meant, price: claimed, low: range.low, high: range.high };
}

function isOutside({ rules }: Verification, { price, low, high }: Range): boolean {
  const lowest = ppmOf(low, MILLION - rules.priceTolerancePpm);
  const highest = ppmOf(high, MILLION + rules.priceTolerancePpm);
  return compare(price, lowest) < 0 || compare(price, highest) > 0;
}
