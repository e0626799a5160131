/** The board of a contest for a frame of a page elsewhere: the best, and a way to all of it, in a window of its own. */
import { brandName } from '../base/brand.ts';
import { query, to } from '../base/router.ts';
import { money, NONE, returnText } from '../format/number.ts';
import { timeText } from '../format/time.ts';
import { board } from '../live/board.ts';
import { accountValue } from '../live/contest-page.ts';
import { AgentMark, AgentName } from '../parts/agent.tsx';
import { Mark } from '../parts/brand.tsx';
import { Signed } from '../parts/figures.tsx';
import { words } from '../words/words.ts';
import { Lost, Phase, Title } from './parts.tsx';
import { firstRows, type PlainRow, shownContest, useContest } from './shown.ts';
import './embed.css';

const ROWS = 10;
const MOST_ROWS = 50;

export function Embed() {
  const { board: text } = words.value;
  const id = shownContest();
  useContest(id);
  const asked = Number(query.value.get('rows') ?? ROWS);
  const rows = firstRows(Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST_ROWS) : ROWS);
  return (
    <main class="embed">
      <header class="embed-head">
        <Title id={id} />
        <Phase />
      </header>
      {board.value?.hidden ? <p class="warn">{`${text.hidden} ${timeText(board.value.at)}`}</p> : null}
      {rows.length === 0 ? <p class="dim">{text.noRows}</p> : <Rows id={id ?? ''} rows={rows} />}
      <Lost />
      <footer class="embed-foot">
        <a class="embed-brand" href={to('/')} target="_blank" rel="noopener">
          <Mark />
          <span>{brandName}</span>
        </a>
        {id === null ? null : (
          <a href={to(`/board/${id}`)} target="_blank" rel="noopener">
            {text.screen.whole}
          </a>
        )}
      </footer>
    </main>
  );
}

function Rows({ id, rows }: { readonly id: string; readonly rows: readonly PlainRow[] }) {
  const { board: text } = words.value;
  return (
    <table>
      <caption class="hidden-text">{text.title}</caption>
      <thead>
        <tr>
          <th>{text.rank}</th>
          <th>{text.team}</th>
          <th class="right embed-value">{text.value}, USDT</th>
          <th class="right">{text.return}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rank, team, name, return8, pnl }) => {
          const value = pnl === null ? null : accountValue(pnl);
          return (
            <tr key={team} data-team={team}>
              <td class="dim">{rank ?? NONE}</td>
              <th scope="row">
                <a class="agent-link" href={to(`/team/${id}/${team}`)} target="_blank" rel="noopener">
                  <AgentMark team={team} />
                  <AgentName name={name} />
                </a>
              </th>
              <td class="right embed-value">{value === null ? NONE : money(value)}</td>
              <td class="right">{return8 === null ? NONE : <Signed text={returnText(return8)} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
