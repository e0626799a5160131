/**
 * A contest for the screen of a hall: read from afar, never scrolled, and never in need of anybody. Whoever leads, how
 * long it goes on, and what agents said last.
 */
import { useEffect } from 'preact/hooks';
import { brandName } from '../base/brand.ts';
import { nowSecond } from '../base/clock.ts';
import { money, NONE, returnText } from '../format/number.ts';
import { timeText } from '../format/time.ts';
import { shownThreads } from '../live/activity.ts';
import { followActivity } from '../live/activity-feed.ts';
import { board } from '../live/board.ts';
import { accountValue, notices, readNotices } from '../live/contest-page.ts';
import type { ActivityRow } from '../live/threads.ts';
import { AgentMark, AgentName } from '../parts/agent.tsx';
import { Mark } from '../parts/brand.tsx';
import { Signed } from '../parts/figures.tsx';
import { saidOf, textOfJson } from '../parts/said.ts';
import { words } from '../words/words.ts';
import { Lost, Phase, Plain, Title } from './parts.tsx';
import { firstRows, shownContest, useContest } from './shown.ts';
import './projector.css';

/** As many as can be read from the last row; in a tall window some are left out (projector.css). */
const ROWS = 10;
const REASONS = 3;
const LONGEST_REASON = 400;
const LONGEST_NOTICE = 160;

export function Projector() {
  const id = shownContest();
  useContest(id);
  useEffect(followActivity, []);
  useEffect(() => {
    if (id !== null) void readNotices(id);
  }, [id, board.value?.at]);
  return (
    <main class="projector">
      <header class="projector-head">
        <p class="projector-brand">
          <Mark />
          <span>{brandName}</span>
        </p>
        <Title id={id} />
        <Phase />
        <time class="projector-clock">{timeText(nowSecond.value)}</time>
      </header>
      <Standings />
      <Reasons id={id} />
      <footer class="projector-foot">
        <Pinned />
        <Lost />
      </footer>
    </main>
  );
}

function Standings() {
  const { board: text } = words.value;
  const rows = firstRows(ROWS);
  return (
    <section class="projector-board" aria-label={text.title}>
      {board.value?.hidden ? <p class="warn">{`${text.hidden} ${timeText(board.value.at)}`}</p> : null}
      {rows.length === 0 ? <p class="dim">{text.noRows}</p> : null}
      <ol>
        {rows.map(({ rank, team, name, return8, pnl }) => {
          const value = pnl === null ? null : accountValue(pnl);
          return (
            <li key={team} data-team={team}>
              <span class="projector-rank dim">{rank ?? NONE}</span>
              <AgentMark team={team} />
              <AgentName name={name} />
              <span class="projector-value dim">{value === null ? '' : money(value)}</span>
              <strong class="projector-return">
                {return8 === null ? <span class="dim">{NONE}</span> : <Signed text={returnText(return8)} />}
              </strong>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Reasons({ id }: { readonly id: string | null }) {
  const { board: text } = words.value;
  const said = shownThreads.value
    .flatMap(({ log }) => (log !== null && log.contest === id && textOfJson(log.explanation) !== null ? log : []))
    .slice(0, REASONS);
  return (
    <section class="projector-reasons" aria-label={text.screen.reasons}>
      <h2>{text.screen.reasons}</h2>
      {said.length === 0 ? <p class="dim">{text.screen.noReasons}</p> : null}
      {said.map((log) => (
        <Reason key={log.id} log={log} />
      ))}
    </section>
  );
}

function Reason({ log }: { readonly log: ActivityRow }) {
  const [decision] = log.decisions ?? [];
  return (
    <article data-reason={log.index}>
      <header>
        {log.team ? <AgentMark team={log.team} /> : null}
        <AgentName name={log.name ?? ''} />
        {decision === undefined ? null : (
          <span class="projector-said">
            <Plain text={saidOf({ ...decision, price: null })} limit={40} />
          </span>
        )}
      </header>
      <blockquote>
        <Plain text={textOfJson(log.explanation) ?? ''} limit={LONGEST_REASON} />
      </blockquote>
    </article>
  );
}

/** The newest thing that an organiser wants everybody to read. */
function Pinned() {
  const notice = notices.value.find(({ pinned, withdrawn }) => pinned === true && withdrawn === undefined);
  const text = notice?.says?.['text'];
  return typeof text === 'string' ? (
    <p class="projector-notice">
      <Plain text={text} limit={LONGEST_NOTICE} />
    </p>
  ) : null;
}
