/**
 * A scripted agent: from what it sees of one contract to what it does about it, and why. Pure: the same view gives the
 * same idea. The reason is made of the figures that decided, so it says what happened and nothing else.
 */

export interface View {
  readonly symbol: string;
  /** Of the last half hour, minute by minute, the oldest first; the last is the price of now. */
  readonly closes: readonly number[];
  /** Price and size, the best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Distance of two prices. */
  readonly tick: number;
  readonly held: Held | null;
}

export type Level = readonly [price: number, size: number];

export interface Held {
  readonly side: 'LONG' | 'SHORT';
  /** In base coin, as the exchange says it. */
  readonly size: string;
  readonly entry: number;
  readonly forMs: number;
}

export interface Idea {
  readonly decision: 'OPEN_LONG' | 'OPEN_SHORT' | 'CLOSE_LONG' | 'CLOSE_SHORT' | 'HOLD';
  /** A resting order at this price; null: at market. */
  readonly price: number | null;
  /** The figures it was decided by. */
  readonly figures: Readonly<Record<string, number | string>>;
  readonly reason: string;
}

/** How much an agent ventures on a position, and where it gives it up. */
export interface Risk {
  /** Part of its free money that a position is margined with. */
  readonly share: number;
  readonly leverage: number;
  /** Distance of the stop loss from the price it opens at, as a part of it. */
  readonly stop: number;
}

/** A fifth of the money at 3x: a stopped position costs about 1 % of the account. */
export const BOLD: Risk = { share: 0.2, leverage: 3, stop: 0.015 };

export interface Strategy {
  /** As the log says which model it was. */
  readonly model: string;
  /** In a sentence, for whoever asks. */
  readonly about: string;
  /** Null: positions of a few hundred USDT, without a stop. */
  readonly risk: Risk | null;
  decide(view: View): Idea;
}

/** To close what is held. */
export function closing({ side }: Held): 'CLOSE_LONG' | 'CLOSE_SHORT' {
  return side === 'LONG' ? 'CLOSE_LONG' : 'CLOSE_SHORT';
}

/** To two decimals, for the log. */
export function rounded(value: number, decimals = 2): number {
  return Number(value.toFixed(decimals));
}
