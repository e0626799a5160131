/** `outcry account deposit|withdraw|transfer|bills`: money in, out and between accounts, and the record of it. */
import { askAdmin } from './admin.ts';
import { iso } from './times.ts';
import { accountOperand, defineVerb, operand, type Verb } from './verb.ts';

interface BillRow {
  readonly billId: number;
  readonly cTime: number;
  readonly businessType: string;
  readonly symbol: string;
  readonly amount: string;
  readonly balance: string;
  readonly fillFee: string;
  readonly transferReason: string;
}

const deposit = defineVerb({
  name: 'account deposit',
  about: 'put money into an account',
  operands: ['UID', 'AMOUNT'],
  async answer(call) {
    const uid = accountOperand(call);
    const amount = operand(call, 'AMOUNT');
    const answer = await askAdmin<{ equity: string }>(call.data, 'POST', '/admin/accounts/deposit', { uid, amount });
    return { json: answer, text: `${amount} USDT were put into account ${uid}; its equity is ${answer.equity}` };
  },
});

const withdraw = defineVerb({
  name: 'account withdraw',
  about: 'take money out of an account, as far as it may leave',
  operands: ['UID', 'AMOUNT'],
  async answer(call) {
    const uid = accountOperand(call);
    const amount = operand(call, 'AMOUNT');
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/accounts/withdraw', { uid, amount });
    return { json: answer, text: `${amount} USDT have left account ${uid}` };
  },
});

const transfer = defineVerb({
  name: 'account transfer',
  about: 'move money from one account to another',
  operands: ['FROM', 'TO', 'AMOUNT'],
  options: { reason: { value: 'REASON', about: 'shown on both bills (USER_TRANSFER)' } },
  more: 'REASON is USER_TRANSFER between users; with account 5, MARKETING: INCREASE_CONTRACT_CASH_GIFT and REFUND_TOKEN_DISCOUNT_FEE from it, REDUCE_CONTRACT_CASH_GIFT back to it.',
  async answer(call) {
    const from = accountOperand(call, 'FROM');
    const to = accountOperand(call, 'TO');
    const amount = operand(call, 'AMOUNT');
    const reason = call.options['reason'] ?? 'USER_TRANSFER';
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/accounts/transfer', { from, to, amount, reason });
    return { json: answer, text: `${amount} USDT moved from account ${from} to ${to}` };
  },
});

const bills = defineVerb({
  name: 'account bills',
  about: "an account's bills, newest first; 1 to 5 are the exchange's own accounts",
  operands: ['UID'],
  options: {
    type: { value: 'TYPE', about: 'of one business type only' },
    limit: { value: 'N', about: 'how many, at most 100 (20)' },
  },
  async answer(call) {
    const { type, limit } = call.options;
    const query = [`uid=${accountOperand(call)}`];
    if (type !== undefined) query.push(`businessType=${encodeURIComponent(type)}`);
    if (limit !== undefined) query.push(`limit=${encodeURIComponent(limit)}`);
    const answer = await askAdmin<{ list: BillRow[] }>(call.data, 'GET', `/admin/bills?${query.join('&')}`);
    const rows = answer.list.map(({ billId, cTime, businessType, symbol, amount, balance, fillFee }) => [
      billId,
      iso(cTime),
      businessType,
      symbol || '-',
      amount,
      balance,
      fillFee,
    ]);
    return { json: answer, text: { head: ['bill', 'time', 'type', 'symbol', 'amount', 'balance', 'fee'], rows } };
  },
});

export const moneyVerbs: readonly Verb[] = [deposit, withdraw, transfer, bills];
