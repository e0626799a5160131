/** One ranked team: its row, and what unfolds below it. */
import { useState } from 'preact/hooks';
import { money, NONE, ppm, returnText, whole } from '../../format/number.ts';
import { scoreText } from '../../format/score.ts';
import type { BoardRow } from '../../live/board.ts';
import { accountValue, ownTeam } from '../../live/contest-page.ts';
import { AgentLink } from '../../parts/agent.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Signed } from '../../parts/figures.tsx';
import { Trail } from '../../parts/trail.tsx';
import { Decided, verdictText } from '../../parts/verdict.tsx';
import { words } from '../../words/words.ts';
import { pinned, togglePin } from './board-lines.tsx';
import { Change, Sharpe } from './row-figures.tsx';
import { RowMore } from './row-more.tsx';
import { judged } from './verdict.tsx';

interface RowProps {
  readonly row: BoardRow;
  readonly contest: string;
  readonly hasScore: boolean;
  /** How the contest scores. */
  readonly mode: string;
  /** How many cells a row has. */
  readonly columns: number;
  readonly trail: readonly number[];
}

export function Row({ row, contest, hasScore, mode, columns, trail }: RowProps) {
  const { board: text } = words.value;
  const [isOpen, open] = useState(false);
  const isOwn = row.team === ownTeam.value;
  return (
    <>
      <tr data-team={row.team} class={isOwn ? 'board-own' : ''}>
        <td class="board-rank">{row.rank}</td>
        <td class="board-change">
          <Change row={row} />
        </td>
        <th scope="row" class="board-team">
          <span class="board-name">
            <AgentLink contest={contest} team={row.team} name={row.name} />
            {isOwn ? <span class="dim"> · {text.you}</span> : null}
            <button
              type="button"
              class="board-unfold"
              aria-expanded={isOpen}
              aria-label={text.more(row.name)}
              onClick={() => open(!isOpen)}
            />
          </span>
        </th>
        {hasScore ? (
          <td class="board-score right">
            {row.score === null ? (
              <span title={text.eliminated}>{text.out}</span>
            ) : (
              scoreText(mode, { score: row.score, return8: row.return8 }, text.rankSum)
            )}
          </td>
        ) : null}
        <Figures row={row} />
        <td class="board-day">{trail.length < 2 ? NONE : <Trail points={trail} />}</td>
        <td class="board-pin">
          <input
            type="checkbox"
            aria-label={text.pinned(row.name)}
            checked={pinned.value.includes(row.team)}
            onChange={() => togglePin(row.team)}
          />
        </td>
      </tr>
      {isOpen ? <RowMore contest={contest} row={row} columns={columns} /> : null}
    </>
  );
}

function Figures({ row }: { readonly row: BoardRow }) {
  const value = accountValue(row.pnl);
  return (
    <>
      <td class="board-return right">
        <Signed text={returnText(row.return8)} />
      </td>
      <td class="board-value right">{money(value)}</td>
      <td class="board-pnl right" data-head={words.value.board.pnl}>
        <Signed text={money(row.pnl, true)} />
      </td>
      <td class="board-drawdown right">{ppm(row.mddPpm, 2)}</td>
      <td class="board-sharpe right">
        <Sharpe row={row} />
      </td>
      <td class="board-filled right">{whole(row.filled)}</td>
      <td class="board-evidence">
        <Badge row={row} />
      </td>
      <td class="board-verdict">
        <Verdict row={row} />
      </td>
    </>
  );
}

function Verdict({ row }: { readonly row: BoardRow }) {
  return (
    <>
      {row.verdict === null ? (
        NONE
      ) : (
        <button type="button" class="link" data-verdict={row.team} onClick={() => (judged.value = row)}>
          {verdictText({ verdict: row.verdict, notes: row.notes })}
        </button>
      )}
      <Decided decided={row.decided} />
      {row.provisional ? <span class="warn"> ◔ {words.value.board.provisional}</span> : null}
    </>
  );
}
