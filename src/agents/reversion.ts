/**
 * Bets on the way back: a price far from its mean of half an hour is sold high and bought low, closed near the mean, or
 * when it runs away further.
 */
import { coinOf, deviation, mean, size } from './figures.ts';
import { BOLD, closing, type Idea, rounded, type Strategy, type View } from './strategy.ts';

/** In standard deviations: where it begins, where it is done, and where it was wrong. */
const FAR = 1.4;
const NEAR = 0.3;
const WRONG = 3;

export const reversion: Strategy = {
  model: 'scripted-reversion-1',
  about: 'bets that a price far from its mean of half an hour comes back',
  risk: BOLD,
  decide(view) {
    const { closes } = view;
    const last = closes.at(-1)!;
    const middle = mean(closes);
    const spread = deviation(closes);
    const z = spread === 0 ? 0 : (last - middle) / spread;
    const figures = { last, mean30m: Number(middle.toPrecision(7)), deviations: rounded(z) };
    return view.held === null ? enter(view, figures, z, last / middle - 1) : leave(view, figures, z);
  },
};

function enter({ symbol }: View, figures: Idea['figures'], z: number, part: number): Idea {
  const isHigh = z > 0;
  const far = `${size(part)} ${isHigh ? 'above' : 'below'} its mean of half an hour, ${Math.abs(z).toFixed(1)} deviations`;
  const where = `${coinOf(symbol)} stands ${far}`;
  if (Math.abs(z) < FAR)
    return { decision: 'HOLD', price: null, figures, reason: `${where}: not far enough to bet on its return.` };
  return {
    decision: isHigh ? 'OPEN_SHORT' : 'OPEN_LONG',
    price: null,
    figures,
    reason: `${where}. I bet on the way back, ${isHigh ? 'short' : 'long'} at market.`,
  };
}

function leave({ symbol, held }: View, figures: Idea['figures'], z: number): Idea {
  const { side, entry } = held!;
  const mine = `my ${coinOf(symbol)} ${side.toLowerCase()} from ${entry}`;
  const all = { ...figures, held: side, entry };
  /** How far it still is on the side it was entered from. */
  const left = side === 'LONG' ? -z : z;
  const shown = Math.abs(z).toFixed(1);
  if (left < NEAR)
    return {
      decision: closing(held!),
      price: null,
      figures: all,
      reason: `The price is back at its mean: I close ${mine}.`,
    };
  if (left > WRONG)
    return {
      decision: closing(held!),
      price: null,
      figures: all,
      reason: `It ran on to ${shown} deviations; I was wrong and close ${mine}.`,
    };
  return { decision: 'HOLD', price: null, figures: all, reason: `Still ${shown} deviations to go: I keep ${mine}.` };
}
