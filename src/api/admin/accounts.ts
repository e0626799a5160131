/** Administration of accounts: open, list, freeze, fees. Balances are the engine's, numbers and labels the store's. */
import { add } from '../../core/num/mul-div.ts';
import type { Money } from '../../core/num/units.ts';
import { availableOf, equityOf } from '../../core/risk/margin.ts';
import type { Account } from '../../core/state.ts';
import type { ApiDeps } from '../deps.ts';
import { moneyText } from '../wire.ts';
import {
  AdminRefusal,
  type AdminRoute,
  booleanIn,
  decimalIn,
  get,
  nullableNumberIn,
  nullableTextIn,
  post,
  textIn,
  uidIn,
} from './body.ts';
import { command } from './command.ts';

export function accountRoutes(deps: ApiDeps): AdminRoute[] {
  const { store, engine } = deps;
  return [
    get('/admin/accounts', async () => {
      const entered = await store.ask('accountList', null, 0);
      return {
        list: entered.map(({ uid, label, createdMs }) => ({
          uid,
          label,
          createdMs,
          ...figuresOf(engine.state.accounts.get(uid)),
        })),
      };
    }),
    post('/admin/accounts', async (fields) => {
      const { uid, label } = await store.ask(
        'accountCreate',
        { uid: nullableNumberIn(fields, 'uid'), label: textIn(fields, 'label', ''), nowMs: deps.clock.nowMs() },
        0,
      );
      return { uid, label };
    }),
    post('/admin/accounts/fees', async (fields) => {
      const account = await enteredAccount(deps, uidIn(fields));
      const isCleared = nullableTextIn(fields, 'makerFee') === null && nullableTextIn(fields, 'takerFee') === null;
      const fees = isCleared ? null : { makerFee: decimalIn(fields, 'makerFee'), takerFee: decimalIn(fields, 'takerFee') };
      const { sequence } = await command(deps, { name: 'setAccountFees', account, fees });
      return { uid: account, fees, sequence };
    }),
    post('/admin/accounts/freeze', async (fields) => {
      const account = await enteredAccount(deps, uidIn(fields));
      const frozen = booleanIn(fields, 'frozen');
      const { sequence } = await command(deps, { name: 'setAccountFrozen', account, frozen });
      return { uid: account, frozen, sequence };
    }),
  ];
}

/** What the account has, as shown to operators. */
export function figuresOf(account: Account | undefined) {
  if (account === undefined) return { equity: '0', available: '0', frozen: false, allowed: false };
  let equity: Money = equityOf(account.shared);
  for (const holding of account.holdings) {
    for (const { part } of holding?.positions ?? []) if (part !== account.shared) equity = add(equity, equityOf(part));
  }
  return {
    equity: moneyText(equity),
    available: moneyText(availableOf(account)),
    frozen: account.frozen,
    allowed: account.allowed,
  };
}

/** The account when it is known to the store or the engine; a typing error must not open one. */
export async function enteredAccount({ store, engine }: ApiDeps, uid: number): Promise<number> {
  if (engine.state.accounts.has(uid)) return uid;
  const entered = await store.ask('accountList', null, 0);
  if (entered.some((one) => one.uid === uid)) return uid;
  throw new AdminRefusal(`there is no account ${uid}; open it first`);
}
