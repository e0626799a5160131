/** A bar as the kline channels send it. */
import type { Bar } from '../../../bars/bar.ts';
import { type Granularity, openAfter } from '../../../bars/granularity.ts';
import type { Contract } from '../../../core/language/contract.ts';
import { pushedBar as pushedBarOfV2 } from '../../shapes/pushed-bar.ts';
import { number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { baseText, moneyText } from '../../words/wire.ts';
import { symbolText } from '../words/names.ts';

export const pushedBarShape = shape(
  object({
    t: number('Epoch ms of its beginning'),
    T: number('Of its end'),
    s: string('The symbol'),
    i: string('The interval'),
    o: string('Open'),
    c: string('Close'),
    h: string('High'),
    l: string('Low'),
    v: string('In base coin; 0 for marks and indexes'),
    n: number('Trades; 0 for marks, indexes and a simulated past'),
    q: string('In USDT'),
    V: string('What takers bought of v'),
    Q: string('What takers bought of q'),
  }),
  {
    t: 1767257940000,
    T: 1767258000000,
    s: 'BTCUSDT',
    i: '1m',
    o: '90480.0',
    c: '90500.0',
    h: '90510.0',
    l: '90470.0',
    v: '1.2500',
    n: 38,
    q: '113117.50000000',
    V: '0.7000',
    Q: '63345.80000000',
  },
);

export function pushedBar(contract: Contract, interval: Granularity, bar: Bar): ViewOf<typeof pushedBarShape> {
  const { open, close, high, low, size, value } = pushedBarOfV2(contract, bar);
  return {
    t: bar.openMs,
    T: openAfter(interval, bar.openMs, 1),
    s: symbolText(contract.symbol),
    i: interval,
    o: open,
    c: close,
    h: high,
    l: low,
    v: size,
    n: bar.trades,
    q: value,
    V: baseText(contract, bar.boughtSize),
    Q: moneyText(bar.boughtValue),
  };
}
