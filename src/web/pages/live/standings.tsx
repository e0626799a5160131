/**
 * The best of the contest, each with what backs it: coverage, evidence level, verdict.
 */
import { to } from '../../app/router.ts';
import { app } from '../../app/app-json.ts';
import { percent, ppm, textOf } from '../../format/number.ts';
import { countdown } from '../../format/time.ts';
import { board, type BoardRow, contestInfo } from '../../live/board.ts';
import { nowSecond } from '../../live/clock.ts';
import { Signed } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import './standings.css';

const ROWS = 8;

export function Standings() {
  const { live, phase } = words.value;
  const news = board.value;
  const id = app.value.contest;
  const ends = Number(contestInfo.value?.config['endMs'] ?? 0);
  const title = contestInfo.value?.config['title'];
  const left = ends > nowSecond.value ? ` · ${countdown(ends - nowSecond.value)}` : '';
  return (
    <Panel
      title={live.standings}
      aside={
        id === null ? undefined : (
          <a href={to(`/board/${id}`)}>
            {typeof title === 'string' ? <RawText text={title} limit={40} /> : id} ·{' '}
            {phase[news?.phase ?? ''] ?? news?.phase ?? ''}
            {left}
          </a>
        )
      }
    >
      {id === null ? (
        <Empty text={live.noContest} />
      ) : (
        <table class="standings">
          <tbody>
            {(news?.rows ?? []).slice(0, ROWS).map((row) => (
              <Row key={row.team} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Row({ row }: { readonly row: BoardRow }) {
  const fraction = textOf(BigInt(row.return8), 8);
  return (
    <tr>
      <td class="dim">{row.rank}</td>
      <th scope="row">
        <RawText text={row.name} limit={40} />
      </th>
      <td class="right live-value">
        <Signed value={fraction} text={percent(fraction)} />
      </td>
      <td class="dim right">
        AI {ppm(row.coveredPpm)}
        {row.provisional ? ' ◔' : ''}
      </td>
    </tr>
  );
}
