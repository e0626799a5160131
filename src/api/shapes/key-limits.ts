/** The limits of a key, and how much of its loss is left today (LIMT-001, LIMT-004). */
import { roomOf, worthOf } from '../../core/orders/loss-room.ts';
import { max, sub } from '../../core/num/mul-div.ts';
import type { Money } from '../../core/num/units.ts';
import type { KeyLimits } from '../../core/state/records.ts';
import { moneyText } from '../words/wire.ts';
import { boolean, list, nullable, nullableNumber, nullableString, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const keyLimitsShape = shape(
  object({
    orderValue: nullableString('USDT; null: any'),
    positionValue: nullableString('USDT, per contract; null: any'),
    dayLoss: nullableString('USDT a UTC day; null: any'),
    reduceOnly: boolean(),
    symbols: nullable(list(string()), 'Contracts it may open in; null: any'),
    until: nullableNumber('Epoch ms; null: it does not expire'),
    stoppedAt: nullableNumber('Epoch ms; null: it is not stopped'),
    lossToday: nullableString('USDT, below 0 a gain; null without dayLoss'),
    lossLeft: nullableString('USDT an order may still take; 0 once the day is spent; null without dayLoss'),
  }),
  {
    orderValue: '1000.00000000',
    positionValue: '3000.00000000',
    dayLoss: '100.00000000',
    reduceOnly: false,
    symbols: ['cmt_btcusdt'],
    until: null,
    stoppedAt: null,
    lossToday: '12.50000000',
    lossLeft: '55.70000000',
  },
);

type KeyLimitsView = ViewOf<typeof keyLimitsShape>;

export function keyLimitsView(limits: KeyLimits): KeyLimitsView {
  const { maxDayLoss, symbols, untilMs, stoppedMs, loss } = limits;
  const hasLoss = maxDayLoss > 0;
  return {
    orderValue: amountText(limits.maxOrder),
    positionValue: amountText(limits.maxPosition),
    dayLoss: amountText(maxDayLoss),
    reduceOnly: limits.closeOnly,
    symbols,
    until: untilMs === 0 ? null : untilMs,
    stoppedAt: stoppedMs === 0 ? null : stoppedMs,
    lossToday: hasLoss ? moneyText(sub(limits.dayWorth, worthOf(limits.account))) : null,
    lossLeft: hasLoss ? moneyText(loss === 'open' ? max(0, roomOf(limits)) : 0) : null,
  };
}

function amountText(amount: Money): string | null {
  return amount === 0 ? null : moneyText(amount);
}
