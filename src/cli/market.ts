/** `outcry market …`: what an operator may do to the exchange's own market. */
import { askAdmin } from './admin.ts';
import { UsageError } from './told.ts';
import { defineVerb, operand, type Verb } from './verb.ts';

interface Shock {
  readonly sequence: number;
  readonly list: readonly { readonly symbol: string; readonly from: string; readonly to: string }[];
}

const shock = defineVerb({
  name: 'market shock',
  about: 'move the index price of a contract at once, to see what a crash does',
  operands: ['SYMBOL'],
  options: {
    down: { value: 'PERCENT', about: 'by how much it falls, up to 90' },
    up: { value: 'PERCENT', about: 'by how much it rises, up to 100' },
  },
  more: [
    'SYMBOL is a contract such as cmt_btcusdt, or all. Only an exchange with a market of its own (outcry start) can do this; its walk goes on from',
    'the new price, which follows within a second and stays between half and twice the price the market began with.',
  ].join('\n'),
  async answer(call) {
    const symbol = operand(call, 'SYMBOL');
    const percent = percentOf(call.options['down'], call.options['up']);
    const answer = await askAdmin<Shock>(call.data, 'POST', '/admin/market/shock', { symbol, percent });
    const lines = answer.list.map(({ symbol: name, from, to }) => `${name}  ${from} → ${to}`);
    return { json: answer, text: lines.join('\n') };
  },
});

/** Signed; exactly one of the two is given. */
function percentOf(down: string | undefined, up: string | undefined): string {
  if ((down === undefined) === (up === undefined)) throw new UsageError('say how far: --down PERCENT or --up PERCENT');
  const text = down ?? up ?? '';
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new UsageError(`${down === undefined ? '--up' : '--down'} is '${text}', needs a number such as 30`);
  return down === undefined ? text : `-${text}`;
}

export const marketVerbs: readonly Verb[] = [shock];
