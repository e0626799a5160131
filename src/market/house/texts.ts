/** Prices and sizes of the house as the text that commands carry. */
import { canonicalText } from '../../core/num/decimal.ts';
import { type DecimalText, E8, type Steps, type Ticks } from '../../core/num/units.ts';
import type { OrderFields } from '../../core/language/commands.ts';
import type { Instrument } from '../../core/state/records.ts';

/** The fields no house order uses. */
export const PLAIN: Pick<OrderFields, 'takeProfit' | 'stopLoss' | 'marginMode' | 'positionMode' | 'positionId'> = {
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  positionMode: null,
  positionId: null,
};

export function priceText({ contract }: Instrument, price: Ticks): DecimalText {
  return canonicalText(price * contract.tickUnit, contract.priceDecimals);
}

export function sizeText({ contract }: Instrument, size: Steps): DecimalText {
  return canonicalText(size * contract.stepUnit, contract.sizeDecimals);
}

/** An index price, rounded down to a tenth of a tick. */
export function indexText(priceE8: number, tickE8: number): DecimalText {
  const unitE8 = Math.max(1, Math.floor(tickE8 / 10));
  return canonicalText(Math.max(1, Math.floor(priceE8 / unitE8)) * unitE8, 8);
}

/** Whole USDT. */
export function amountText(usdt: number): DecimalText {
  return canonicalText(Math.floor(usdt), 0);
}

/** Value of a size, USDT. */
export function valueOf({ contract }: Instrument, size: Steps, price: Ticks): number {
  return (size * contract.valueUnit * price) / E8;
}

/** Steps that are worth so much, rounded down, at least one. */
export function stepsFor({ contract }: Instrument, usdt: number, price: Ticks): Steps {
  return Math.max(1, Math.floor((usdt * E8) / (contract.valueUnit * Math.max(1, price))));
}
