/** `outcry fees …`: an account's own trading fees, through the administration of the running exchange. */
import { askAdmin } from './admin.ts';
import { accountOperand, defineVerb, operand, type Verb } from './verb.ts';

const PATH = '/admin/accounts/fees';

const set = defineVerb({
  name: 'fees set',
  about: 'give an account trading fees of its own, in all contracts',
  operands: ['UID', 'MAKER', 'TAKER'],
  more: 'MAKER and TAKER are fractions such as 0.0001 and 0.0004, neither above the fees of any contract. A negative maker fee, a rebate, stands\nbehind `--`: outcry fees set 1000003 -- -0.0001 0.0004',
  async answer(call) {
    const uid = accountOperand(call);
    const [makerFee, takerFee] = [operand(call, 'MAKER'), operand(call, 'TAKER')];
    const answer = await askAdmin<unknown>(call.data, 'POST', PATH, { uid, makerFee, takerFee });
    return { json: answer, text: `account ${uid} pays ${makerFee} as maker and ${takerFee} as taker` };
  },
});

const clear = defineVerb({
  name: 'fees clear',
  about: "let an account pay the contracts' fees again",
  operands: ['UID'],
  async answer(call) {
    const uid = accountOperand(call);
    const answer = await askAdmin<unknown>(call.data, 'POST', PATH, { uid, makerFee: null, takerFee: null });
    return { json: answer, text: `account ${uid} pays the fees of each contract` };
  },
});

export const feesVerbs: readonly Verb[] = [set, clear];
