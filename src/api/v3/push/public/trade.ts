/** {symbol}@trade: every trade on the book from now on, oldest first. */
import { defineMarketChannel } from '../../../push/public/channel.ts';
import { Trades, TRADES_RHYTHM } from '../../../push/public/trades.ts';
import { pushedTrade, pushedTradeShape } from '../../shapes/pushed-trade.ts';

export const trade = defineMarketChannel({
  name: '{symbol}@trade',
  shape: pushedTradeShape,
  carries: { kind: 'trades' },
  ...TRADES_RHYTHM,
  open: () => new Trades(pushedTrade),
});
