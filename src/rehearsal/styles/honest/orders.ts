/** Honest teams by the orders they use: brackets, slices, makers, liquidation, closing all at once. */
import { before } from '../diaries.ts';
import { plain, said } from '../forms.ts';
import { boundTo, type Move, type Placed, type Player, priceText } from '../../player.ts';
import { oneWay, reversion, slices, trend, whim } from '../strategies.ts';
import { bot, type Diary, type Style, honest } from '../style.ts';

const BTC = ['cmt_btcusdt'];
const ETH = ['cmt_ethusdt'];

/** Prices of a take profit and a stop loss for an opening. */
function bracketOf(player: Player, { symbol, type }: Move, percent = 0.12): { takeProfit: string; stopLoss: string } {
  const price = player.price(symbol);
  const by = (type === 1 ? 1 : -1) * (percent / 100);
  return { takeProfit: priceText(symbol, price * (1 + by)), stopLoss: priceText(symbol, price * (1 - by)) };
}

const opens = ({ type }: Move): boolean => type === 1 || type === 2;

/** Opens with presets, which close the position by themselves. */
function presets(player: Player): () => Promise<void> {
  const decide = whim(BTC, 7)(player);
  return async () => {
    const moves = decide().filter(opens);
    if (moves.length === 0) return;
    await player.look('cmt_btcusdt');
    if (player.held('cmt_btcusdt', 'long') + player.held('cmt_btcusdt', 'short') > 0) return;
    await before(plain)(
      player,
      moves.map((move) => ({ ...move, ...bracketOf(player, move) })),
    );
  };
}

/** A take profit and a stop loss as orders of their own, for a position that was just opened. */
async function placeBracket(player: Player, { move }: Placed, names: readonly [string, string]): Promise<void> {
  const { takeProfit, stopLoss } = bracketOf(player, move, 0.4);
  const common = {
    symbol: move.symbol,
    size: move.size,
    positionSide: move.type === 1 ? ('long' as const) : ('short' as const),
    triggerPriceType: 3 as const,
  };
  const rows = [
    { ...common, planType: 'profit_plan' as const, clientOrderId: names[0], triggerPrice: takeProfit },
    { ...common, planType: 'loss_plan' as const, clientOrderId: names[1], triggerPrice: stopLoss },
  ];
  for (const row of rows) await player.client.placeTpSlOrder(row);
}

/** Opens, and places a bracket: named in the log of the opening, or without a word. */
function brackets(isNamed: boolean): Style['play'] {
  return (player) => {
    const symbol = isNamed ? 'cmt_ethusdt' : 'cmt_btcusdt';
    const decide = whim([symbol], 10)(player);
    return async () => {
      const move = decide().find(opens);
      if (move === undefined) return;
      await player.look(symbol);
      if (player.held(symbol, 'long') + player.held(symbol, 'short') > 0) return;
      await player.client.cancelAllOrders({ symbol, cancelOrderType: 'plan' });
      const names = [player.nextName(), player.nextName(), player.nextName()] as const;
      const ties = isNamed ? names : names.slice(0, 1);
      await player.upload(said(plain, player, [move], { clientOids: ties }));
      const placed = await player.place(move, names[0]);
      await placeBracket(player, placed, [names[1], names[2]]);
    };
  };
}

/** One decision, carried out in slices whose orders all commit to its log. */
const children: Diary = async (player, moves) => {
  for (const move of moves) {
    const body = said(plain, player, [move]);
    await player.upload(body);
    const part = Number(move.size) / 4;
    for (let child = 0; child < 4; child++) {
      const size = child < 3 ? player.sizeOf(move.symbol, part * player.price(move.symbol)) : rest(player, move, part);
      await player.place({ ...move, size }, boundTo(body, child));
    }
  }
};

/** The rest of an order after three slices. */
function rest(player: Player, { symbol, size }: Move, part: number): string {
  const taken = Number(player.sizeOf(symbol, part * player.price(symbol)));
  return player.sizeOf(symbol, (Number(size) - 3 * taken) * player.price(symbol));
}

/** One decision sent again with each slice, minutes apart. */
const repeated: Diary = async (player, moves) => {
  for (const move of moves) {
    const parts = [0, 4, 8];
    const size = player.sizeOf(move.symbol, (Number(move.size) * player.price(move.symbol)) / parts.length);
    const asText = said(plain, player, [{ ...move, size }]);
    for (const minutes of parts)
      player.later(minutes, async () => {
        const placed = await player.place({ ...move, size });
        await player.upload(asText.replace('"orderId":null', `"orderId":"${placed.id}"`), placed);
      });
  }
};

/** Closes everything with one request, and logs what that made. */
function closingAll(player: Player): () => Promise<void> {
  const decide = oneWay('cmt_ethusdt', 1)(player);
  return async () => {
    for (const move of decide()) {
      if (opens(move)) {
        await before(plain)(player, [move]);
        continue;
      }
      const rows = await player.client.closePositions({ symbol: move.symbol });
      await player.look(move.symbol);
      for (const { successOrderId } of rows)
        await player.upload(said(plain, player, [move], { orderId: String(successOrderId) }));
    }
  };
}

/** Quotes both sides of a contract with one log for each pair of quotes, and gets rid of what it was left with. */
function maker(symbol: string, halfSpread: number, every: number): Style['play'] {
  return (player) => {
    let due = player.between(1, every);
    return async () => {
      if (player.minute < due) return;
      due = player.minute + every;
      await player.client.cancelAllOrders({ symbol, cancelOrderType: 'normal' });
      await player.look(symbol);
      const price = player.price(symbol);
      const quote = (buys: boolean): Move => {
        const held = player.held(symbol, buys ? 'short' : 'long');
        const at = priceText(symbol, price * (1 + (buys ? -halfSpread : halfSpread)));
        const size = held > 0 ? player.sizeOf(symbol, held * price) : player.sizeOf(symbol, 700);
        return { symbol, type: held > 0 ? (buys ? 4 : 3) : buys ? 1 : 2, size, price: at, postOnly: true };
      };
      const moves = [quote(true), quote(false)];
      const clientOids = moves.map(() => player.nextName());
      await player.upload(said(quotes, player, moves, { clientOids }));
      for (const [at, move] of moves.entries()) await player.place(move, clientOids[at]);
    };
  };
}

const ACTIONS = { 1: 'OPEN_LONG', 2: 'OPEN_SHORT', 3: 'CLOSE_LONG', 4: 'CLOSE_SHORT' } as const;
const quotes: Parameters<typeof said>[0] = ({ moves, figures, reason }) => ({
  input: { mark: figures.mark, symbol: figures.symbol, volatility: figures.atrPct },
  output: {
    quotes: moves.map(({ symbol, type, size, price }) => ({ action: ACTIONS[type], symbol, size, price })),
  },
  explanation: `Two-sided quote. ${reason}`,
});

/** Trades like others for some hours, then borrows all it may, and is liquidated sooner or later. */
function reckless(player: Player): () => Promise<void> {
  const symbol = 'cmt_solusdt';
  const decide = trend(BTC)(player);
  let due = 360;
  return async () => {
    if (player.minute < 300) {
      const moves = decide();
      if (moves.length > 0) await before(plain)(player, moves);
      return;
    }
    if (player.minute < due) return;
    due = player.minute + 60;
    // Once it has no money left, this is refused, and its model has nothing more to decide.
    await before(plain)(player, [{ symbol, type: 1, size: player.sizeOf(symbol, 45_000) }]).catch(() => undefined);
  };
}

export const ORDERS: readonly Style[] = [
  honest('Presets', 'opens with a take profit and a stop loss, which close by themselves', presets),
  honest('Named bracket', 'names take profit and stop loss in the log of the opening', brackets(true)),
  honest('Silent bracket', 'places take profit and stop loss without a log of their own', brackets(false)),
  honest(
    'Child orders',
    'carries one decision out in four orders that commit to its log',
    bot(trend(BTC, 25), children),
  ),
  honest(
    'Slices',
    'sends its one decision again with each of three slices',
    bot(slices('cmt_btcusdt', 2, 20), repeated),
  ),
  honest('Close all', 'closes everything with one request, and logs the order it made', closingAll),
  honest('Maker', 'quotes both sides of BTC, with one log for two quotes', maker('cmt_btcusdt', 0.0006, 30)),
  honest('Quiet maker', 'quotes a contract that nobody else quotes', maker('cmt_ltcusdt', 0.002, 20)),
  honest(
    'Quiet taker',
    'trades in a contract where there is one maker only',
    (player) => {
      const decide = whim(['cmt_ltcusdt'], 30)(player);
      return async () => {
        const moves = decide();
        if (moves.length === 0) return;
        const small = moves.map((move) => (opens(move) ? { ...move, size: player.sizeOf(move.symbol, 400) } : move));
        await before(plain)(player, small.slice(0, 1));
        await player.look('cmt_ltcusdt');
      };
    },
    { beside: ['Quiet maker'] },
  ),
  honest('Reckless', 'borrows all it may, and is liquidated sooner or later', reckless),
  honest('Scalper', 'in and out every few minutes', bot(reversion(ETH, 3), before(plain))),
];
