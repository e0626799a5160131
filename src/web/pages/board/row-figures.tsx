/** Figures of a team that stand in its row or, in a narrow window, below it. */
import { NONE, number, textOf } from '../../format/number.ts';
import type { BoardRow } from '../../live/board.ts';
import { ranksBefore } from '../../live/contest-page.ts';
import { words } from '../../words/words.ts';

const MICRO = 6;

export function Sharpe({ row: { sharpe6 } }: { readonly row: Pick<BoardRow, 'sharpe6'> }) {
  if (sharpe6 !== null) return <>{number(textOf(BigInt(sharpe6), MICRO), { decimals: 2 })}</>;
  return (
    <span class="dim">
      {NONE} {words.value.board.sharpeNone}
    </span>
  );
}

/** Places won or lost in the last hour. */
export function Change({ row: { team, rank } }: { readonly row: BoardRow }) {
  const before = ranksBefore.value?.get(team);
  if (before === undefined || before === rank) return <span class="dim">{NONE}</span>;
  const won = before - rank;
  return <span class={won > 0 ? 'up' : 'down'}>{won > 0 ? `▲${won}` : `▼${-won}`}</span>;
}
