/**
 * Administration of money: deposits, withdrawals, transfers between accounts with their reason (LEDG-008, LEDG-009),
 * and the bills of any account, the exchange's own included.
 */
import type { TransferReason } from '../../core/language/commands.ts';
import { BUSINESS_TYPES } from '../../core/language/bills.ts';
import { isDecimalText } from '../../core/num/decimal.ts';
import type { AdminDeps } from './deps.ts';
import { canonicalDecimal } from '../call/scalars.ts';
import { billView } from '../shapes/bill.ts';
import { accountWithMoney, figuresOf } from './accounts.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  get,
  nullableTextIn,
  post,
  queryNumber,
  textIn,
  uidIn,
} from './body.ts';
import { command } from './command.ts';

const REASONS: readonly TransferReason[] = [
  'USER_TRANSFER',
  'INCREASE_CONTRACT_CASH_GIFT',
  'REDUCE_CONTRACT_CASH_GIFT',
  'REFUND_TOKEN_DISCOUNT_FEE',
];
const MOST_BILLS = 100;
const USUAL_BILLS = 20;

export function moneyRoutes(deps: AdminDeps): AdminRoute[] {
  const { store, engine, sequencer } = deps;
  const figures = (uid: number) => figuresOf(engine.state.accounts.get(uid));
  return [
    post('/admin/accounts/deposit', async (fields) => {
      const account = await accountWithMoney(deps, uidIn(fields));
      const { sequence } = await command(deps, { name: 'deposit', account, amount: amountIn(fields) });
      return { uid: account, sequence, ...figures(account) };
    }),
    post('/admin/accounts/withdraw', async (fields) => {
      const account = await accountWithMoney(deps, uidIn(fields));
      const { sequence } = await command(deps, { name: 'withdraw', account, amount: amountIn(fields) });
      return { uid: account, sequence, ...figures(account) };
    }),
    post('/admin/accounts/transfer', async (fields) => {
      const from = await accountWithMoney(deps, uidIn(fields, 'from'));
      const to = await accountWithMoney(deps, uidIn(fields, 'to'));
      if (from === to) throw new AdminRefusal(`from and to are both ${from}: nothing would move; name two accounts`);
      const reason = oneOf('reason', textIn(fields, 'reason', 'USER_TRANSFER'), REASONS);
      const amount = amountIn(fields);
      const { sequence } = await command(deps, { name: 'transfer', from, to, amount, reason });
      return { from, to, amount, reason, sequence };
    }),
    get('/admin/bills', async (query) => {
      const type = nullableTextIn(query, 'businessType');
      const uid = queryNumber(query, 'uid', Number.MAX_SAFE_INTEGER, null);
      if (uid === null) throw new AdminRefusal("uid is missing, needs an account's number");
      const args = {
        uid,
        symbol: null,
        businessType: type === null ? null : oneOf('businessType', type, BUSINESS_TYPES),
        startMs: null,
        endMs: null,
        limit: queryNumber(query, 'limit', MOST_BILLS, USUAL_BILLS),
        page: 0,
        cursor: nullableTextIn(query, 'cursor'),
      };
      const { items, nextCursor } = await store.ask('bills', args, sequencer.sequence);
      return { list: items.map(billView), nextCursor };
    }),
  ];
}

function oneOf<Word extends string>(name: string, found: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === found);
  if (word === undefined) throw new AdminRefusal(`${name} is '${found}', needs one of ${words.join(', ')}`);
  return word;
}

/** An amount of money above 0. */
export function amountIn(fields: Body): string {
  const text = textIn(fields, 'amount');
  const amount = canonicalDecimal(text);
  if (amount === null || !isDecimalText(amount) || amount === '0' || amount.startsWith('-'))
    throw new AdminRefusal(`amount is '${text}', needs a decimal above 0 such as 10000`);
  return amount;
}
