/**
 * The ranked rows. The order is the service's and nobody else's.
 */
import type { ContestLeaderboardAnswer } from '../../../client/index.ts';
import type { BoardRow } from '../../live/board.ts';
import { money, NONE, number, percent, ppm, textOf, whole } from '../../format/number.ts';
import { Signed } from '../../parts/figures.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';

const MICRO = 6;
const RETURN_DECIMALS = 8;

export function BoardTable({ board }: { readonly board: ContestLeaderboardAnswer }) {
  const { board: text } = words.value;
  const heads: readonly (readonly [string, boolean])[] = [
    [text.rank, false],
    [text.team, false],
    [text.return, true],
    [text.pnl, true],
    [text.drawdown, true],
    [text.sharpe, true],
    [text.filled, true],
    [text.evidence, false],
    [text.verdict, false],
  ];
  return (
    <div class="board-scroll" tabIndex={0} role="group" aria-label={text.title}>
      <table>
        <caption class="hidden-text">{text.title}</caption>
        <thead>
          <tr>
            {heads.map(([head, isRight]) => (
              <th key={head} scope="col" class={isRight ? 'right' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.rows.map((row) => (
            <Row key={row.team} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: BoardRow }) {
  const { board: text } = words.value;
  const fraction = textOf(BigInt(row.return8), RETURN_DECIMALS);
  return (
    <tr data-team={row.team}>
      <td>{row.rank}</td>
      <th scope="row">
        <RawText text={row.name} limit={40} />
      </th>
      <td class="right">
        <Signed value={fraction} text={percent(fraction)} />
      </td>
      <td class="right">
        <Signed value={row.pnl} text={money(row.pnl, true)} />
      </td>
      <td class="right">{ppm(row.mddPpm)}</td>
      <td class="right">{row.sharpe6 === null ? NONE : number(textOf(BigInt(row.sharpe6), MICRO), { decimals: 2 })}</td>
      <td class="right">{whole(row.filled)}</td>
      <td>AI {ppm(row.coveredPpm)}</td>
      <td>
        {row.verdict ?? NONE}
        {row.provisional ? ` ◔ ${text.provisional}` : ''}
      </td>
    </tr>
  );
}
