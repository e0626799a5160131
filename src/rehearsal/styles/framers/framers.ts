/**
 * Cheats that try to bring somebody else before the judges, and those they try it on, who are honest and must not need
 * a case.
 */
import { after, before } from '../diaries.ts';
import { altered, plain, said } from '../forms.ts';
import { type Move, type Player, priceText } from '../../player.ts';
import { towards, trend, whim } from '../strategies.ts';
import { bot, type Cast, cheat, noted, review, type Style, styleOf, type Turn } from '../style.ts';

/** Uploads what another team explained, in logs for orders of its own, three times each. */
function repeatsWords(player: Player, cast: Cast): Turn {
  const decide = whim(['cmt_solusdt'])(player);
  return async () => {
    for (const move of decide()) {
      const theirs = cast.get('Framed author')?.sent.at(-1 - (Math.floor(player.orders.length / 3) % 3));
      const { explanation } = JSON.parse(theirs?.body ?? '{}') as { explanation?: string };
      const form = altered(plain, (made) => ({ explanation: explanation ?? made.explanation ?? '' }));
      await before(form)(player, [move]);
    }
  };
}

/** Holds what another team holds, a little later, so that both look like twins. */
function mirrors(player: Player, cast: Cast): Turn {
  const symbol = 'cmt_ethusdt';
  let seen = 0;
  return async () => {
    const theirs = cast.get('Mirrored') as Player;
    if (theirs.orders.length === seen) return;
    seen = theirs.orders.length;
    const follow = async (): Promise<void> => {
      const sign = theirs.held(symbol, 'long') > 0 ? 1 : theirs.held(symbol, 'short') > 0 ? -1 : 0;
      const moves = towards(player, symbol, sign);
      if (moves.length > 0) await after(plain)(player, moves);
    };
    player.later(1, follow);
  };
}

/** Always in the market: who can be mirrored best. */
function alwaysIn(player: Player): Turn {
  const symbol = 'cmt_ethusdt';
  let due = 2;
  let side: 1 | -1 = -1;
  return async () => {
    if (player.minute < due) return;
    due += player.between(60, 60);
    side = side === 1 ? -1 : 1;
    await before(plain)(player, towards(player, symbol, side));
  };
}

const QUIET = 'cmt_bnbusdt';

/** An honest maker in a contract that nobody else quotes. */
function framedMaker(player: Player): Turn {
  let due = 5;
  return async () => {
    if (player.minute < due) return;
    due = player.minute + 15;
    await player.client.cancelAllOrders({ symbol: QUIET, cancelOrderType: 'normal' });
    await player.look(QUIET);
    const price = player.price(QUIET);
    const moves = ([true, false] as const).map((buys): Move => {
      const held = player.held(QUIET, buys ? 'short' : 'long');
      const at = priceText(QUIET, price * (1 + (buys ? -0.003 : 0.003)));
      const size = held > 0 ? player.sizeOf(QUIET, held * price) : player.sizeOf(QUIET, 6_000);
      return { symbol: QUIET, type: held > 0 ? (buys ? 4 : 3) : buys ? 1 : 2, size, price: at, postOnly: true };
    });
    for (const move of moves) await before(plain)(player, [move]);
  };
}

/** Loses to that maker on purpose: pays the spread again and again. */
function losesOnPurpose(player: Player): Turn {
  let due = 12;
  return async () => {
    if (player.minute < due) return;
    due = player.minute + 15;
    await player.look(QUIET);
    const long = player.held(QUIET, 'long');
    const move: Move =
      long > 0
        ? { symbol: QUIET, type: 3, size: player.sizeOf(QUIET, long * player.price(QUIET)) }
        : { symbol: QUIET, type: 1, size: player.sizeOf(QUIET, 5_800) };
    const placed = await player.place(move);
    await player.upload(said(plain, player, [move], { orderId: placed.id }), placed);
  };
}

export const FRAMERS: readonly Style[] = [
  styleOf(
    'framed',
    'Framed author',
    'another team repeats its explanations',
    bot(trend(['cmt_btcusdt']), before(plain)),
  ),
  cheat('Repeats words', 'uploads the explanations of another team three times each', review('V09'), repeatsWords, {
    beside: ['Framed author'],
  }),
  styleOf('framed', 'Mirrored', 'another team holds what it holds, a minute later', alwaysIn, { isTwoDays: true }),
  noted('Mirror', 'holds what another team holds, so that both look like twins', ['V14'], mirrors, {
    isTwoDays: true,
    beside: ['Mirrored'],
  }),
  styleOf('framed', 'Framed maker', 'another team loses to it on purpose', framedMaker),
  cheat('Loses on purpose', 'loses to an honest maker, to have it accused', review('V13'), losesOnPurpose, {
    beside: ['Framed maker'],
  }),
];
