/**
 * Strategies: what a team wants to hold when, without a word about logs. Each is made anew for a team and asked every
 * half minute; it answers the orders to place now, mostly none.
 */
import { ema, mean } from '../figures.ts';
import type { Move, Player } from '../player.ts';

export type Strategy = (player: Player) => () => readonly Move[];
/** Short, nothing, long. */
type Want = -1 | 0 | 1;

/** The contracts with a market of the house. */
export const MAJORS = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt'] as const;

/** Value of a usual position, USDT. */
const USUAL = 1_500;

/** The orders that lead from what is held to what is wanted: closing first, then opening. */
export function towards(player: Player, symbol: string, want: Want, value = USUAL): readonly Move[] {
  const [long, short] = [player.held(symbol, 'long'), player.held(symbol, 'short')];
  const moves: Move[] = [];
  const closed = (coins: number): string => player.sizeOf(symbol, coins * player.price(symbol));
  if (long > 0 && want <= 0) moves.push({ symbol, type: 3, size: closed(long) });
  if (short > 0 && want >= 0) moves.push({ symbol, type: 4, size: closed(short) });
  // No two positions are of the same size.
  const size = player.sizeOf(symbol, value * (0.8 + player.random.below(400) / 1000));
  if (want === 1 && long === 0) moves.push({ symbol, type: 1, size });
  if (want === -1 && short === 0) moves.push({ symbol, type: 2, size });
  return moves;
}

/** Asks `decide` every so many minutes, a little later each time. */
function each(player: Player, minutes: number, decide: () => readonly Move[]): () => readonly Move[] {
  let due = player.between(1, minutes);
  return () => {
    if (player.minute < due) return [];
    due = player.minute + minutes + player.random.below(minutes) / 4;
    return decide();
  };
}

/** Goes with the move of the last half hour or so, and stays out when there is none. */
export function trend(symbols: readonly string[], every = 8): Strategy {
  return (player) => {
    const [fast, slow] = [player.between(4, 4), player.between(14, 10)];
    const least = player.between(1, 4) / 10_000;
    return each(player, every, () =>
      symbols.flatMap((symbol) => {
        const closes = player.closes(symbol);
        const lead = ema(closes, fast) / ema(closes, slow) - 1;
        return towards(player, symbol, Math.abs(lead) < least ? 0 : lead > 0 ? 1 : -1);
      }),
    );
  };
}

/** Against what went too far from its mean, until it is back. */
export function reversion(symbols: readonly string[], every = 6): Strategy {
  return (player) => {
    const [length, far] = [player.between(20, 20), player.between(9, 6) / 10];
    return each(player, every, () =>
      symbols.flatMap((symbol) => {
        const closes = player.closes(symbol, length);
        const middle = mean(closes);
        const deviation = Math.sqrt(mean(closes.map((close) => (close - middle) ** 2)));
        const z = (player.price(symbol) - middle) / deviation;
        const isIn = player.held(symbol, 'long') + player.held(symbol, 'short') > 0;
        if (Math.abs(z) > far) return towards(player, symbol, z > 0 ? -1 : 1);
        return isIn && Math.abs(z) < far / 3 ? towards(player, symbol, 0) : [];
      }),
    );
  };
}

/** Always long, or always short, or out: one way only. */
export function oneWay(symbol: string, side: 1 | -1, every = 8): Strategy {
  return (player) => {
    const length = player.between(every, every);
    return each(player, every, () => {
      const closes = player.closes(symbol);
      const lead = player.price(symbol) / ema(closes, length) - 1;
      return towards(player, symbol, lead * side > 0 ? side : 0);
    });
  };
}

/** The crossing of two averages that every book has, looked at every five minutes: the same for all who use it. */
export function publicCross(symbol: string): Strategy {
  return (player) => {
    let asked = -1;
    return () => {
      const slot = Math.floor(player.minute / 5);
      if (slot === asked) return [];
      asked = slot;
      const closes = player.closes(symbol, 180);
      return towards(player, symbol, mean(closes.slice(-60)) > mean(closes) ? 1 : -1);
    };
  };
}

/** Long the one and short the other, by what their ratio does, with no view of the market. */
export function neutral(one: string, other: string, every = 60): Strategy {
  return (player) => {
    const length = player.between(60, 50);
    return each(player, every, () => {
      const [a, b] = [player.closes(one, length), player.closes(other, length)];
      const ratio = a.map((close, at) => close / (b[at] as number));
      const isCheap = (ratio.at(-1) as number) < mean(ratio);
      return [...towards(player, one, isCheap ? 1 : -1), ...towards(player, other, isCheap ? -1 : 1)];
    });
  };
}

/** In and out at times and on sides that follow no figure: what a person does, or a coin. */
export function whim(symbols: readonly string[], every = 11): Strategy {
  return (player) =>
    each(player, every, () => {
      const symbol = player.pick(symbols);
      const isIn = player.held(symbol, 'long') + player.held(symbol, 'short') > 0;
      return towards(player, symbol, isIn && player.oneIn(2) ? 0 : player.oneIn(2) ? 1 : -1);
    });
}

/** Buys a slice each time, and sells all of it when there are enough. */
export function slices(symbol: string, count: number, every = 12): Strategy {
  return (player) => {
    let bought = 0;
    return each(player, every, () => {
      if (bought < count) {
        bought += 1;
        return [{ symbol, type: 1, size: player.sizeOf(symbol, USUAL / 3) }];
      }
      bought = 0;
      return towards(player, symbol, 0);
    });
  };
}

/** So many round trips in all, an hour or two apart. */
export function seldom(symbol: string, trips: number): Strategy {
  return (player) => {
    let left = 2 * trips;
    return each(player, 100, () => {
      if (left === 0) return [];
      left -= 1;
      return towards(player, symbol, left % 2 === 0 ? 0 : player.oneIn(2) ? 1 : -1);
    });
  };
}

/** Nothing at all. */
export const nothing: Strategy = () => () => [];
