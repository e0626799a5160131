/** One contract's prices now and its last 24 hours, as the ticker channel sends them. */
import type { Bar } from '../../../bars/bar.ts';
import { mulDivTrunc } from '../../../core/num/mul-div.ts';
import type { Instrument } from '../../../core/state/records.ts';
import { number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { moneyText } from '../../words/wire.ts';
import { ticker24hrView } from './ticker.ts';

export const pushedTickerShape = shape(
  object({
    p: string('Change since 24 hours ago'),
    P: string('The same as a fraction to 6 decimals'),
    w: string('Average price of the 24 hours, by volume; 0 without a trade'),
    c: string('Last price'),
    o: string('Price 24 hours ago'),
    h: string('High'),
    l: string('Low'),
    v: string('In base coin'),
    q: string('In USDT'),
    O: number('Epoch ms, 24 hours before C'),
    C: number('Epoch ms'),
    n: number('Trades; a simulated past has none'),
    m: string('Mark price'),
    i: string('Index price'),
    b: string('Best bid'),
    B: string('Its size'),
    a: string('Best ask'),
    A: string('Its size'),
  }),
  {
    p: '500.0',
    P: '0.005556',
    w: '90500.00000000',
    c: '90500.0',
    o: '90000.0',
    h: '90800.0',
    l: '88950.0',
    v: '120.5000',
    q: '10905250.00000000',
    O: 1767171600000,
    C: 1767258000000,
    n: 4120,
    m: '90500.0',
    i: '90495.2',
    b: '90500.0',
    B: '0.8000',
    a: '90500.1',
    A: '1.2500',
  },
);

/** The figures of ticker/24hr, in the channel's names. */
export function pushedTicker(instrument: Instrument, day: Bar | null, nowMs: number): ViewOf<typeof pushedTickerShape> {
  const view = ticker24hrView(instrument, day, nowMs);
  const isTraded = day !== null && day.size !== 0;
  return {
    p: view.priceChange,
    P: view.priceChangePercent,
    w: isTraded ? moneyText(mulDivTrunc(day.value, 100_000_000, day.size)) : '0',
    c: view.lastPrice,
    o: view.openPrice,
    h: view.highPrice,
    l: view.lowPrice,
    v: view.volume,
    q: view.quoteVolume,
    O: view.openTime,
    C: view.closeTime,
    n: view.count,
    m: view.markPrice,
    i: view.indexPrice,
    b: view.bidPrice,
    B: view.bidQty,
    a: view.askPrice,
    A: view.askQty,
  };
}
