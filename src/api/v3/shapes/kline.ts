/** A bar as a row of eleven values: times and the number of trades as numbers, all else as text. */
import type { Bar } from '../../../bars/bar.ts';
import { type Granularity, openAfter } from '../../../bars/granularity.ts';
import type { Contract } from '../../../core/language/contract.ts';
import { candleView } from '../../shapes/candle.ts';
import { schema } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { baseText, moneyText } from '../../words/wire.ts';

type Row = readonly [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  closeTime: number,
  quoteVolume: string,
  trades: number,
  takerBuyVolume: string,
  takerBuyQuoteVolume: string,
];

export const klineShape = shape(
  schema<Row>({
    type: 'array',
    items: { type: ['string', 'number'] },
    minItems: 11,
    maxItems: 11,
    description:
      'Opening time, open, high, low, close, volume in base coin, closing time (the next opening), volume in USDT, ' +
      'trades, bought by takers in base coin and in USDT; the last three are 0 of marks, indexes and a simulated past',
  }),
  [
    1767257940000,
    '90480.0',
    '90510.0',
    '90470.0',
    '90500.0',
    '1.2500',
    1767258000000,
    '113117.50000000',
    38,
    '0.7000',
    '63345.80000000',
  ],
);

export function klineView(contract: Contract, interval: Granularity, bar: Bar): ViewOf<typeof klineShape> {
  const [, open, high, low, close, volume, value] = candleView(contract, bar) as [string, ...string[]] & {
    readonly length: 7;
  };
  const closeMs = openAfter(interval, bar.openMs, 1);
  const bought = [baseText(contract, bar.boughtSize), moneyText(bar.boughtValue)] as const;
  return [bar.openMs, open!, high!, low!, close!, volume!, closeMs, value!, bar.trades, ...bought];
}
