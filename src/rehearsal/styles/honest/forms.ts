/** Honest teams that log each order in time, each in a shape of its own: what a log may look like. */
import { after, before, bound, several, together } from '../diaries.ts';
import * as forms from '../forms.ts';
import { oneWay, reversion, slices, trend } from '../strategies.ts';
import { bot, review, type Style, honest } from '../style.ts';

const BTC = ['cmt_btcusdt'];
const ETH = ['cmt_ethusdt'];
const ALL = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt'];
const OWN = 'rehearsal-model-*';

export const FORMS: readonly Style[] = [
  honest(
    'Recommended',
    'logs before the order, which the log names, in the fields we recommend',
    bot(trend(BTC), before(forms.plain)),
  ),
  honest(
    'Chat model',
    'sends the messages and the answer of a chat model, with the decision taken out of it',
    bot(reversion(ETH), after(forms.chat)),
    { models: ['gpt-4o-mini'] },
  ),
  honest(
    'Raw completion',
    'sends the answer of a chat API as it came: the decision is text inside of a text',
    bot(reversion(BTC), after(forms.rawChat)),
    { models: ['gpt-4o-mini'], expected: review('V01') },
  ),
  honest(
    'One sentence',
    'sends what the model said as one sentence, as the first public example has it',
    bot(trend(ETH), after(forms.sentence)),
    { models: ['gpt-4o-mini'], expected: review('V01') },
  ),
  honest('Signal', 'a signal like BUY_LONG with its confidence', bot(trend(ALL, 20), before(forms.signal)), {
    models: [OWN],
  }),
  honest('Buy and sell', 'says BUY and SELL, for closings too', bot(reversion(BTC), before(forms.sides))),
  honest(
    'Close with a side',
    'says CLOSE with the side the position was bought on',
    bot(trend(BTC), before(forms.closingWithSide)),
  ),
  honest('Nested', 'a decision between other objects of the output', bot(trend(ETH), bound(forms.nested))),
  honest('Votes', 'three agents of three models vote, and the log has the count', bot(trend(BTC), after(forms.votes)), {
    models: ['analyst-model-1', 'sentiment-model-1', 'risk-model-1'],
  }),
  honest('Debate', 'a bull and a bear argue, a third decides', bot(reversion(ETH), before(forms.debate))),
  honest(
    'Chinese',
    'everything in Chinese, by a trader that calls itself 人工智能',
    bot(trend(BTC), before(forms.chinese)),
    {
      models: ['deepseek-chat'],
    },
  ),
  honest(
    'All coins at once',
    'one log for all its orders of a moment, as a list of decisions',
    bot(trend(ALL, 20), together(forms.list)),
  ),
  honest(
    'Features',
    'a classifier: numbers in, a probability out, and the same sentence each time',
    bot(trend(BTC), after(forms.features)),
    { modelClass: 'ml', models: ['lightgbm-global-1'] },
  ),
  honest(
    'Policy',
    'a learned policy: the state in, the code of an order out',
    bot(reversion(BTC), bound(forms.policy)),
    {
      modelClass: 'ml',
      models: ['dqn-agent-1'],
    },
  ),
  honest('Size in USDT', 'logs the value of an order where others log coins', bot(trend(ETH), before(forms.notional))),
  honest('No explanation', 'leaves the explanation out', bot(trend(BTC), before(forms.terse))),
  honest(
    'Own sentence',
    'explains each kind of order with one sentence of its own',
    bot(reversion(ETH), after(forms.fixed)),
  ),
  honest(
    'Four logs an order',
    'analysis and decision before the order, execution after it',
    bot(trend(BTC), several([forms.analysis, forms.plain], [forms.execution])),
    { models: [OWN, 'gemini-2.0-flash', 'signal-pipeline-2'] },
  ),
  honest(
    'Risk has the last word',
    'the last log before an order is of its risk manager, and decides nothing by itself',
    bot(trend(ETH), several([forms.plain, forms.risk], [])),
    { models: [OWN, 'risk-model-1'] },
  ),
  honest(
    'Record only',
    'logs the order as carried out, right after it',
    bot(oneWay('cmt_solusdt', 1), after(forms.execution)),
    { models: ['signal-pipeline-2'] },
  ),
  honest(
    'Not manual',
    'says in every log that nothing about it is manual',
    bot(slices('cmt_ethusdt', 3), before(forms.protests)),
  ),
];
