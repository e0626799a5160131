/** A trade as the channel sends it. */
import type { FillMade } from '../../../core/turn/events.ts';
import { pushedTrade as pushedTradeOfV2 } from '../../shapes/pushed-trade.ts';
import { boolean, number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';

export const pushedTradeShape = shape(
  object({
    T: number('Epoch ms'),
    t: string('The id market/trades shows'),
    p: string('Price'),
    q: string('Size in base coin'),
    v: string('In USDT'),
    m: boolean(),
  }),
  { T: 1767257999500, t: '700000000000061', p: '90500.0', q: '0.0100', v: '905.00000000', m: true },
);

/** `m`: the buyer was the maker. */
export function pushedTrade(fill: FillMade, timeMs: number): ViewOf<typeof pushedTradeShape> {
  const { ticketId, price, size, value, buyerMaker } = pushedTradeOfV2(fill, timeMs);
  return { T: timeMs, t: ticketId, p: price, q: size, v: value, m: buyerMaker };
}
