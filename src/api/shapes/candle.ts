/** A candle: a bar as seven texts, as charts of this family read it. */
import type { Bar } from '../../bars/bar.ts';
import type { Contract } from '../../core/language/contract.ts';
import { baseText, indexPriceText, moneyText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';
import { list, string } from './schema.ts';

const row = list(string(), 'Opening time in epoch ms, open, high, low, close, volume in base coin, volume in USDT', {
  minItems: 7,
  maxItems: 7,
});

export const candleShape = shape(row, [
  '1767257940000',
  '90480.0',
  '90510.0',
  '90470.0',
  '90500.0',
  '1.2500',
  '113117.50000000',
]);

export type CandleView = ViewOf<typeof candleShape>;

export function candleView(contract: Contract, bar: Bar): CandleView {
  return [
    String(bar.openMs),
    indexPriceText(contract, bar.open),
    indexPriceText(contract, bar.high),
    indexPriceText(contract, bar.low),
    indexPriceText(contract, bar.close),
    baseText(contract, bar.size),
    moneyText(bar.value),
  ];
}
