/**
 * The best five of the contest, each with what its account is worth and what backs it; below them their returns,
 * alongside holding the first contract.
 */
import { useEffect } from 'preact/hooks';
import { app } from '../../base/app-json.ts';
import { to } from '../../base/router.ts';
import { money, NONE, returnText } from '../../format/number.ts';
import { countdown } from '../../format/time.ts';
import { board, type BoardRow, contestInfo } from '../../live/board.ts';
import { nowSecond } from '../../base/clock.ts';
import { accountValue, configNumber, heldSymbol } from '../../live/contest-page.ts';
import { linesOf } from '../../live/lines.ts';
import { coinOf } from '../../live/market.ts';
import { Returns } from '../../live/returns.ts';
import { AgentLink } from '../../parts/agent.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Signed } from '../../parts/figures.tsx';
import { LazyLines } from '../../parts/lazy-lines.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import './standings.css';

const BEST = 5;
const HEIGHT = 170;
/** Enough for a narrow column. */
const POINTS = 200;
const returns = new Returns();

export function Standings() {
  const { live, phase } = words.value;
  const id = app.value.contest;
  const info = contestInfo.value;
  const title = info?.config['title'];
  const ends = configNumber('endMs');
  const left = ends !== null && ends > nowSecond.value ? ` · ${countdown(ends - nowSecond.value)}` : '';
  return (
    <Panel
      title={live.standings}
      class="live-standings"
      aside={
        id === null ? undefined : (
          <a href={to(`/board/${id}`)}>
            {typeof title === 'string' ? <RawText text={title} limit={40} /> : id}
            {info === null ? null : ` · ${phase[info.phase] ?? info.phase}`}
            {left}
          </a>
        )
      }
    >
      {id === null ? <Empty text={live.noContest} /> : <Best id={id} />}
    </Panel>
  );
}

function Best({ id }: { readonly id: string }) {
  const { board: text, live } = words.value;
  const news = board.value;
  const rows = news?.rows.slice(0, BEST) ?? [];
  const waiting = news?.unranked.slice(0, BEST - rows.length) ?? [];
  const teams = rows.map(({ team }) => team);
  const sampleMs = news?.at ?? 0;
  useEffect(() => void returns.read(id, teams, sampleMs, POINTS), [id, teams.join(), sampleMs]);
  const found = returns.shown.value;
  const names = new Map(contestInfo.value?.teams.map(({ team, name }) => [team, name]));
  const lines = found === null ? { t: [], lines: [] } : linesOf(found, names, text.hold(coinOf(heldSymbol())));
  return (
    <>
      <div class="standings-best">
        <table class="standings">
          <caption class="hidden-text">{live.standings}</caption>
          <tbody>
            {rows.map((row) => (
              <Row key={row.team} id={id} row={row} />
            ))}
            {waiting.map(({ team, name, reason }) => (
              <tr key={team}>
                <td class="dim">–</td>
                <th scope="row" colSpan={2}>
                  <AgentLink contest={id} team={team} name={name} />
                  <span class="standings-more dim">{reason === 'minFilledOrders' ? text.waitsForOrder : reason}</span>
                </th>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <LazyLines lines={lines} at={null} height={HEIGHT} />
    </>
  );
}

function Row({ id, row }: { readonly id: string; readonly row: BoardRow }) {
  const value = accountValue(row.pnl);
  return (
    <tr data-team={row.team}>
      <td class="dim">{row.rank}</td>
      <th scope="row">
        <AgentLink contest={id} team={row.team} name={row.name} />
        <span class="standings-more dim">
          <Badge row={row} />
        </span>
      </th>
      <td class="right live-value">
        <Signed text={returnText(row.return8)} />
        <span class="standings-more dim">{value === null ? NONE : `${money(value)} USDT`}</span>
      </td>
    </tr>
  );
}
