/** One side of a fill as its trader sees it, in the fields of v3. */
import type { FillFigures } from '../../../core/orders/figures.ts';
import type { Instrument } from '../../../core/state/records.ts';
import { fillView } from '../../shapes/fill.ts';
import { boolean, number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { COIN } from '../../words/wire.ts';
import { symbolText } from '../words/names.ts';

export const userTradeShape = shape(
  object({
    id: number(),
    orderId: number(),
    symbol: string(),
    buyer: boolean(),
    commission: string('Cost positive'),
    commissionAsset: string(),
    maker: boolean(),
    price: string('0 with the tick’s decimals: closed against another position, for a value and without a price'),
    qty: string(),
    quoteQty: string(),
    realizedPnl: string('Gross: fees are not deducted'),
    side: string('BUY or SELL'),
    positionSide: string('LONG or SHORT'),
    time: number('Epoch ms'),
    liquidateFee: string(),
    liquidateType: string('NONE, FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE'),
  }),
  {
    id: 700000000000022,
    orderId: 700000000000020,
    symbol: 'BTCUSDT',
    buyer: true,
    commission: '0.17800000',
    commissionAsset: COIN,
    maker: true,
    price: '89000.0',
    qty: '0.0100',
    quoteQty: '890.00000000',
    realizedPnl: '0',
    side: 'BUY',
    positionSide: 'LONG',
    time: 1767253500000,
    liquidateFee: '0',
    liquidateType: 'NONE',
  },
);

export function userTradeView(instrument: Instrument, fill: FillFigures): ViewOf<typeof userTradeShape> {
  const shown = fillView(instrument, fill);
  return {
    id: shown.tradeId,
    orderId: shown.orderId,
    symbol: symbolText(shown.symbol),
    buyer: shown.orderSide === 'BUY',
    commission: shown.fillFee,
    commissionAsset: COIN,
    maker: fill.role === 'maker',
    price: shown.fillPrice,
    qty: shown.fillSize,
    quoteQty: shown.fillValue,
    realizedPnl: shown.realizePnl,
    side: shown.orderSide,
    positionSide: shown.positionSide,
    time: shown.createdTime,
    liquidateFee: shown.liquidateFee,
    liquidateType: shown.liquidateType,
  };
}
