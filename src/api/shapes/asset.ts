/**
 * An account's money. Equity and profit are over all its parts; `available` is that of the shared part, 0 while its
 * value is unknown. Without a valid mark the sums use the last ones (MARG-011).
 */
import { add, sub } from '../../core/num/mul-div.ts';
import type { Money } from '../../core/num/units.ts';
import { availableOf, equityOf } from '../../core/risk/margin.ts';
import { partsOf } from '../../core/state/parts.ts';
import type { Account } from '../../core/state/records.ts';
import { object, string } from './schema.ts';
import { COIN, moneyText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const assetShape = shape(
  object({
    coinName: string(),
    available: string('For new orders, of the cross part'),
    equity: string('Over all parts'),
    frozen: string('Held by working opening orders'),
    unrealizePnl: string(),
  }),
  {
    coinName: 'USDT',
    available: '9884.07360000',
    equity: '10019.10160000',
    frozen: '44.52800000',
    unrealizePnl: '20.00000000',
  },
);

export type AssetView = ViewOf<typeof assetShape>;

/** An account that no command has named yet has nothing. */
export function assetView(account: Account | undefined): AssetView {
  if (account === undefined) return { coinName: COIN, available: '0', equity: '0', frozen: '0', unrealizePnl: '0' };
  let equity: Money = 0;
  let profit: Money = 0;
  for (const part of partsOf(account)) {
    const worth = equityOf(part);
    equity = add(equity, worth);
    profit = add(profit, sub(worth, add(part.amount, part.openValue)));
  }
  return {
    coinName: COIN,
    available: moneyText(availableOf(account)),
    equity: moneyText(equity),
    frozen: moneyText(account.held),
    unrealizePnl: moneyText(profit),
  };
}
