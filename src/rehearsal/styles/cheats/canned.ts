/** Cheats whose logs are made without thinking: canned, empty, random, repeated, manual. */
import { after, before } from '../diaries.ts';
import { altered, type Form, plain, signal } from '../forms.ts';
import { rounded } from '../../figures.ts';
import { MAJORS, whim } from '../strategies.ts';
import { bot, cheat, noted, review, type Style, styleOf } from '../style.ts';

const ACTIONS = { 1: 'OPEN_LONG', 2: 'OPEN_SHORT', 3: 'CLOSE_LONG', 4: 'CLOSE_SHORT' } as const;

const canned: Form = () => ({
  input: { prompt: 'What now?', market: [] },
  output: { usual: 1 },
  explanation: 'As always',
});
const test: Form = () => ({ input: { prompt: 'test' }, output: { response: 'output' }, explanation: 'test' });
const empty: Form = () => ({ input: {}, output: {}, explanation: '' });

/** Letters in every field, others each time. */
const letters: Form = ({ player }) => {
  const word = (): string => player.random.next().toString(36) + player.random.next().toString(36);
  return {
    input: { [word()]: word(), [word()]: word() },
    output: { [word()]: word(), [word()]: word() },
    explanation: `${word()} ${word()} ${word()}`,
  };
};

/** Five sentences in turn, with the figures of now. */
const FIVE = [
  'Momentum is positive and the breakout is confirmed by volume, entering with the usual size.',
  'The trend has weakened and the target is near, so the position is adjusted accordingly.',
  'Mean reversion is likely from here given how far the price has moved today.',
  'Volatility is elevated; the model prefers to act on the present signal at once.',
  'Risk and reward are favourable and funding is neutral at the moment.',
];
const fewTexts = altered(plain, (_, { nth, figures }) => ({
  explanation: `${FIVE[nth % FIVE.length]} Mark ${figures.mark}.`,
}));

/** Reasons of the first day, told again with the figures of now. */
const replayed: Form = (thought) => {
  const { player, figures } = thought;
  const made = plain(thought);
  const old = player.sent.length < 40 ? null : player.pick(player.sent.slice(0, 40));
  if (old === null) return made;
  const { explanation } = JSON.parse(old.body) as { readonly explanation: string };
  return { ...made, explanation: explanation.replace(/\d+(\.\d+)?/g, () => String(rounded(figures.mark / 1000, 2))) };
};

/** Asks the same thing of the same market each time. */
const sameInput = altered(plain, (_, { player }) => ({
  input: { prompt: `${player.name}: trade the majors with discipline.`, risk: 'medium', universe: 3 },
}));

const manualStage = altered(plain, () => ({ stage: 'Manual take profit' }));
const manualWords = altered(signal, ({ explanation = '' }) => ({ explanation: `Entered manually. ${explanation}` }));
const manualChinese = altered(plain, (_, { reason }) => ({ explanation: `手动平仓与开仓 ${reason}` }));
/** Closes one position in three by hand, and says so. */
const manualClosings = altered(plain, (made, { moves, nth }) =>
  (moves[0]?.type ?? 1) > 2 && nth % 3 === 0 ? { stage: 'Manual close' } : made,
);

const unreadable = altered(plain, (_, { moves, reason }) => ({
  output: { note: reason, code: ACTIONS[moves[0]?.type ?? 1].length * 7 },
}));

export const CANNED: readonly Style[] = [
  cheat('Canned', 'one log for every order', review('V07'), bot(whim(MAJORS), after(canned))),
  cheat('Test words', 'prompt `test`, response `output`', review('V11'), bot(whim(MAJORS), after(test))),
  cheat('Empty', '`{}` for input and output', review('V11'), bot(whim(MAJORS), after(empty))),
  cheat('Random letters', 'letters at random in every field', review('V01'), bot(whim(MAJORS), after(letters))),
  cheat(
    'Unreadable',
    'says much and decides nothing that can be read',
    review('V01'),
    bot(whim(MAJORS), before(unreadable)),
  ),
  cheat(
    'Five texts',
    'five explanations in turn, with other figures',
    review('V08'),
    bot(whim(MAJORS), before(fewTexts)),
  ),
  cheat('Says manual', 'trades by hand and says so in the stage', review('V05'), bot(whim(MAJORS), after(manualStage))),
  cheat('Says manually', 'says so in the explanation', review('V05'), bot(whim(MAJORS), after(manualWords)), {}),
  cheat('Says it in Chinese', 'says so in Chinese', review('V05'), bot(whim(MAJORS), before(manualChinese))),
  noted(
    'Some by hand',
    'closes one position in three by hand, and says so',
    ['V05'],
    bot(whim(MAJORS), before(manualClosings)),
  ),
  styleOf(
    'unseen',
    'Replayed',
    'tells forty reasons again, with the figures of now',
    bot(whim(MAJORS), before(replayed)),
  ),
  styleOf('unseen', 'Same input', 'always the same input', bot(whim(MAJORS), before(sameInput))),
];
