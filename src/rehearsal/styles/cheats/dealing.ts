/** Cheats that hand money from one account to another, in contracts that nobody quotes. */
import { before, bound } from '../diaries.ts';
import { plain } from '../forms.ts';
import { type Move, type Player, priceText } from '../../player.ts';
import { whim } from '../strategies.ts';
import { bot, type Cast, cheat, noted, review, type Style, type Turn } from '../style.ts';

/** A trade between two teams: one rests, the other takes. */
interface Deal {
  readonly symbol: string;
  /** The winner's acts: opens long, opens short, closes long, closes short. */
  readonly type: Move['type'];
  /** How far the price is from the market's in the winner's favour, percent. */
  readonly off: number;
  readonly size: string;
}

const COUNTERPART = { 1: 2, 2: 1, 3: 4, 4: 3 } as const;

/** The winner rests at a price that is good for it, and the loser takes it. Who holds the opposite closes it. */
async function deal(winner: Player, loser: Player, { symbol, type, off, size }: Deal): Promise<void> {
  const buys = type === 1 || type === 4;
  const price = priceText(symbol, winner.price(symbol) * (1 + (buys ? -off : off) / 100));
  await bound(plain)(winner, [{ symbol, type, size, price }]);
  await bound(plain)(loser, [{ symbol, type: COUNTERPART[type], size, price }]);
}

/** Runs `does` every so many minutes, for one of the two. */
function every(player: Player, minutes: number, does: (nth: number) => Promise<void>): Turn {
  let nth = 0;
  let due = player.between(10, 20);
  return async () => {
    if (player.minute < due) return;
    due += minutes;
    await does(nth++);
  };
}

const partner = (cast: Cast, name: string): Player => cast.get(name) as Player;
const waits: Style['play'] = () => async () => undefined;

/** In at a low price and out at a high one, both against the partner, and the other way round next time. */
function wash(player: Player, cast: Cast): Turn {
  const other = partner(cast, 'Right');
  const symbol = 'cmt_xrpusdt';
  const size = player.sizeOf(symbol, 6_000);
  return every(player, 15, async (nth) => {
    const [winner, loser] = Math.floor(nth / 2) % 2 === 0 ? [player, other] : [other, player];
    await deal(winner, loser, { symbol, type: nth % 2 === 0 ? 1 : 3, off: 0.6, size });
  });
}

/** Buys far below the market from the partner, who then buys back at the market from whoever is there. */
function giftsAtOpening(player: Player, cast: Cast): Turn {
  const giver = partner(cast, 'Giver');
  const symbol = 'cmt_adausdt';
  const size = player.sizeOf(symbol, 3_000);
  return every(player, 30, async (nth) => {
    const isOpening = nth % 2 === 0;
    // Both close at the market: the gain is that of the opening, and the closing looks clean.
    await deal(player, giver, { symbol, type: isOpening ? 1 : 3, off: isOpening ? 4 : 0, size });
  });
}

/** One large gift an hour before the end, which is never closed. */
function keptOpen(player: Player, cast: Cast): Turn {
  const giver = partner(cast, 'Giver at the end');
  const honest = bot(whim(['cmt_solusdt']), before(plain))(player, cast);
  let isDone = false;
  return async () => {
    await honest();
    if (isDone || player.minute < player.scene.minutes - 60) return;
    isDone = true;
    const symbol = 'cmt_adausdt';
    await deal(player, giver, { symbol, type: 1, off: 10, size: player.sizeOf(symbol, 12_000) });
  };
}

const MULES = ['Mule one', 'Mule two', 'Mule three'] as const;

/** Takes from three, none of which gives more than a third. */
function threeGivers(player: Player, cast: Cast): Turn {
  const symbol = 'cmt_dogeusdt';
  const size = player.sizeOf(symbol, 3_000);
  return every(player, 20, async (nth) => {
    const mule = partner(cast, MULES[Math.floor(nth / 2) % MULES.length] as string);
    await deal(player, mule, { symbol, type: nth % 2 === 0 ? 1 : 3, off: 1.5, size });
  });
}

export const DEALING: readonly Style[] = [
  cheat('Left', 'hands its gains to a partner and gets them back', review('V13'), wash, { beside: ['Right'] }),
  cheat('Right', 'the partner', review('V13'), waits),
  cheat(
    'Gifts at the opening',
    'buys far below the market from a friend, and closes at the market',
    review('V13'),
    giftsAtOpening,
    {
      beside: ['Giver'],
    },
  ),
  cheat('Giver', 'loses on purpose to that friend', review('V13'), waits),
  cheat('Kept open', 'one large gift before the end, never closed', review('V13'), keptOpen, {
    beside: ['Giver at the end'],
  }),
  cheat('Giver at the end', 'the friend who gave it', review('V13'), bot(whim(['cmt_btcusdt']), before(plain))),
  // An honest maker of a quiet contract looks the same: who gives is accused, and who takes is told.
  noted('Three givers', 'quotes for three accounts that take it at a loss, a third from each', ['V13'], threeGivers, {
    beside: MULES,
  }),
  ...MULES.map((name) => cheat(name, 'one of three that lose to one account', review('V13'), waits)),
];
