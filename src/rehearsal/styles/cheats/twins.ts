/** Cheats that enter twice with one strategy. */
import { after, before, bound } from '../diaries.ts';
import { altered, nested, plain, signal } from '../forms.ts';
import type { Move, Player } from '../../player.ts';
import { towards } from '../strategies.ts';
import { type Cast, cheat, type Diary, noted, review, type Style, styleOf } from '../style.ts';

/** Always in the market, and turns every hour or two: one of the two decides. */
function leads(symbol: string, diary: Diary): Style['play'] {
  return (player) => {
    let due = 3;
    let side: 1 | -1 = 1;
    return async () => {
      if (player.minute < due) return;
      due += player.between(50, 70);
      side = side === 1 ? -1 : 1;
      await diary(player, towards(player, symbol, side));
    };
  };
}

/** Follows: what the leader holds, or the opposite, some minutes later; now and then it does not. */
function follows(
  leader: string,
  symbol: string,
  diary: Diary,
  { turned = false, minutes = 0, skips = 0 } = {},
): Style['play'] {
  return (player: Player, cast: Cast) => {
    let seen = 0;
    const holdLikeLeader = async (): Promise<void> => {
      const theirs = cast.get(leader) as Player;
      const sign = theirs.held(symbol, 'long') > 0 ? 1 : theirs.held(symbol, 'short') > 0 ? -1 : 0;
      const moves: readonly Move[] = towards(player, symbol, (turned ? -sign : sign) as -1 | 0 | 1);
      if (moves.length > 0) await diary(player, moves);
    };
    return async () => {
      const theirs = cast.get(leader)?.orders.length ?? 0;
      if (theirs === seen) return;
      seen = theirs;
      if (skips > 0 && player.random.below(100) < skips) return;
      if (minutes === 0) await holdLikeLeader();
      else player.later(minutes, holdLikeLeader);
    };
  };
}

/** The reasons of the other account, as one call of a model gives them to both. */
const sameWords =
  (leader: string) =>
  (cast: Cast): Diary => {
    const form = altered(signal, (made) => {
      const theirs = cast.get(leader)?.sent.at(-1)?.body ?? '{}';
      const { explanation = made.explanation } = JSON.parse(theirs) as { explanation?: string };
      return explanation === undefined ? {} : { explanation };
    });
    return before(form);
  };

export const TWINS: readonly Style[] = [
  styleOf(
    'noted',
    'Castor',
    'one strategy on two accounts, one call of a model for both: the account that logs first',
    leads('cmt_btcusdt', bound(plain)),
    { expected: { verdict: 'VERIFIED', by: ['V14'] }, isTwoDays: true, beside: ['Pollux'] },
  ),
  cheat(
    'Pollux',
    'the other account, which says the same words later',
    review('V09', 'V14'),
    (player, cast) => follows('Castor', 'cmt_btcusdt', sameWords('Castor')(cast))(player, cast),
    { isTwoDays: true, beside: ['Castor'] },
  ),
  styleOf(
    'noted',
    'Heads',
    'two accounts on opposite sides, each with its own reasons: one of them must win',
    leads('cmt_ethusdt', before(plain)),
    { expected: { verdict: 'VERIFIED', by: ['V14'] }, isTwoDays: true, beside: ['Tails'] },
  ),
  noted('Tails', 'the opposite side', ['V14'], follows('Heads', 'cmt_ethusdt', bound(nested), { turned: true }), {
    isTwoDays: true,
    beside: ['Heads'],
  }),
  styleOf(
    'unseen',
    'Loose twin',
    'one strategy on two accounts that differ now and then',
    leads('cmt_solusdt', before(plain)),
    { isTwoDays: true, beside: ['Looser twin'] },
  ),
  styleOf(
    'unseen',
    'Looser twin',
    'skips every third turn of the other',
    follows('Loose twin', 'cmt_solusdt', after(signal), { minutes: 9, skips: 33 }),
    { isTwoDays: true, beside: ['Loose twin'] },
  ),
];
