/** One side of a fill as the private socket sends it to the account it belongs to. */
import { isBuy } from '../../core/state/order.ts';
import type { Id } from '../../core/num/units.ts';
import type { FillMade } from '../../core/turn/events.ts';
import { object, optional, string } from './schema.ts';
import {
  COIN,
  isForced,
  LIQUIDATE_TYPES,
  MARGIN_MODE_WORDS,
  moneyText,
  POSITION_MODE_WORDS,
  SIDE_WORDS,
  sizeText,
} from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

/** The fields of a row. */
export const fillFields = {
  id: string('The id order/fills shows as tradeId'),
  coinId: string(),
  contractId: string('The symbol'),
  orderId: string(),
  marginMode: string('SHARED or ISOLATED'),
  separatedMode: string('COMBINED or SEPARATED'),
  separatedOpenOrderId: string('0 when combined'),
  positionSide: string('LONG or SHORT'),
  orderSide: string('BUY or SELL'),
  fillSize: string(),
  fillValue: string(),
  fillFee: string('Cost positive'),
  liquidateFee: string(),
  realizePnl: string('Gross: fees are not deducted'),
  direction: string('TAKER or MAKER'),
  createdTime: string('Epoch ms'),
  updatedTime: string('Epoch ms'),
  liquidateType: optional(string('FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE; left out of what a trader wanted')),
  positionId: optional(string('The position it opened or closed; left out of combined ones')),
};

export const pushedFillShape = shape(object(fillFields), {
  id: '700000000000011',
  coinId: 'USDT',
  contractId: 'cmt_btcusdt',
  orderId: '700000000000010',
  marginMode: 'SHARED',
  separatedMode: 'COMBINED',
  separatedOpenOrderId: '0',
  positionSide: 'LONG',
  orderSide: 'BUY',
  fillSize: '0.0100',
  fillValue: '900.00000000',
  fillFee: '0.54000000',
  liquidateFee: '0',
  realizePnl: '0',
  direction: 'TAKER',
  createdTime: '1767251700000',
  updatedTime: '1767251700000',
});

export type PushedFill = ViewOf<typeof pushedFillShape>;

/** @param openOrderId the order that opened the separated position, 0 when combined */
export function pushedFill(fill: FillMade, role: 'taker' | 'maker', openOrderId: Id, timeMs: number): PushedFill {
  const { contract } = fill.instrument;
  const { order, positionId, fee, liquidateFee, realised } = fill[role];
  return {
    id: String(fill.id),
    coinId: COIN,
    contractId: contract.symbol,
    orderId: String(order.id),
    marginMode: MARGIN_MODE_WORDS[order.marginMode],
    separatedMode: POSITION_MODE_WORDS[order.positionMode],
    separatedOpenOrderId: String(openOrderId),
    positionSide: SIDE_WORDS[order.side],
    orderSide: isBuy(order.side, order.effect) ? 'BUY' : 'SELL',
    fillSize: sizeText(contract, fill.size),
    fillValue: moneyText(fill.value),
    fillFee: moneyText(fee),
    liquidateFee: moneyText(liquidateFee),
    realizePnl: moneyText(realised),
    direction: role === 'taker' ? 'TAKER' : 'MAKER',
    createdTime: String(timeMs),
    updatedTime: String(timeMs),
    ...(isForced(order.cause) ? { liquidateType: LIQUIDATE_TYPES[order.cause] } : {}),
    ...(order.positionMode === 'separated' ? { positionId: String(positionId) } : {}),
  };
}
