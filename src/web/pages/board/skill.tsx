/**
 * Skill told from luck, below the standings: whether the first would stay first, how sure each return is, and what
 * agents by coin made of the same market. As of the report in force.
 */
import type { ContestLeaderboardAnswer } from '../../../client/index.ts';
import { ppm, returnText, whole } from '../../format/number.ts';
import { Time } from '../../parts/figures.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';

/** So many teams, the first of the board; the answer has all. */
const SHOWN = 20;

const range = (low8: number, high8: number): string =>
  words.value.board.skill.range(returnText(String(low8)), returnText(String(high8)));

export function Skill({ board }: { readonly board: ContestLeaderboardAnswer }) {
  const { skill: text } = words.value.board;
  const { skill } = board;
  if (skill === null) return null;
  const names = new Map(board.rows.map(({ team, name }) => [team, name]));
  const nameOf = (team: string) => <RawText text={names.get(team) ?? team} limit={40} />;
  const [first, second] = skill.rows;
  const { coins } = skill;
  return (
    <section class="board-skill" data-skill={skill.logSize} aria-label={text.title}>
      <h3>{text.title}</h3>
      {first === undefined || second === undefined || first.beatsNextPpm === null ? null : (
        <p>
          {nameOf(first.team)} › {nameOf(second.team)}: <strong>{ppm(first.beatsNextPpm)}</strong> {text.beats}
        </p>
      )}
      <ul>
        {skill.rows.slice(0, SHOWN).map(({ team, low8, high8, coinsPpm }) => (
          <li key={team}>
            {nameOf(team)} <span class="num">{range(low8, high8)}</span>
            {coinsPpm === null ? null : <span class="dim"> · {text.coinsAsGood(ppm(coinsPpm))}</span>}
          </li>
        ))}
        {coins === null ? null : (
          <li class="dim">
            {text.coins(whole(coins.agents))} <span class="num">{range(coins.low8, coins.high8)}</span>
          </li>
        )}
      </ul>
      <p class="dim">
        {text.why} <Time ms={skill.at} />
      </p>
    </section>
  );
}
