/**
 * The leaderboard of a contest: as of its newest sample, or of the minute that is looked at.
 */
import { useEffect, useState } from 'preact/hooks';
import type { ContestInfoAnswer, ContestLeaderboardAnswer } from '../../../client/index.ts';
import { app } from '../../base/app-json.ts';
import { path, query, to } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { board, contestFault, contestInfo, followBoard, isNone } from '../../live/board.ts';
import {
  forgetContest,
  readBefore,
  readContests,
  readNotices,
  readOwnTeam,
  readRuleset,
  ruleset,
} from '../../live/contest-page.ts';
import { checkFinal, checkRules, finalVerdict, forgetLeaves, type LeafVerdict } from '../../live/final-board.ts';
import { earlier, lookAt, pastFault, stopPlaying } from '../../live/past.ts';
import { whole } from '../../format/number.ts';
import { Time } from '../../parts/figures.tsx';
import { GuideLink } from '../../parts/guide-link.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';
import { BoardLines } from './board-lines.tsx';
import { BoardNotices } from './board-notices.tsx';
import { PhaseBar } from './phase-bar.tsx';
import { Skill } from './skill.tsx';
import { Standings } from './standings.tsx';
import { Unranked } from './unranked.tsx';
import { VerdictDialog } from './verdict.tsx';
import './board.css';

/** More teams reach beyond every window. */
const MOST_ROOM = 20;

export function BoardPage() {
  const { board: text } = words.value;
  const id = path.value.split('/')[2] ?? app.value.contest;
  useEffect(() => void readContests(), [id]);
  if (id === null)
    return (
      <div class="lost">
        <h1>{text.title}</h1>
        <Empty text={text.none}>
          {text.noneNext} <GuideLink name="contest">{words.value.nav.guide}</GuideLink>
        </Empty>
      </div>
    );
  return <Contest key={id} id={id} />;
}

function Contest({ id }: { readonly id: string }) {
  const { board: text } = words.value;
  const info = contestInfo.value;
  const shown = earlier.value ?? board.value;
  const [tries, setTries] = useState(0);
  const again = (): void => setTries(tries + 1);
  useEffect(() => {
    const stop = followBoard(id);
    const at = Number(query.value.get('at') ?? Number.NaN);
    void lookAt(id, Number.isSafeInteger(at) ? at : null);
    void readRuleset(id);
    return () => {
      stop();
      stopPlaying();
      forgetContest();
      forgetLeaves();
    };
  }, [id, tries]);
  useEffect(() => void readOwnTeam(id), [id, session.value]);
  useEffect(() => void readNotices(id), [id, board.value?.at, board.value?.phase, info?.phase]);
  useEffect(() => {
    if (shown !== null && info !== null) void readBefore(id, shown.at);
  }, [id, shown?.at, info]);
  useEffect(() => {
    if (info?.phase === 'final' && board.value !== null) void checkFinal(info, board.value);
  }, [info, board.value]);
  useEffect(() => {
    if (ruleset.value !== null) void checkRules(ruleset.value);
  }, [ruleset.value]);
  if (contestFault.value !== null || info === null) return <NoContest id={id} again={again} />;
  return (
    <div class="board">
      <PhaseBar id={id} />
      <BoardLines id={id} />
      {pastFault.value === null ? null : <Fault error={pastFault.value} />}
      <Panel
        title={text.title}
        aside={
          shown === null ? undefined : (
            <span data-at={shown.at}>
              {text.asOf} <Time ms={shown.at} /> {text.sampleOf}
              {earlier.value === null && finalVerdict.value !== null ? <FinalMark {...finalVerdict.value} /> : null}
            </span>
          )
        }
      >
        {shown?.hidden ? (
          <p class="warn" data-hidden>
            {text.hidden} <Time ms={shown.at} />
          </p>
        ) : null}
        <div class="board-room" style={{ '--teams': teamsOf(shown, info) }}>
          {shown === null || shown.rows.length === 0 ? <Empty text={text.noRows} /> : <Standings board={shown} />}
          {shown !== null && shown.unranked.length > 0 ? <Unranked board={shown} /> : null}
        </div>
        {shown === null ? null : <Judged at={shown.reportAt} />}
        {shown === null ? null : <Skill board={shown} />}
        <p class="dim board-ties">{text.ties}</p>
        <Tables id={id} />
      </Panel>
      <BoardNotices />
      <VerdictDialog id={id} />
    </div>
  );
}

/** Those that are ranked, and those that will be when their orders are filled; all that play, until that is known. */
function teamsOf(shown: ContestLeaderboardAnswer | null, { teams }: ContestInfoAnswer): number {
  if (shown === null) return Math.min(MOST_ROOM, teams.length);
  const soon = shown.unranked.filter(({ reason }) => reason === 'minFilledOrders');
  return Math.min(MOST_ROOM, shown.rows.length + soon.length);
}

/** A placeholder while nothing is known of the contest, or why nothing is. */
function NoContest({ id, again }: { readonly id: string; readonly again: () => void }) {
  const { board: text } = words.value;
  const { value: fault } = contestFault;
  return (
    <div class="lost">
      <h1>{fault === null ? id : isNone(fault) ? text.noSuch : text.title}</h1>
      {fault === null ? <Skeleton rows={12} /> : <Fault error={fault} retry={again} />}
    </div>
  );
}

/** The same as files for a spreadsheet, as far as everybody may have it. */
function Tables({ id }: { readonly id: string }) {
  const { board: text } = words.value;
  const info = contestInfo.value;
  const { what = 'none' } = (info?.config['disclosure'] ?? {}) as { readonly what?: string };
  const tables = [
    ['board', text.title],
    ...(board.value?.reportAt == null ? [] : [['grades', text.grades] as const]),
    ...(what !== 'none' ? [['trades', text.trades] as const] : []),
  ] as const;
  return (
    <p class="dim board-ties board-tables">
      {text.asCsv}
      {tables.map(([table, name]) => (
        <a key={table} href={to(`/tables/${id}/${table}.csv`)} data-reload="" data-table={table}>
          {name}
        </a>
      ))}
    </p>
  );
}

/** Figures that are not of the sample say their own time. */
function Judged({ at }: { readonly at: number | null }) {
  const { board: text } = words.value;
  return (
    <p class="dim board-ties" data-report-at={at ?? ''}>
      {at === null ? text.judgedNever : text.judgedAt} {at === null ? null : <Time ms={at} />}
    </p>
  );
}

function FinalMark({ index, verdict }: LeafVerdict) {
  const { board: text } = words.value;
  const leaf = whole(index);
  if (verdict.is === 'right')
    return (
      <strong class="ok" title={text.finalWhy} data-final="right">
        {' '}
        · {text.finalRight(leaf)}
      </strong>
    );
  if (verdict.is === 'wrong')
    return (
      <strong class="bad" data-final="wrong">
        {' '}
        · {text.finalWrong(leaf, verdict.why)}
      </strong>
    );
  return <span data-final="unknown"> · {text.finalUnknown(leaf)}</span>;
}
