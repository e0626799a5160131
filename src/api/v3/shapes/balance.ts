/** The account's money: equity as balance, what is free, and what working orders hold. */
import type { Account } from '../../../core/state/records.ts';
import { assetView } from '../../shapes/asset.ts';
import { object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';

export const balanceShape = shape(
  object({
    asset: string(),
    balance: string('Equity over all parts'),
    availableBalance: string('For new orders, of the cross part'),
    frozen: string('Held by working opening orders'),
    unrealizePnl: string(),
  }),
  {
    asset: 'USDT',
    balance: '10019.10160000',
    availableBalance: '9884.07360000',
    frozen: '44.52800000',
    unrealizePnl: '20.00000000',
  },
);

export function balanceView(account: Account | undefined): ViewOf<typeof balanceShape> {
  const { coinName: asset, equity: balance, available: availableBalance, ...rest } = assetView(account);
  return { asset, balance, availableBalance, frozen: rest.frozen, unrealizePnl: rest.unrealizePnl };
}
