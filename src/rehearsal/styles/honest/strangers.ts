/** Honest teams that look alike without knowing each other: one public strategy, one framework, one view. */
import { after, before } from '../diaries.ts';
import { type Form, plain, sides, signal } from '../forms.ts';
import { neutral, oneWay, publicCross, type Strategy, trend } from '../strategies.ts';
import { bot, honest, review, type Style } from '../style.ts';

/** The text a public framework sends for everybody who uses it: one question, one sentence, other figures. */
const framework =
  (words: string, form: Form): Form =>
  (thought) => {
    const { output } = form(thought);
    const { rsi14, z, symbol } = thought.figures;
    const { signal: word } = output as { readonly signal: string };
    return {
      model: 'gpt-4o-mini',
      input: {
        prompt: 'Analyze the market indicators and generate a trading signal.',
        data: { RSI_14: rsi14, Z_SCORE: z, symbol, at: thought.nth },
      },
      output: { ...output, reason: `RSI: ${rsi14}, Z: ${z}` },
      explanation: `${words} shows RSI at ${rsi14} on the last candles. Conditions support a ${word} signal.`,
    };
  };
const WIDE = framework('Technical analysis', sides);
const RARE = framework('The engine of this kit', signal);
/** The first with the same words is not accused: this one begins when the other has long begun. */
const LATER: Strategy = (player) => {
  const decide = trend(['cmt_ethusdt'])(player);
  return () => (player.minute < 420 ? [] : decide());
};
const WITH_GPT = { models: ['gpt-4o-mini'] };

export const STRANGERS: readonly Style[] = [
  honest('Framework one', 'uses a public framework as three teams do', bot(trend(['cmt_btcusdt']), after(WIDE)), {
    ...WITH_GPT,
    beside: ['Framework two', 'Framework three'],
  }),
  honest('Framework two', 'the same framework, another contract', bot(trend(['cmt_ethusdt']), after(WIDE)), WITH_GPT),
  honest('Framework three', 'the same framework, a third contract', bot(trend(['cmt_solusdt']), after(WIDE)), WITH_GPT),
  honest('Rare kit one', 'uses a kit that two teams use', bot(trend(['cmt_btcusdt']), after(RARE)), {
    ...WITH_GPT,
    beside: ['Rare kit two'],
  }),
  honest('Rare kit two', 'uses the same kit, and is later with its words', bot(LATER, after(RARE)), {
    ...WITH_GPT,
    expected: review('V09'),
  }),
  honest('Averages one', 'trades the crossing of two averages', bot(publicCross('cmt_ethusdt'), before(plain)), {
    expected: { verdict: 'VERIFIED', by: ['V14'] },
    isTwoDays: true,
    beside: ['Averages two'],
  }),
  honest(
    'Averages two',
    'trades the same crossing, and is a stranger',
    bot(publicCross('cmt_ethusdt'), after(signal)),
    {
      expected: { verdict: 'VERIFIED', by: ['V14'] },
      isTwoDays: true,
    },
  ),
  honest('Long BTC', 'only ever long BTC, or out', bot(oneWay('cmt_btcusdt', 1, 40), before(plain)), {
    isTwoDays: true,
  }),
  honest('Long ETH', 'only ever long ETH, or out', bot(oneWay('cmt_ethusdt', 1, 40), before(signal)), {
    isTwoDays: true,
  }),
  honest(
    'Neutral one',
    'long one contract and short another, with no view of the market',
    bot(neutral('cmt_btcusdt', 'cmt_ethusdt'), before(signal)),
    { isTwoDays: true, beside: ['Neutral two'] },
  ),
  honest('Neutral two', 'the same, and a stranger', bot(neutral('cmt_btcusdt', 'cmt_ethusdt'), after(plain)), {
    isTwoDays: true,
  }),
];
