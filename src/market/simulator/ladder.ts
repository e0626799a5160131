/**
 * The quotes one contract should have, and the least change of the resting orders to get there.
 *
 * Levels lie on a grid of prices that stays where it is while the market moves over it: a small move changes nothing, a
 * larger one takes a level off one end and puts one on the other. Pure: prices in ticks, sizes in steps, nothing sent.
 * A new bid is always below every ask that is kept, so the house never meets itself.
 */
import type { Id, Steps, Ticks } from '../../core/num/units.ts';

export type QuoteSide = 'bid' | 'ask';

/** A house order that rests on the book. */
export interface StandingQuote {
  readonly orderId: Id;
  readonly side: QuoteSide;
  readonly price: Ticks;
  readonly remaining: Steps;
}

/** A level to put on the book. */
export interface NewQuote {
  readonly side: QuoteSide;
  readonly price: Ticks;
  readonly size: Steps;
}

export interface LadderPlan {
  readonly cancel: readonly Id[];
  readonly place: readonly NewQuote[];
}

export interface LadderShape {
  /** Distance of two levels, ticks. */
  readonly spacing: Ticks;
  /** Levels on each side. */
  readonly levels: number;
  /** Wanted size of a level; 0 is the nearest to the middle. Random from call to call. */
  readonly sizeOf: (level: number) => Steps;
  /** A level with less than this is quoted again. */
  readonly leastOf: (level: number) => Steps;
  /** Lowest price, ticks. */
  readonly minPrice: Ticks;
}

/** Levels beyond the wanted ones that may stay, so that a price going to and fro changes nothing. */
const SLACK = 3;
/** Least distance of a new and of a standing quote from the middle, in tenths of the spacing. */
const NEW_TENTHS = 4;
const KEPT_TENTHS = 1;

/** Grid index of the nearest price of a side that is at least `tenths` of the spacing away from the middle. */
function firstOnGrid(side: QuoteSide, middle: number, spacing: Ticks, tenths: number): number {
  const away = (spacing * tenths) / 10;
  return side === 'bid' ? Math.floor((middle - away) / spacing) : Math.ceil((middle + away) / spacing);
}

/**
 * The change that leads from the standing quotes to the wanted ladder.
 * @param middle the price to quote around, in ticks, not necessarily whole
 */
export function planLadder(middle: number, standing: readonly StandingQuote[], shape: LadderShape): LadderPlan {
  const cancel: Id[] = [];
  const place: NewQuote[] = [];
  for (const side of ['bid', 'ask'] as const) {
    const direction = side === 'bid' ? -1 : 1;
    const first = firstOnGrid(side, middle, shape.spacing, NEW_TENTHS);
    const nearestKept = firstOnGrid(side, middle, shape.spacing, KEPT_TENTHS);
    const kept = new Set<Ticks>();
    for (const quote of standing) {
      if (quote.side !== side) continue;
      const level = ((quote.price / shape.spacing - first) * direction) | 0;
      const tooNear = (quote.price / shape.spacing - nearestKept) * direction < 0;
      const used = quote.remaining < shape.leastOf(Math.max(0, level));
      if (tooNear || used || level >= shape.levels + SLACK || kept.has(quote.price)) cancel.push(quote.orderId);
      else kept.add(quote.price);
    }
    for (let level = 0; level < shape.levels; level++) {
      const price = (first + direction * level) * shape.spacing;
      if (price >= shape.minPrice && !kept.has(price)) place.push({ side, price, size: shape.sizeOf(level) });
    }
  }
  return { cancel, place };
}
