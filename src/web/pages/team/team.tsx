/**
 * A team of a contest: its row, its line, its grades, what it said and did as far as that is disclosed, what a report
 * found, and what was decided about it.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ContestTeamAnswer } from '../../../client/index.ts';
import { path, to } from '../../base/router.ts';
import { listenToActivity } from '../../live/activity-feed.ts';
import { board, contestFault, contestInfo, followBoard, isNone } from '../../live/board.ts';
import { publicClient } from '../../base/rest.ts';
import { isFill } from '../../live/threads.ts';
import { Findings } from '../../parts/findings.tsx';
import { GradesBar } from '../../parts/grades-bar.tsx';
import { leafLinks } from '../../parts/leaf-links.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TeamPositions } from '../../parts/team-positions.tsx';
import { startCaseWords } from '../../words/cases.ts';
import { words } from '../../words/words.ts';
import { TeamCases } from './team-cases.tsx';
import { TeamHead } from './team-head.tsx';
import { TeamLine } from './team-line.tsx';
import { TeamThreads } from './team-threads.tsx';
import './team.css';

await startCaseWords();

const answer = signal<ContestTeamAnswer | null>(null);
const fault = signal<unknown>(null);

async function readTeam(id: string, team: string): Promise<void> {
  try {
    answer.value = await publicClient.contestTeam({ id, team });
  } catch (error) {
    fault.value = error;
  }
}

/** The heading over why it can't be shown. @param ofContest why the contest isn't known; null: it is */
function headOf(ofContest: unknown): string {
  const { team, board: contest } = words.value;
  if (!isNone(ofContest ?? fault.value)) return team.toBoard;
  return ofContest === null ? team.noSuch : contest.noSuch;
}

export function TeamPage() {
  const [, , id = '', team = ''] = path.value.split('/');
  return <Team key={`${id} ${team}`} id={id} team={team} />;
}

function Team({ id, team }: { readonly id: string; readonly team: string }) {
  const { team: text } = words.value;
  useEffect(() => {
    const stop = followBoard(id);
    return () => {
      stop();
      [answer.value, fault.value] = [null, null];
    };
  }, [id, team]);
  const apart = board.value?.unranked.find((one) => one.team === team);
  const row = board.value?.rows.find((one) => one.team === team);
  useEffect(
    // Something it did: what it holds may be another.
    () =>
      listenToActivity((rows) => {
        if (rows.some((one) => one.contest === id && one.team === team && isFill(one))) void readTeam(id, team);
      }),
    [id, team],
  );
  // A verdict, a report or a case changes what is said of it, at any time.
  const said = `${apart?.reason} ${board.value?.reportAt} ${row?.provisional}`;
  useEffect(() => void readTeam(id, team), [id, team, board.value?.at, board.value?.phase, said]);
  if (contestFault.value !== null || (fault.value !== null && answer.value === null))
    return (
      <div class="lost">
        <h1>{headOf(contestFault.value)}</h1>
        <Fault error={contestFault.value ?? fault.value} />
        <p>
          <a href={to('/board')}>{text.toBoard}</a>
        </p>
      </div>
    );
  const known = answer.value;
  // All of it at once: a line that came to the head later would move what is read below it.
  if (known === null || contestInfo.value === null || board.value === null)
    return (
      <div class="team">
        <TeamHead id={id} team={team} answer={null} apart={apart ?? null} />
        <Skeleton rows={12} />
      </div>
    );
  const grades = known.standing?.grades ?? null;
  const none = known.reportAt !== null ? text.notJudged : null;
  return (
    <div class="team">
      <TeamHead id={id} team={team} answer={known} apart={apart ?? null} />
      <Panel title={text.positions} aside={known.positions ? <span class="dim">{text.asOfNow}</span> : undefined}>
        <TeamPositions positions={known.positions} />
      </Panel>
      <TeamLine id={id} team={team} />
      <Panel title={text.grades} class="team-half">
        {grades === null ? <Empty text={none ?? text.noGrades} /> : <GradesBar grades={grades} />}
      </Panel>
      <TeamCases answer={known} />
      <Panel title={text.findings}>
        {grades === null ? (
          <Empty text={none ?? text.noReport} />
        ) : (
          <Findings findings={known.findings} leaves={leafLinks} />
        )}
      </Panel>
      <TeamThreads id={id} team={team} answer={known} />
    </div>
  );
}
