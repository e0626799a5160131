/** {symbol}@kline_{interval}_{price}: the bar that is forming, and each as it ended. */
import { GRANULARITIES } from '../../../../bars/granularity.ts';
import { defineMarketChannel } from '../../../push/public/channel.ts';
import { BAR_PRICES, FormingBar, KLINE_RHYTHM, PRICE_KINDS } from '../../../push/public/kline.ts';
import { pushedBar, pushedBarShape } from '../../shapes/pushed-bar.ts';

export const kline = defineMarketChannel({
  name: '{symbol}@kline_{interval}[_{price}]',
  words: { interval: GRANULARITIES, price: BAR_PRICES },
  shape: pushedBarShape,
  item: 'bar',
  carries: { kind: 'latest', hasType: true },
  ...KLINE_RHYTHM,
  open: ({ interval, price }, deps) =>
    new FormingBar(PRICE_KINDS[price ?? 'LAST_PRICE'], interval, deps, (contract, bar) =>
      pushedBar(contract, interval, bar),
    ),
});
