/**
 * Follows a move: when ten minutes brought more than chance would, it goes along, and leaves when the move has turned
 * or is old.
 */
import { changes, coinOf, deviation, minutes, percent, size } from './figures.ts';
import { BOLD, closing, type Idea, rounded, type Strategy, type View } from './strategy.ts';

const OVER = 10;
/** A move of this many times what chance brings is followed. */
const STRONG = 0.9;
const OLD_MS = 20 * 60_000;

export const momentum: Strategy = {
  model: 'scripted-momentum-1',
  about: 'follows moves of ten minutes that are larger than chance',
  risk: BOLD,
  decide(view) {
    const { closes, held } = view;
    const now = closes.at(-1)!;
    const move = now / closes[closes.length - 1 - OVER]! - 1;
    const usual = deviation(changes(closes)) * Math.sqrt(OVER);
    const score = usual === 0 ? 0 : move / usual;
    const figures = { last: now, move10m: percent(move), usual10m: percent(usual), score: rounded(score) };
    return held === null ? enter(view, figures, move, score) : leave(view, figures, move);
  },
};

function rose(move: number): string {
  return `${move < 0 ? 'fell' : 'rose'} ${size(move)}`;
}

function enter({ symbol }: View, figures: Idea['figures'], move: number, score: number): Idea {
  const coin = coinOf(symbol);
  const said = `${coin} ${rose(move)} in ten minutes, ${Math.abs(score).toFixed(1)} times what chance brings`;
  if (Math.abs(score) < STRONG)
    return { decision: 'HOLD', price: null, figures, reason: `${said}: too little to follow.` };
  const isUp = score > 0;
  return {
    decision: isUp ? 'OPEN_LONG' : 'OPEN_SHORT',
    price: null,
    figures,
    reason: `${said}. I go along, ${isUp ? 'long' : 'short'} at market, and leave when the move turns.`,
  };
}

function leave({ symbol, held }: View, figures: Idea['figures'], move: number): Idea {
  const { side, entry, forMs } = held!;
  const all = { ...figures, held: side, entry };
  const coin = coinOf(symbol);
  const isTurned = side === 'LONG' ? move < 0 : move > 0;
  if (isTurned)
    return {
      decision: closing(held!),
      price: null,
      figures: all,
      reason: `${coin} ${rose(move)} in the last ten minutes, against my ${side.toLowerCase()} from ${entry}: the move is over, I close.`,
    };
  if (forMs > OLD_MS)
    return {
      decision: closing(held!),
      price: null,
      figures: all,
      reason: `My ${coin} ${side.toLowerCase()} from ${entry} is ${minutes(forMs)} old; a move I follow is done by then. I close.`,
    };
  const reason = `${coin} ${rose(move)} in ten minutes, still my way: I keep the ${side.toLowerCase()} from ${entry}.`;
  return { decision: 'HOLD', price: null, figures: all, reason };
}
