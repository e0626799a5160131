/** Honest teams of different habits: when logs go out, and what happens to bots in days of running alone. */
import { after, before, bound, queued, silent } from '../diaries.ts';
import { altered, plain, said, saidOfWaiting, signal, chat } from '../forms.ts';
import { boundTo, type Move, type Player } from '../../player.ts';
import { nothing, reversion, seldom, trend, whim } from '../strategies.ts';
import { bot, type Diary, insufficient, review, type Style, honest } from '../style.ts';
import { machine } from '../../../time/machine.ts';

const BTC = ['cmt_btcusdt'];
const ETH = ['cmt_ethusdt'];
/** In these minutes of the contest the exchange vanishes. */
export const OUTAGE = { atMinute: 200.5, minutes: 5 } as const;

/** Quotes a checkpoint that covers what was logged when it asked. */
async function beacon({ client }: Player): Promise<string> {
  const [newest] = await client.aiLeaves({ limit: 1 });
  for (;;) {
    const text = await client.aiBeacon();
    if (Number(text.split('.')[0]) >= (newest?.index ?? 0)) return text;
    await machine.sleep(20);
  }
}

/** Orders that commit to logs which quote a beacon, with what the model's API answered: all that level 3 asks for. */
const attested: Diary = async (player, moves) => {
  const quoted = await beacon(player);
  const form = altered(chat, ({ input }) => ({ input: { ...input, beacon: quoted } }));
  await bound(form)(player, moves);
};

/** Asks again after a time-out: log and order arrive twice, and each is there once. */
const retrying: Diary = async (player, moves) => {
  for (const move of moves) {
    const body = said(plain, player, [move]);
    await player.upload(body, { id: '', clientOid: boundTo(body), move });
    if (player.oneIn(3)) await player.upload(body);
    const { id } = await player.place(move, boundTo(body));
    // The answer was lost; the same order again is the same order.
    if (!player.oneIn(3)) continue;
    const limit = { order_type: 0, match_price: 1 } as const;
    const again = await player.client.placeOrder({ ...limit, ...move, client_oid: boundTo(body) });
    if (again.order_id !== id) throw new Error(`${player.name}: a repeated order is another one`);
  }
};

/** Restarts every few hours, sends what it had written before again, and says that it is there. */
function restarting(player: Player): () => Promise<void> {
  const decide = trend(BTC)(player);
  let due = 300;
  let last: (() => Promise<void>) | null = null;
  return async () => {
    if (player.minute >= due) {
      due += player.between(240, 200);
      await player.upload(
        JSON.stringify({
          orderId: null,
          stage: 'Session start',
          model: 'rehearsal-model-1',
          input: { prompt: 'start', config: { symbols: BTC, leverage: 5 } },
          output: { status: 'ready' },
        }),
      );
      await last?.();
      // For some minutes it reads history and does nothing.
      return;
    }
    for (const move of decide()) {
      const placed = await player.place(move);
      const body = said(plain, player, [move], { orderId: placed.id });
      await player.upload(body, placed);
      last = () => player.upload(body);
    }
  };
}

/** Changes to another model halfway, and registers it. */
function changing(player: Player): () => Promise<void> {
  const decide = trend(ETH)(player);
  const other = altered(plain, () => ({ model: 'other-model-2' }));
  let isChanged = false;
  return async () => {
    if (!isChanged && player.minute > player.scene.minutes / 2) {
      isChanged = true;
      await player.client.contestModels({ contestId: player.scene.contest, models: ['other-model-2'] });
    }
    const moves = decide();
    if (moves.length > 0) await before(isChanged ? other : plain)(player, moves);
  };
}

/** Was about to log when the exchange vanished, and does when it is back; else logs right after the order. */
function cutOff(player: Player): () => Promise<void> {
  const decide = reversion(BTC)(player);
  let isCut = false;
  return async () => {
    const isLast = !isCut && player.minute >= OUTAGE.atMinute - 0.5;
    const moves: readonly Move[] = isLast
      ? [{ symbol: 'cmt_solusdt', type: 1, size: player.sizeOf('cmt_solusdt', 900) }]
      : decide();
    isCut ||= isLast;
    await (isLast ? after(plain, OUTAGE.minutes + 12) : after(plain))(player, moves);
  };
}

/** Asks its model every quarter of an hour, which mostly says to wait, and logs that as well. */
function chatty(player: Player): () => Promise<void> {
  const decide = trend(ETH, 20)(player);
  let due = 1;
  return async () => {
    const moves = decide();
    if (moves.length > 0) await after(plain)(player, moves);
    if (moves.length > 0 || player.minute < due) return;
    due = player.minute + 15;
    await player.upload(saidOfWaiting(plain, player, 'cmt_ethusdt'));
  };
}

/** Decides by candles of an hour, and has the order ready long before it places it. */
const slow: Diary = async (player, moves) => {
  for (const move of moves) {
    const body = said(plain, player, [move]);
    await player.upload(body, { id: '', clientOid: boundTo(body), move });
    player.later(player.between(20, 25), () => player.place(move, boundTo(body)));
  }
};

/** Has a close of yesterday in its input, beside the price of now. */
const withHistory = altered(plain, ({ input }, { player, figures }) => ({
  input: {
    ...input,
    symbol: figures.symbol,
    close: String(player.price(figures.symbol, 1440)),
    interval: '1d',
  },
}));

const unlinked = altered(signal, () => ({ orderId: null }));

export const HABITS: readonly Style[] = [
  honest('Beacon', 'orders commit to logs that quote a beacon: level 3', bot(trend(BTC), attested), {
    models: ['gpt-4o-mini'],
  }),
  honest('Right after', 'logs right after the order, with its id', bot(trend(BTC), after(plain))),
  honest('Minutes late', 'logs six minutes after the order', bot(reversion(ETH), after(plain, 6))),
  honest('In batches', 'sends the logs of ten minutes together', bot(trend(ETH), queued(plain, 10))),
  honest('Retries', 'asks again after time-outs: logs and orders arrive twice', bot(reversion(BTC), retrying)),
  honest('Restarts', 'restarts every few hours and sends its last log again', restarting),
  honest('Outage', 'was cut off by an outage of the exchange, and logs after it', cutOff),
  honest('New model', 'changes its model halfway, and registers it', changing),
  honest('Chatty', 'logs that it waits every quarter of an hour, and trades seldom', chatty),
  honest('Slow', 'decides half an hour before it orders', bot(whim(BTC, 46), slow)),
  honest('Old close', 'has the close of yesterday in its input', bot(trend(BTC), before(withHistory))),
  honest('Whim', 'its model goes in and out without any pattern', bot(whim(ETH), before(chat)), {
    models: ['gpt-4o-mini'],
  }),
  honest('Seldom', 'makes three orders in all, each with its log', bot(seldom('cmt_ethusdt', 2), before(plain)), {
    expected: { verdict: 'VERIFIED', isUnranked: true },
  }),
  honest('Idle', 'never trades', bot(nothing, silent), { expected: { ...review('V01'), isUnranked: true } }),
  honest(
    'Null ids',
    'sends `orderId: null` and names no order: nothing ties its logs to its orders',
    bot(trend(BTC), after(unlinked)),
    { expected: insufficient('V01') },
  ),
];
