/**
 * Reads the book: when one side of its first levels is clearly thicker, it rests an order one tick before that side,
 * and closes at market when the other side has become the thicker one, or after a while.
 */
import { coinOf, minutes, percent } from './figures.ts';
import { closing, type Idea, type Level, rounded, type Strategy, type View } from './strategy.ts';

const LEVELS = 5;
/** Part of both sides that one must have. */
const THICK = 0.55;
const OLD_MS = 10 * 60_000;

export const book: Strategy = {
  model: 'scripted-book-1',
  about: 'rests orders before the thicker side of the book',
  risk: null,
  decide(view) {
    const bought = sumOf(view.bids);
    const sold = sumOf(view.asks);
    const part = bought + sold === 0 ? 0.5 : bought / (bought + sold);
    const figures = { bids5: rounded(bought, 4), asks5: rounded(sold, 4), bidsPart: rounded(part, 3) };
    return view.held === null ? enter(view, figures, part) : leave(view, figures, part);
  },
};

function sumOf(levels: readonly Level[]): number {
  return levels.slice(0, LEVELS).reduce((sum, [, size]) => sum + size, 0);
}

function enter({ symbol, bids, asks, tick }: View, figures: Idea['figures'], part: number): Idea {
  const coin = coinOf(symbol);
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  const isBuy = part >= THICK;
  if ((!isBuy && part > 1 - THICK) || bid === undefined || ask === undefined || ask - bid < 3 * tick)
    return {
      decision: 'HOLD',
      price: null,
      figures,
      reason: `Bids are ${(part * 100).toFixed(0)} % of the first five levels of ${coin}: no side is clearly thicker.`,
    };
  const price = isBuy ? bid + tick : ask - tick;
  const side = isBuy ? 'bids' : 'asks';
  const share = ((isBuy ? part : 1 - part) * 100).toFixed(0);
  return {
    decision: isBuy ? 'OPEN_LONG' : 'OPEN_SHORT',
    price,
    figures: { ...figures, bid, ask },
    reason: `${share} % of the first five levels of ${coin} are ${side}. I rest an order one tick before them, ${isBuy ? 'long' : 'short'}, and wait to be taken.`,
  };
}

function leave({ symbol, held, closes }: View, figures: Idea['figures'], part: number): Idea {
  const { side, entry, forMs } = held!;
  const last = closes.at(-1)!;
  const change = (last / entry - 1) * (side === 'LONG' ? 1 : -1);
  const all = { ...figures, held: side, entry, last };
  const mine = `my ${coinOf(symbol)} ${side.toLowerCase()} from ${entry}, ${percent(change)} so far`;
  const isAgainst = side === 'LONG' ? part < 1 - THICK : part > THICK;
  if (isAgainst || forMs > OLD_MS)
    return {
      decision: closing(held!),
      price: null,
      figures: all,
      reason: isAgainst
        ? `The book has turned: bids are ${(part * 100).toFixed(0)} % of its first levels. I close ${mine}.`
        : `After ${minutes(forMs)} the book I read says nothing any more. I close ${mine}.`,
    };
  return { decision: 'HOLD', price: null, figures: all, reason: `The book has not turned: I keep ${mine}.` };
}
