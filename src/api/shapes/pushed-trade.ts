/** A trade as the trades channel sends it. */
import { isBuy } from '../../core/state/order.ts';
import type { FillMade } from '../../core/turn/events.ts';
import { boolean, object, string } from './schema.ts';
import { moneyText, priceText, sizeText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const pushedTradeShape = shape(
  object({
    ticketId: string('The id market/trades shows'),
    time: string('Epoch ms'),
    price: string(),
    size: string(),
    value: string(),
    buyerMaker: boolean(),
  }),
  {
    ticketId: '700000000000061',
    time: '1767257999500',
    price: '90500.0',
    size: '0.0100',
    value: '905.00000000',
    buyerMaker: true,
  },
);

export type PushedTrade = ViewOf<typeof pushedTradeShape>;

export function pushedTrade({ id, instrument, price, size, value, maker }: FillMade, timeMs: number): PushedTrade {
  const { contract } = instrument;
  return {
    ticketId: String(id),
    time: String(timeMs),
    price: priceText(contract, price),
    size: sizeText(contract, size),
    value: moneyText(value),
    buyerMaker: isBuy(maker.order.side, maker.order.effect),
  };
}
