/**
 * The ranked rows. The order is the service's; another is this browser's, and says that it is not the ranking.
 */
import { useEffect } from 'preact/hooks';
import type { ContestLeaderboardAnswer } from '../../../client/index.ts';
import { board as newest, contestInfo } from '../../live/board.ts';
import { Returns } from '../../live/returns.ts';
import { words } from '../../words/words.ts';
import { Row } from './standing-row.tsx';
import { type Column, COLUMNS, inOrder, sortBy, sorted } from './sorting.ts';

const ON_THE_RIGHT: readonly Column[] = ['score', 'return', 'value', 'pnl', 'drawdown', 'sharpe', 'filled'];
const DAY_MS = 86_400_000;
/** Each question has twelve lines. */
const TRAILED = 12;
const days = [new Returns(), new Returns(), new Returns(), new Returns()];

export function Standings({ board }: { readonly board: ContestLeaderboardAnswer }) {
  const { board: text } = words.value;
  const wanted = sorted.value;
  const mode = (contestInfo.value?.config['score'] as { readonly mode?: string } | undefined)?.mode;
  const columns = COLUMNS.filter((name) => name !== 'score' || (mode !== undefined && mode !== 'return'));
  return (
    <>
      {wanted === null ? null : (
        <p class="warn board-not-ranking" role="status">
          {text.sortedBy(text[wanted.by])}{' '}
          <button type="button" onClick={() => (sorted.value = null)}>
            {text.toRanking}
          </button>
        </p>
      )}
      <div class="board-scroll" tabIndex={0} role="group" aria-label={text.title}>
        <table class="board-table">
          <caption class="hidden-text">{text.title}</caption>
          <thead>
            <tr>
              {columns.flatMap((name) => [
                <Head key={name} column={name} />,
                ...(name === 'rank'
                  ? [
                      <th key="change" scope="col" class="board-change" title={text.changeWhy}>
                        {text.change}
                      </th>,
                    ]
                  : []),
              ])}
              <th scope="col" class="board-day">
                {text.day}
              </th>
              <th scope="col" class="board-pin">
                {text.pin}
              </th>
            </tr>
          </thead>
          <Body board={board} hasScore={columns.includes('score')} mode={mode ?? ''} columns={columns.length + 3} />
        </table>
      </div>
    </>
  );
}

interface BodyProps {
  readonly board: ContestLeaderboardAnswer;
  readonly hasScore: boolean;
  readonly mode: string;
  /** How many cells a row has. */
  readonly columns: number;
}

function Body({ board, hasScore, mode, columns }: BodyProps) {
  const { contest } = board;
  const sampleMs = newest.value?.at ?? 0;
  const teams = board.rows.slice(0, days.length * TRAILED).map(({ team }) => team);
  useEffect(() => {
    for (const [at, part] of days.entries())
      void part.read(contest, teams.slice(at * TRAILED, (at + 1) * TRAILED), sampleMs);
  }, [contest, teams.toSorted().join(), sampleMs]);
  useEffect(() => () => days.forEach((part) => part.forget()), [contest]);
  return (
    <tbody>
      {inOrder(board.rows, sorted.value).map((row) => (
        <Row
          key={row.team}
          row={row}
          contest={contest}
          hasScore={hasScore}
          mode={mode}
          columns={columns}
          trail={trailOf(row.team, sampleMs)}
        />
      ))}
    </tbody>
  );
}

/** Returns of a team's last day, for pixels. */
function trailOf(team: string, nowMs: number): readonly number[] {
  for (const { shown } of days) {
    const { t = [], series = [] } = shown.value ?? {};
    const found = series.find((one) => one.team === team);
    if (found !== undefined)
      return found.return8.flatMap((value, at) => (value === null || t[at]! < nowMs - DAY_MS ? [] : Number(value)));
  }
  return [];
}

function Head({ column }: { readonly column: Column }) {
  const { board: text } = words.value;
  const wanted = sorted.value;
  const direction = wanted?.by !== column ? 'none' : wanted.isUp ? 'ascending' : 'descending';
  const isRight = ON_THE_RIGHT.includes(column);
  return (
    <th
      scope="col"
      class={`board-${column} ${isRight ? 'right' : ''}`}
      aria-sort={column === 'rank' ? undefined : direction}
    >
      <button type="button" class="link" onClick={() => sortBy(column)}>
        {text[column]}
        {direction === 'none' ? '' : direction === 'ascending' ? ' ↑' : ' ↓'}
      </button>
    </th>
  );
}
