/**
 * Cheats that send what another team wrote, each with a victim of its own, who is honest: what a rehearsal discloses,
 * anybody can copy.
 */
import { after, before } from '../diaries.ts';
import { altered, plain, said } from '../forms.ts';
import { reasonOf } from '../../reasons.ts';
import type { Move, Player, Sent } from '../../player.ts';
import { trend, whim } from '../strategies.ts';
import { bot, type Cast, cheat, review, type Style, styleOf } from '../style.ts';

interface Body {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly explanation: string;
}

const read = ({ body }: Sent): Body => JSON.parse(body) as Body;

/** Does what its victim did a few minutes ago, in the order it came, and hands each of its logs to `copy`. */
function following(victim: string, copy: (player: Player, theirs: Sent) => Promise<void>): Style['play'] {
  return (player: Player, cast: Cast) => {
    let seen = 0;
    return async () => {
      const theirs = cast.get(victim)?.sent ?? [];
      for (; seen < theirs.length; seen++) {
        const one = theirs[seen] as Sent;
        if (one.placed !== null) player.later(player.between(3, 5), () => copy(player, one));
      }
    };
  };
}

const moveOf = ({ placed }: Sent): Move => placed?.move as Move;

/** A log of its own in which some fields are the victim's. */
async function withTheirs(player: Player, theirs: Sent, fields: readonly ('input' | 'explanation')[]): Promise<void> {
  const body = read(theirs);
  const form = altered(plain, () => Object.fromEntries(fields.map((field) => [field, body[field]])));
  await before(form)(player, [moveOf(theirs)]);
}

/** The same bytes, and an order with the client order id that they name. */
async function sameBody(player: Player, theirs: Sent): Promise<void> {
  await player.upload(theirs.body, theirs.placed);
  await player.place(moveOf(theirs), theirs.placed?.clientOid);
}

/** A model says it in other words. */
async function paraphrased(player: Player, theirs: Sent): Promise<void> {
  const move = moveOf(theirs);
  const act = { isLong: move.type === 1 || move.type === 3, opens: move.type <= 2 };
  const form = altered(plain, (_, { figures }) => ({
    explanation: `In short: ${reasonOf(player.random, figures, act)}`,
  }));
  await before(form)(player, [move]);
}

const author = (name: string, symbol: string): Style =>
  styleOf('framed', name, 'is copied, and was first', bot(trend([symbol]), before(plain)));

export const COPYING: readonly Style[] = [
  author('Author of logs', 'cmt_btcusdt'),
  cheat('Copies logs', 'sends the bytes of another team', review('V10'), following('Author of logs', sameBody), {
    beside: ['Author of logs'],
  }),
  author('Author of words', 'cmt_ethusdt'),
  cheat(
    'Copies words',
    'puts the explanations of another team into logs of its own',
    review('V09'),
    following('Author of words', (player, theirs) => withTheirs(player, theirs, ['explanation'])),
    { beside: ['Author of words'] },
  ),
  author('Author of inputs', 'cmt_solusdt'),
  cheat(
    'Copies inputs',
    'puts the inputs of another team into logs of its own',
    review('V09'),
    following('Author of inputs', (player, theirs) => withTheirs(player, theirs, ['input'])),
    { beside: ['Author of inputs'] },
  ),
  author('Author for two', 'cmt_btcusdt'),
  ...(['Copier one', 'Copier two'] as const).map((name) =>
    cheat(
      name,
      'two that copy the words of one, so that three have them',
      review('V09'),
      following('Author for two', (player, theirs) => withTheirs(player, theirs, ['explanation'])),
      { beside: ['Author for two'] },
    ),
  ),
  author('Author at ease', 'cmt_ethusdt'),
  styleOf(
    'unseen',
    'Paraphrases',
    'has a model say in other words what another team wrote',
    following('Author at ease', paraphrased),
    {
      beside: ['Author at ease'],
    },
  ),
  styleOf('framed', 'Named by others', 'others upload logs about its orders', bot(whim(['cmt_solusdt']), after(plain))),
  cheat(
    'Names others',
    'uploads logs about orders of another team',
    review('V04'),
    (player, cast) => {
      const decide = whim(['cmt_btcusdt'])(player);
      return async () => {
        for (const move of decide()) {
          await before(plain)(player, [move]);
          const theirs = cast.get('Named by others')?.orders.at(-1);
          if (theirs === undefined) continue;
          await player.upload(said(plain, player, [theirs.move], { orderId: theirs.id }));
        }
      };
    },
    { beside: ['Named by others'] },
  ),
];
