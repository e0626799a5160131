/**
 * Below a team's row: its open positions as of now, as far as they are disclosed, and the figures that the row itself
 * has no room for in a narrow window.
 */
import { signal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ContestTeamAnswer } from '../../../client/index.ts';
import { publicClient } from '../../base/rest.ts';
import { money, ppm, whole } from '../../format/number.ts';
import { type BoardRow, board } from '../../live/board.ts';
import { accountValue } from '../../live/contest-page.ts';
import { TeamPositions } from '../../parts/team-positions.tsx';
import { words } from '../../words/words.ts';
import { Change, Sharpe } from './row-figures.tsx';

interface RowMoreProps {
  readonly contest: string;
  readonly row: BoardRow;
  /** How many cells a row has. */
  readonly columns: number;
}

export function RowMore({ contest, row, columns }: RowMoreProps) {
  const { board: text, team } = words.value;
  const answer: Signal<ContestTeamAnswer | null> = useMemo(() => signal(null), [contest, row.team]);
  const sampleMs = board.value?.at;
  useEffect(() => {
    publicClient.contestTeam({ id: contest, team: row.team }).then(
      (found) => (answer.value = found),
      () => undefined,
    );
  }, [answer, sampleMs]);
  return (
    <tr class="board-more" data-more={row.team}>
      <td colSpan={columns}>
        <dl class="board-more-figures">
          <Figure name={text.value}>{money(accountValue(row.pnl))} USDT</Figure>
          <Figure name={text.change}>
            <Change row={row} />
          </Figure>
          <Figure name={text.drawdown}>{ppm(row.mddPpm, 2)}</Figure>
          <Figure name={text.sharpe}>
            <Sharpe row={row} />
          </Figure>
          <Figure name={text.filled}>{whole(row.filled)}</Figure>
        </dl>
        {answer.value?.positions ? (
          <p class="dim" data-as-of-now="">
            {team.positions}: {team.asOfNow}
          </p>
        ) : null}
        <TeamPositions positions={answer.value?.positions} />
      </td>
    </tr>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
