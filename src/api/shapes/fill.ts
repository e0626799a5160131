/**
 * One side of a fill as its trader sees it (BOOK-008): role, fee, realised profit. One view for what is stored and for
 * what has just happened.
 */
import type { FillFigures } from '../../core/orders/figures.ts';
import { contractAt } from '../../core/state/instrument.ts';
import { isBuy } from '../../core/state/order.ts';
import type { Instrument } from '../../core/state/records.ts';
import { boolean, list, number, object, optional, string } from './schema.ts';
import {
  LIQUIDATE_TYPES,
  MARGIN_MODE_WORDS,
  moneyText,
  POSITION_MODE_WORDS,
  priceText,
  SIDE_WORDS,
  sizeText,
} from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';
import { traceparentField } from './traced.ts';

const fillShape = shape(
  object({
    tradeId: number(),
    orderId: number(),
    symbol: string(),
    marginMode: string(),
    separatedMode: string(),
    positionSide: string('LONG or SHORT'),
    orderSide: string('BUY or SELL'),
    fillSize: string(),
    fillValue: string(),
    fillFee: string('Cost positive'),
    liquidateFee: string(),
    realizePnl: string('Gross: fees are not deducted'),
    direction: string('OPEN_LONG, OPEN_SHORT, CLOSE_LONG or CLOSE_SHORT'),
    liquidateType: string('NONE, FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE'),
    legacyOrdeDirection: string('The same as direction'),
    createdTime: number('Epoch ms'),
    fillPrice: string('0 with the tick’s decimals: closed against another position, for a value and without a price'),
    role: string('TAKER or MAKER'),
    positionId: optional(number('The position it opened or closed; left out of combined ones')),
    traceparent: traceparentField,
  }),
  {
    tradeId: 700000000000022,
    orderId: 700000000000020,
    symbol: 'cmt_btcusdt',
    marginMode: 'SHARED',
    separatedMode: 'COMBINED',
    positionSide: 'LONG',
    orderSide: 'BUY',
    fillSize: '0.0100',
    fillValue: '890.00000000',
    fillFee: '0.17800000',
    liquidateFee: '0',
    realizePnl: '0',
    direction: 'OPEN_LONG',
    liquidateType: 'NONE',
    legacyOrdeDirection: 'OPEN_LONG',
    createdTime: 1767253500000,
    fillPrice: '89000.0',
    role: 'MAKER',
  },
);

export type FillView = ViewOf<typeof fillShape>;

export const fillPageShape = shape(object({ list: list(fillShape.schema), nextFlag: boolean(), totals: number() }), {
  list: [
    fillShape.sample,
    {
      ...fillShape.sample,
      tradeId: 700000000000011,
      orderId: 700000000000010,
      fillValue: '900.00000000',
      fillFee: '0.54000000',
      createdTime: 1767251700000,
      fillPrice: '90000.0',
      role: 'TAKER',
    },
  ],
  nextFlag: false,
  totals: 2,
});

export type FillPageView = ViewOf<typeof fillPageShape>;

export function fillView(instrument: Instrument, fill: FillFigures): FillView {
  const contract = contractAt(instrument, fill.id);
  const direction = `${fill.effect === 'open' ? 'OPEN' : 'CLOSE'}_${SIDE_WORDS[fill.side]}`;
  return {
    tradeId: fill.id,
    orderId: fill.orderId,
    symbol: contract.symbol,
    marginMode: MARGIN_MODE_WORDS[fill.marginMode],
    separatedMode: POSITION_MODE_WORDS[fill.positionMode],
    positionSide: SIDE_WORDS[fill.side],
    orderSide: isBuy(fill.side, fill.effect) ? 'BUY' : 'SELL',
    fillSize: sizeText(contract, fill.size),
    fillValue: moneyText(fill.value),
    fillFee: moneyText(fill.fee),
    liquidateFee: moneyText(fill.liquidateFee),
    realizePnl: moneyText(fill.realised),
    direction,
    liquidateType: LIQUIDATE_TYPES[fill.cause],
    legacyOrdeDirection: direction,
    createdTime: fill.timeMs,
    fillPrice: priceText(contract, fill.price),
    role: fill.role === 'taker' ? 'TAKER' : 'MAKER',
    ...(fill.positionMode === 'separated' ? { positionId: fill.positionId } : {}),
  };
}
