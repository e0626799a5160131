/** One ranked team. */
import { to } from '../../base/router.ts';
import { money, NONE, number, percent, ppm, textOf, whole } from '../../format/number.ts';
import { scoreText } from '../../format/score.ts';
import type { BoardRow } from '../../live/board.ts';
import { ownTeam, ranksBefore } from '../../live/contest-page.ts';
import { Badge } from '../../parts/badge.tsx';
import { Signed } from '../../parts/figures.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { Trail } from '../../parts/trail.tsx';
import { Decided, verdictText } from '../../parts/verdict.tsx';
import { words } from '../../words/words.ts';
import { pinned, togglePin } from './board-lines.tsx';
import { judged } from './verdict.tsx';

const MICRO = 6;
const RETURN_DECIMALS = 8;

interface RowProps {
  readonly row: BoardRow;
  readonly contest: string;
  readonly hasScore: boolean;
  /** How the contest scores. */
  readonly mode: string;
  readonly trail: readonly number[];
}

export function Row({ row, contest, hasScore, mode, trail }: RowProps) {
  const { board: text } = words.value;
  const fraction = textOf(BigInt(row.return8), RETURN_DECIMALS);
  const isOwn = row.team === ownTeam.value;
  return (
    <tr data-team={row.team} class={isOwn ? 'board-own' : ''}>
      <td>{row.rank}</td>
      <td>
        <Change row={row} />
      </td>
      <th scope="row">
        <a href={to(`/team/${contest}/${row.team}`)}>
          <RawText text={row.name} limit={40} />
        </a>
        {isOwn ? <span class="dim"> · {text.you}</span> : null}
      </th>
      {hasScore ? (
        <td class="right">
          {row.score === null ? (
            <span title={text.eliminated}>{text.out}</span>
          ) : (
            scoreText(mode, { score: row.score, return8: row.return8 }, text.rankSum)
          )}
        </td>
      ) : null}
      <td class="right">
        <Signed text={percent(fraction)} />
      </td>
      <td class="right">
        <Signed text={money(row.pnl, true)} />
      </td>
      <td class="right">{ppm(row.mddPpm, 2)}</td>
      <td class="right">
        {row.sharpe6 === null ? (
          <span class="dim">
            {NONE} {text.sharpeNone}
          </span>
        ) : (
          number(textOf(BigInt(row.sharpe6), MICRO), { decimals: 2 })
        )}
      </td>
      <td class="right">{whole(row.filled)}</td>
      <td>
        <Badge row={row} />
      </td>
      <td>
        {row.verdict === null ? (
          NONE
        ) : (
          <button type="button" class="link" data-verdict={row.team} onClick={() => (judged.value = row)}>
            {verdictText({ verdict: row.verdict, notes: row.notes })}
          </button>
        )}
        <Decided decided={row.decided} />
        {row.provisional ? <span class="warn"> ◔ {text.provisional}</span> : null}
      </td>
      <td>{trail.length < 2 ? NONE : <Trail points={trail} />}</td>
      <td>
        <input
          type="checkbox"
          aria-label={text.pinned(row.name)}
          checked={pinned.value.includes(row.team)}
          onChange={() => togglePin(row.team)}
        />
      </td>
    </tr>
  );
}

/** Places won or lost in the last hour. */
function Change({ row: { team, rank } }: { readonly row: BoardRow }) {
  const before = ranksBefore.value?.get(team);
  if (before === undefined || before === rank) return <span class="dim">{NONE}</span>;
  const won = before - rank;
  return <span class={won > 0 ? 'up' : 'down'}>{won > 0 ? `▲${won}` : `▼${-won}`}</span>;
}
