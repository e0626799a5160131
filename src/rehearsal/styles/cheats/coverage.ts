/** Cheats that keep logs back, or send them when it is too late. */
import { after, before, partly, silent } from '../diaries.ts';
import { altered, plain, said, saidOfWaiting } from '../forms.ts';
import type { Move, Placed, Player } from '../../player.ts';
import { priceText } from '../../player.ts';
import { MAJORS, seldom, whim } from '../strategies.ts';
import { bot, cheat, type Diary, insufficient, review, type Style, styleOf } from '../style.ts';

const isOpening = ({ type }: Move): boolean => type === 1 || type === 2;

/** Logs what is small and keeps back what is large: at most one order in twenty-five, twenty times the size. */
function smallOnly(player: Player): () => Promise<void> {
  const decide = whim(MAJORS)(player);
  let small = 0;
  return async () => {
    for (const move of decide()) {
      const isLarge = small >= 24 && isOpening(move);
      small = isLarge ? 0 : small + 1;
      if (isLarge) await silent(player, [{ ...move, size: player.sizeOf(move.symbol, 30_000) }]);
      else await before(plain)(player, [move]);
    }
  };
}

/** Logs ten minutes later, and only what went well until then. */
const winnersOnly: Diary = async (player, moves) => {
  for (const move of moves) {
    const at = player.price(move.symbol);
    const placed = await player.place(move);
    player.later(10, async () => {
      const rose = player.price(move.symbol) > at;
      const isLong = move.type === 1 || move.type === 4;
      if (rose === isLong) await player.upload(said(plain, player, [move], { orderId: placed.id }), placed);
    });
  }
};

/** Every thirtieth order without a log. */
const nearlyAll: Diary = async (player, moves) => {
  for (const move of moves) await (player.orders.length % 30 === 29 ? silent : before(plain))(player, [move]);
};

/** Sends all logs in the last minutes. */
function atTheEnd(player: Player): () => Promise<void> {
  const decide = whim(MAJORS)(player);
  const waiting: { readonly body: string; readonly placed: Placed }[] = [];
  return async () => {
    for (const move of decide()) {
      const placed = await player.place(move);
      waiting.push({ body: said(plain, player, [move], { orderId: placed.id }), placed });
    }
    if (player.minute < player.scene.minutes - 2) return;
    for (const { body, placed } of waiting.splice(0)) await player.upload(body, placed);
  };
}

/** Writes into a late log that it was made before the order. */
const backdated = altered(plain, ({ input }, { player }) => ({
  input: { ...input, at: new Date(player.scene.nowMs() - 25 * 60_000).toISOString() },
}));

/** Closes by hand: moves the stop of a preset to just beside the price, again and again until it fires. */
function stopByHand(player: Player): () => Promise<void> {
  const symbol = 'cmt_btcusdt';
  const decide = whim([symbol], 12)(player);
  let closesAt: number | null = null;
  return async () => {
    const move = decide().find(isOpening);
    const isClosing = closesAt !== null && player.minute >= closesAt;
    if (move === undefined && !isClosing) return;
    await player.look(symbol);
    const isLong = player.held(symbol, 'long') > 0;
    const isOut = !isLong && player.held(symbol, 'short') === 0;
    if (isOut && move !== undefined) {
      const far = (by: number): string => priceText(symbol, player.price(symbol) * (1 + (move.type === 1 ? by : -by)));
      await before(plain)(player, [{ ...move, takeProfit: far(0.1), stopLoss: far(-0.1) }]);
      closesAt = player.minute + player.between(12, 15);
    } else if (isOut) closesAt = null;
    else if (isClosing) await moveStop(player, symbol, isLong);
  };
}

async function moveStop(player: Player, symbol: string, isLong: boolean): Promise<void> {
  const plans = await player.client.currentPlan({ symbol });
  const stop = plans.find(({ planType }) => planType === 'loss_plan');
  if (stop === undefined) return;
  const triggerPrice = priceText(symbol, player.price(symbol) * (isLong ? 0.9997 : 1.0003));
  await player.client.modifyTpSlOrder({ orderId: stop.order_id, triggerPrice, triggerPriceType: 3 });
}

/** Waits, it says, and trades between what it says. */
function onlyWaiting(player: Player): () => Promise<void> {
  const decide = whim(MAJORS)(player);
  let due = 1;
  return async () => {
    await silent(player, decide());
    if (player.minute < due) return;
    due = player.minute + 20;
    await player.upload(saidOfWaiting(plain, player, 'cmt_btcusdt'));
  };
}

export const COVERAGE: readonly Style[] = [
  cheat('No logs', 'trades by hand, without a log', insufficient('V01'), bot(whim(MAJORS), silent)),
  cheat(
    'Half logged',
    'logs every second order',
    insufficient('V01'),
    bot(whim(MAJORS), partly(50, before(plain), silent)),
  ),
  cheat(
    'Openings only',
    'lets a model open and closes by hand, without a log',
    insufficient('V01'),
    bot(whim(MAJORS), async (player, moves) => {
      for (const move of moves) await (isOpening(move) ? before(plain) : silent)(player, [move]);
    }),
  ),
  cheat('Small ones only', 'logs small orders and keeps back the large ones', review('V02'), smallOnly),
  cheat(
    'Winners only',
    'logs afterwards, and only what went well',
    insufficient('V01'),
    bot(whim(MAJORS), winnersOnly),
  ),
  cheat('At the end', 'sends all logs in the last minutes', insufficient('V01'), atTheEnd),
  cheat(
    'Sixteen minutes late',
    'writes the reason when it is known how it went',
    insufficient('V01'),
    bot(whim(MAJORS), after(plain, 16)),
  ),
  cheat(
    'Dated back',
    'logs late, with an earlier time inside',
    insufficient('V01'),
    bot(whim(MAJORS), after(backdated, 20)),
  ),
  cheat('Only waiting', 'logs that it waits, and trades all the same', insufficient('V01'), onlyWaiting),
  cheat('Stop by hand', 'closes by moving the stop to beside the price', insufficient('V01'), stopByHand),
  styleOf('unseen', 'Nearly all logged', 'three orders in a hundred by hand', bot(whim(MAJORS), nearlyAll)),
  styleOf(
    'unseen',
    'Within a minute',
    'decides by hand and writes a reason right after',
    bot(whim(MAJORS), after(plain)),
  ),
  styleOf(
    'unseen',
    'Reason first',
    'decides by hand and has a model write a reason before it orders',
    bot(whim(MAJORS), before(plain)),
  ),
  styleOf('noted', 'Lucky', 'three large orders, all of them right', bot(seldom('cmt_solusdt', 2), before(plain)), {
    expected: { verdict: 'VERIFIED', by: ['V15'], isUnranked: true },
  }),
];
