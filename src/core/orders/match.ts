/**
 * Plans the fills and cancels of an incoming order on the book (BOOK-003, BOOK-004, BOOK-007): on the unchanged state
 * the opposite side is walked, best first, while the price is within the limit and size is left. Changes nothing;
 * applying the plan is `enter-order.ts`.
 *
 * It reads an order's properties, never its kind's name. Which maker may not be filled (BOOK-005) is asked of the
 * caller.
 */
import type { ExchangeParameters } from '../language/commands.ts';
import { invariant } from '../num/invariant.ts';
import type { Steps, Ticks } from '../num/units.ts';
import type { FrozenPiece, Order, Account, Instrument, Position } from '../state/records.ts';
import { BUY, bestPrice, firstOrder, NONE, nextOrder, priceOf, SELL } from '../matching/book.ts';

/** An incoming order as the book sees it. */
export interface Taker {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly buy: boolean;
  /** The worst price it takes, in ticks. */
  readonly limit: Ticks;
  readonly size: Steps;
  /** Positions that a close is booked on, in order; empty for an opening. */
  readonly pieces: readonly FrozenPiece[];
}

/** One fill to be made, or one resting order to be cancelled at its place in the walk. */
export interface MatchStep {
  readonly maker: Order;
  readonly price: Ticks;
  /** 0 when the maker is cancelled instead. */
  readonly size: Steps;
  readonly takerPosition: Position | null;
  readonly makerPosition: Position | null;
  /** The cancel detail, when the maker is cancelled. */
  readonly refusal: string | null;
}

export interface MatchPlan {
  readonly steps: readonly MatchStep[];
  readonly filled: Steps;
  /** The walk ended at an order of the taker's own account. */
  readonly endedAtOwn: boolean;
}

/** Why a maker may not be filled by `size`, as a cancel detail, or null. */
export type MakerTest = (maker: Order, size: Steps) => string | null;

/** The plan of an order that meets nothing. */
export const NOTHING: MatchPlan = { steps: [], filled: 0, endedAtOwn: false };

/** Whether anything rests at a price the taker accepts. */
export function crosses(instrument: Instrument, buy: boolean, limit: Ticks): boolean {
  const best = bestPrice(instrument.book, buy ? SELL : BUY);
  return best !== 0 && (buy ? best <= limit : best >= limit);
}

/** The plan of an incoming order (BOOK-003). */
export function planMatch(
  taker: Taker,
  prevention: ExchangeParameters['selfTradePrevention'],
  test: MakerTest,
): MatchPlan {
  const { instrument, buy, limit } = taker;
  if (!crosses(instrument, buy, limit)) return NOTHING;
  const book = instrument.book;
  const steps: MatchStep[] = [];
  const pieces = pieceWalk(taker.pieces);
  let left = taker.size;
  for (let slot = firstOrder(book, buy ? SELL : BUY); slot !== NONE && left > 0; slot = nextOrder(book, slot)) {
    const price = priceOf(book, slot);
    if (buy ? price > limit : price < limit) break;
    const maker = instrument.resting[slot]!;
    invariant(maker.slot === slot, 'INV-009: an order is found in its slot', maker, slot);
    if (maker.account === taker.account) {
      if (prevention !== 'expireTaker') steps.push(cancelStep(maker, price, 'SELF_TRADE'));
      if (prevention !== 'expireMaker') return { steps, filled: taker.size - left, endedAtOwn: true };
      continue;
    }
    const size = Math.min(left, maker.remaining);
    const refusal = test(maker, size);
    if (refusal !== null) steps.push(cancelStep(maker, price, refusal));
    else {
      addFills(steps, maker, price, size, pieces);
      left -= size;
    }
  }
  return { steps, filled: taker.size - left, endedAtOwn: false };
}

function cancelStep(maker: Order, price: Ticks, refusal: string): MatchStep {
  return { maker, price, size: 0, takerPosition: null, makerPosition: null, refusal };
}

/** Hands out the positions of frozen pieces in order, size by size. */
interface PieceWalk {
  /** The position the next steps belong to and how many of them; no bound for an opening order. */
  position(): Position | null;
  room(): Steps;
  use(size: Steps): void;
}

const OPENING: PieceWalk = { position: () => null, room: () => Number.MAX_SAFE_INTEGER, use: () => undefined };

function pieceWalk(pieces: readonly FrozenPiece[]): PieceWalk {
  if (pieces.length === 0) return OPENING;
  let at = 0;
  let used = 0;
  return {
    position: () => pieces[at]!.position,
    room: () => pieces[at]!.size - used,
    use: (size) => {
      used += size;
      if (used === pieces[at]!.size) {
        at++;
        used = 0;
      }
    },
  };
}

/** The fills of `size` against one maker, split where either side's position changes (BOOK-007). */
function addFills(steps: MatchStep[], maker: Order, price: Ticks, size: Steps, takerPieces: PieceWalk): void {
  const makerPieces = pieceWalk(maker.pieces);
  for (let left = size; left > 0; ) {
    const part = Math.min(left, takerPieces.room(), makerPieces.room());
    invariant(part > 0, 'BOOK-007: a fill has a size', maker, part);
    steps.push({
      maker,
      price,
      size: part,
      takerPosition: takerPieces.position(),
      makerPosition: makerPieces.position(),
      refusal: null,
    });
    takerPieces.use(part);
    makerPieces.use(part);
    left -= part;
  }
}
