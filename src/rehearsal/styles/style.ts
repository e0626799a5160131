/**
 * A style: a way a team may play a contest, who it is, what is expected to become of it, and how it plays. The
 * rehearsal fields each as one team (docs/threats.md says of each what happens to it).
 */
import type { RuleId } from '../../core/verification/finding.ts';
import type { Verdict } from '../../core/verification/report.ts';
import type { Move, Player } from '../player.ts';
import type { Strategy } from './strategies.ts';

/**
 * `honest`: lets a model decide. `framed`: honest too, and somebody makes it look otherwise. `cheat`: what the
 * documents call found. `noted`: found, and not enough for a verdict by itself. `unseen`: a cheat they say nothing
 * finds. `refused`: tries what the exchange does not let happen.
 */
export type Kind = 'honest' | 'framed' | 'cheat' | 'noted' | 'unseen' | 'refused';

export interface Expected {
  readonly verdict: Verdict;
  /** Rules that find something. */
  readonly by?: readonly RuleId[];
  /** Without a rank. */
  readonly isUnranked?: true;
  /** The code with which each attempt is refused. */
  readonly refused?: string;
}

/** The teams by name, once they are registered. */
export type Cast = ReadonlyMap<string, Player>;

/** Asked every half minute; answers when it has nothing more to do now. */
export type Turn = () => Promise<void>;

export interface Style {
  readonly name: string;
  readonly kind: Kind;
  /** Behaviour of such a team, in a sentence. */
  readonly does: string;
  readonly expected: Expected;
  /** Plays in the contest of two days. */
  readonly isTwoDays?: true;
  readonly modelClass?: 'llm' | 'ml' | 'hybrid';
  readonly models?: readonly string[];
  /** Other styles it can't be played without. */
  readonly beside?: readonly string[];
  readonly play: (player: Player, cast: Cast) => Turn;
}

/** Places the orders and says what there is to say about them, in whatever order. */
export type Diary = (player: Player, moves: readonly Move[]) => Promise<unknown>;

/** A team that has a strategy and a diary, and nothing else. */
export function bot(strategy: Strategy, diary: Diary): Style['play'] {
  return (player) => {
    const decide = strategy(player);
    return async () => {
      const moves = decide();
      if (moves.length > 0) await diary(player, moves);
    };
  };
}

/** A style of a kind; VERIFIED is expected of it unless it says otherwise. */
export function styleOf(kind: Kind, name: string, does: string, play: Style['play'], more: Partial<Style> = {}): Style {
  return { name, kind, does, expected: { verdict: 'VERIFIED' }, play, ...more };
}

export function honest(name: string, does: string, play: Style['play'], more: Partial<Style> = {}): Style {
  return styleOf('honest', name, does, play, more);
}

/** `found` as the documents mean it. */
export function cheat(
  name: string,
  does: string,
  expected: Expected,
  play: Style['play'],
  more: Partial<Style> = {},
): Style {
  return styleOf('cheat', name, does, play, { expected, ...more });
}

/** Found by these rules, and VERIFIED all the same. */
export function noted(
  name: string,
  does: string,
  by: readonly RuleId[],
  play: Style['play'],
  more: Partial<Style> = {},
): Style {
  return styleOf('noted', name, does, play, { expected: { verdict: 'VERIFIED', by }, ...more });
}

export function review(...by: readonly RuleId[]): Expected {
  return { verdict: 'REVIEW', by };
}

export function insufficient(...by: readonly RuleId[]): Expected {
  return { verdict: 'INSUFFICIENT', by };
}
