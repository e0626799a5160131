/** A trade on the public tape. */
import type { Contract } from '../../core/language/contract.ts';
import type { Trade } from '../../live/tape.ts';
import { boolean, number, object, string } from './schema.ts';
import { baseText, indexPriceText, moneyText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const tradeShape = shape(
  object({
    ticketId: string('Grows with every trade; the same as on the channel trades.{symbol}'),
    time: number('Epoch ms'),
    price: string(),
    size: string('In base coin'),
    value: string('In USDT'),
    symbol: string(),
    isBestMatch: boolean(),
    isBuyerMaker: boolean(),
    contractVal: string(),
  }),
  {
    ticketId: '700000000000061',
    time: 1767257999500,
    price: '90500.0',
    size: '0.0100',
    value: '905.00000000',
    symbol: 'cmt_btcusdt',
    isBestMatch: true,
    isBuyerMaker: true,
    contractVal: '0.0001',
  },
);

export type TradeView = ViewOf<typeof tradeShape>;

export function tradeView(contract: Contract, trade: Trade): TradeView {
  return {
    ticketId: String(trade.id),
    time: trade.timeMs,
    price: indexPriceText(contract, trade.price),
    size: baseText(contract, trade.size),
    value: moneyText(trade.value),
    symbol: contract.symbol,
    isBestMatch: true,
    isBuyerMaker: trade.isBuyerMaker,
    contractVal: contract.spec.contractVal,
  };
}
