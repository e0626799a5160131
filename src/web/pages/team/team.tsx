/**
 * A team of a contest: its row, its line, its grades, what it said and did as far as that is disclosed, what a report
 * found, and what was decided about it.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ContestTeamAnswer } from '../../../client/index.ts';
import { path, to } from '../../app/router.ts';
import { board, contestFault, contestInfo, followBoard } from '../../live/board.ts';
import { publicClient } from '../../live/connection.ts';
import { forgetContest, notices, readNotices } from '../../live/contest-page.ts';
import { Findings } from '../../parts/findings.tsx';
import { GradesBar } from '../../parts/grades-bar.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { TeamHead } from './team-head.tsx';
import { TeamLine } from './team-line.tsx';
import { TeamThreads } from './team-threads.tsx';
import './team.css';

const answer = signal<ContestTeamAnswer | null>(null);
const fault = signal<unknown>(null);

export function TeamPage() {
  const [, , id = '', team = ''] = path.value.split('/');
  return <Team key={`${id} ${team}`} id={id} team={team} />;
}

function Team({ id, team }: { readonly id: string; readonly team: string }) {
  const { team: text, board: boardText } = words.value;
  useEffect(() => {
    const stop = followBoard(id);
    void readNotices(id);
    return () => {
      stop();
      forgetContest();
      [answer.value, fault.value] = [null, null];
    };
  }, [id, team]);
  useEffect(() => {
    publicClient.contestTeam({ id, team }).then(
      (found) => (answer.value = found),
      (error: unknown) => (fault.value = error),
    );
  }, [id, team, board.value?.at, board.value?.phase]);
  if (contestFault.value !== null || (fault.value !== null && answer.value === null))
    return (
      <div>
        <h1>{contestFault.value === null ? text.noSuch : boardText.noSuch}</h1>
        <Fault error={contestFault.value ?? fault.value} />
        <p>
          <a href={to('/board')}>{text.toBoard}</a>
        </p>
      </div>
    );
  const known = answer.value;
  const apart = board.value?.unranked.find((one) => one.team === team);
  const grades = known?.row?.grades ?? null;
  return (
    <div class="team">
      <TeamHead id={id} team={team} answer={known} apart={apart ?? null} />
      <TeamLine id={id} team={team} />
      <Panel title={text.grades} class="team-half">
        {grades === null ? <Empty text={text.noGrades} /> : <GradesBar grades={grades} />}
      </Panel>
      <Cases team={team} answer={known} />
      <Panel title={text.findings}>
        {known === null || grades === null ? <Empty text={text.noReport} /> : <Findings findings={known.findings} />}
      </Panel>
      {contestInfo.value === null ? null : <TeamThreads id={id} team={team} answer={known} />}
    </div>
  );
}

/** What was decided, and the notices that say so. */
function Cases({ team, answer: known }: { readonly team: string; readonly answer: ContestTeamAnswer | null }) {
  const { team: text } = words.value;
  const verdicts = notices.value.filter((one) => one.kind === 'verdict' && one.text.split(' · ')[0] === team);
  const cases = known?.cases ?? [];
  return (
    <Panel title={text.cases} class="team-half">
      {cases.length === 0 && verdicts.length === 0 ? <Empty text={text.noCases} /> : null}
      <ul class="team-cases">
        {cases.map((one) => (
          <li key={one.case}>
            {one.case}: {one.state}
            {one.outcome === null ? '' : ` · ${text.outcome}: ${one.outcome}`}
          </li>
        ))}
        {verdicts.map((notice) => (
          <li key={notice.index}>
            <Notice notice={notice} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
