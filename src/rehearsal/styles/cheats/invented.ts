/** Cheats whose logs name what was not so: prices, models, times. */
import { after, before } from '../diaries.ts';
import { altered, MODEL, plain, said } from '../forms.ts';
import { MAJORS, whim } from '../strategies.ts';
import { bot, cheat, type Diary, noted, review, type Style, styleOf } from '../style.ts';

/** Prices of another time, or of none. */
const priced = (by: (mark: number) => number) =>
  altered(plain, ({ input }, { figures }) => ({
    input: { ...input, market: [{ symbol: figures.symbol, mark: by(figures.mark).toFixed(2) }] },
  }));

const eightModels = altered(plain, (_, { player }) => ({ model: `model-${'abcdefgh'[player.random.below(8)]}-7b` }));
/** One log in ten names a model that nobody registered. */
const oneStranger = altered(plain, (_, { nth }) => ({ model: nth % 10 === 0 ? 'fallback-model-0' : MODEL }));

/** Has reasons ready long before it acts on them: a log with its name, used when it suits. */
const stale: Diary = async (player, moves) => {
  for (const move of moves) {
    const clientOid = player.nextName();
    await player.upload(said(plain, player, [move], { clientOids: [clientOid] }));
    player.later(44, () => player.place(move, clientOid));
  }
};

export const INVENTED: readonly Style[] = [
  cheat(
    'Invented prices',
    'prices 2.7 times the market',
    review('V12'),
    bot(whim(MAJORS), after(priced((mark) => mark * 2.7))),
  ),
  cheat(
    'Another day',
    'prices four percent off, as of another day',
    review('V12'),
    bot(whim(MAJORS), before(priced((mark) => mark * 1.04))),
  ),
  cheat(
    'Strange models',
    'eight models at random, none registered',
    review('V06'),
    bot(whim(MAJORS), before(eightModels)),
  ),
  noted(
    'Fallback model',
    'one log in ten names a model it did not register',
    ['V06'],
    bot(whim(MAJORS), before(oneStranger)),
  ),
  styleOf('unseen', 'False model', 'names a model it registered, and uses another', bot(whim(MAJORS), before(plain))),
  styleOf(
    'unseen',
    'Later prices',
    'writes fourteen minutes later, when it is known how it went',
    bot(whim(MAJORS), after(plain, 14)),
  ),
  styleOf('unseen', 'Stale', 'acts by reasons that are three quarters of an hour old', bot(whim(MAJORS, 45), stale)),
];
