/** Administration of accounts: open, list, freeze, fees. Balances are the engine's, numbers and labels the store's. */
import { EXTERNAL, FIRST_USER, isUserAccount, LAST_DEMO, LAST_SYSTEM_ACCOUNT } from '../../core/language/accounts.ts';
import { add } from '../../core/num/mul-div.ts';
import type { Money } from '../../core/num/units.ts';
import { availableOf, equityOf } from '../../core/risk/margin.ts';
import type { Account } from '../../core/state/records.ts';
import type { AdminDeps } from './deps.ts';
import { moneyText } from '../words/wire.ts';
import {
  AdminRefusal,
  type AdminRoute,
  actIn,
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

export function accountRoutes(deps: AdminDeps): AdminRoute[] {
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
      const wanted = nullableNumberIn(fields, 'uid');
      if (wanted !== null) refuseDemo(wanted);
      const args = { uid: wanted, label: textIn(fields, 'label', ''), nowMs: deps.clock.nowMs() };
      const { uid, label } = await store.ask('accountCreate', args, 0);
      return { uid, label };
    }),
    post('/admin/accounts/fees', async (fields, { name: actor }) => {
      const account = await enteredAccount(deps, uidIn(fields));
      const isCleared = nullableTextIn(fields, 'makerFee') === null && nullableTextIn(fields, 'takerFee') === null;
      const fees = isCleared
        ? null
        : { makerFee: decimalIn(fields, 'makerFee'), takerFee: decimalIn(fields, 'takerFee') };
      const { sequence } = await command(deps, { name: 'setAccountFees', account, fees, actor });
      return { uid: account, fees, sequence };
    }),
    post('/admin/accounts/freeze', async (fields, { name: actor }) => {
      const account = await enteredAccount(deps, uidIn(fields));
      const frozen = booleanIn(fields, 'frozen');
      const { sequence } = await command(deps, { name: 'setAccountFrozen', account, frozen, ...actIn(fields, actor) });
      return { uid: account, frozen, sequence };
    }),
  ];
}

/** A real account with one of the demo's numbers would be open to everybody if the demo were ever started on it. */
function refuseDemo(uid: number): void {
  if (uid < FIRST_USER || uid > LAST_DEMO) return;
  throw new AdminRefusal(
    `${FIRST_USER} and ${LAST_DEMO} are kept for the demo accounts, whose keys everybody knows; give another number, or none`,
  );
}

/** The account's holdings, as shown to operators. */
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

/** A user's account, known to the store or the engine; a typo must not open one. */
export async function enteredAccount(deps: AdminDeps, uid: number): Promise<number> {
  await knownAccount(deps, uid);
  if (!isUserAccount(uid)) throw new AdminRefusal(`account ${uid} is the exchange's own; it needs one of a user`);
  return uid;
}

/** A known account money may be moved into or out of: a user's, or one of the exchange's own that holds some. */
export async function accountWithMoney(deps: AdminDeps, uid: number): Promise<number> {
  if (uid > EXTERNAL && uid <= LAST_SYSTEM_ACCOUNT) return knownAccount(deps, uid);
  return enteredAccount(deps, uid);
}

async function knownAccount({ store, engine }: AdminDeps, uid: number): Promise<number> {
  if (engine.state.accounts.has(uid)) return uid;
  const entered = await store.ask('accountList', null, 0);
  if (entered.some((one) => one.uid === uid)) return uid;
  throw new AdminRefusal(`there is no account ${uid}; open it first`);
}
