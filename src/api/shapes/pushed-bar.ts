/** A bar as the kline channels send it. */
import type { Bar } from '../../bars/bar.ts';
import type { Contract } from '../../core/language/contract.ts';
import { fixedText } from '../../core/num/decimal.ts';
import type { Money } from '../../core/num/units.ts';
import { object, string } from './schema.ts';
import { indexPriceText, moneyText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const pushedBarShape = shape(
  object({
    symbol: string(),
    klineTime: string('Epoch ms of its beginning'),
    size: string('In base coin; 0 for marks and indexes'),
    value: string('In USDT'),
    high: string(),
    low: string(),
    open: string(),
    close: string(),
  }),
  {
    symbol: 'cmt_btcusdt',
    klineTime: '1767258000000',
    size: '0',
    value: '0',
    high: '90500.0',
    low: '90500.0',
    open: '90500.0',
    close: '90500.0',
  },
);

export type PushedBar = ViewOf<typeof pushedBarShape>;

export function pushedBar(contract: Contract, bar: Bar): PushedBar {
  return {
    symbol: contract.symbol,
    klineTime: String(bar.openMs),
    size: sizeE8Text(contract, bar.size),
    value: moneyText(bar.value),
    high: indexPriceText(contract, bar.high),
    low: indexPriceText(contract, bar.low),
    open: indexPriceText(contract, bar.open),
    close: indexPriceText(contract, bar.close),
  };
}

/** Q of a size in 1e-8. */
function sizeE8Text({ sizeDecimals }: Contract, size: Money): string {
  return size === 0 ? '0' : fixedText(BigInt(size) / 10n ** BigInt(8 - sizeDecimals), sizeDecimals);
}
