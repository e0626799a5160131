/**
 * The teams of the report in force, in the order to look at them.
 */
import type { Queue, QueueRow } from '../../live/judging.ts';
import { useRead } from '../../parts/use-admin-read.ts';
import { to } from '../../base/router.ts';
import { ppm, whole } from '../../format/number.ts';
import { Time } from '../../parts/figures.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { Verdict } from '../../parts/verdict.tsx';
import { adminWords } from '../../words/admin.ts';
import { CaseLink, DueClock } from './case-link.tsx';
import { JudgeTable } from './judge-table.tsx';

const EVERY_MS = 30_000;

export function QueuePanel({ contest }: { readonly contest: string }) {
  const { judging } = adminWords.value;
  const { value: answer, fault, again } = useRead<Queue>('/admin/v1/queue', { contest }, EVERY_MS);
  const heads = [
    judging.team,
    judging.verdict,
    judging.high,
    judging.medium,
    judging.coverage,
    judging.case,
    judging.due,
  ];
  return (
    <Panel
      title={judging.queue}
      aside={
        answer === null ? undefined : (
          <span>
            {judging.reportOf} <Time ms={answer.at} />
          </span>
        )
      }
    >
      <p class="dim">{judging.queueWhat}</p>
      {fault === null ? null : (
        <>
          <Fault error={fault} retry={again} />
          <p>{judging.noReport}</p>
          <pre>npx outcry report run {contest}</pre>
        </>
      )}
      {answer === null ? null : (
        <JudgeTable caption={judging.queue} heads={heads}>
          {answer.list.map((row) => (
            <Row key={row.team} contest={contest} row={row} />
          ))}
        </JudgeTable>
      )}
    </Panel>
  );
}

function Row({ contest, row }: { readonly contest: string; readonly row: QueueRow }) {
  const { judging } = adminWords.value;
  const { team, name, verdict, notes, high, medium, counted, covered, coveredPpm, case: one } = row;
  return (
    <tr data-team={team}>
      <th scope="row">
        <a href={to(`/judge/${encodeURIComponent(contest)}/${encodeURIComponent(team)}`)}>
          {team} <RawText text={name} limit={40} />
        </a>
      </th>
      <td>
        <Verdict verdict={verdict} notes={notes} />
      </td>
      <td>{high.join(' ') || judging.none}</td>
      <td>{medium.join(' ') || judging.none}</td>
      <td>
        {judging.covered(whole(covered), whole(counted))},{' '}
        {covered > 0 && coveredPpm === 0 ? judging.noneTraded : judging.ofTraded(ppm(coveredPpm))}
      </td>
      <td>{one === null ? judging.none : <CaseLink contest={contest} one={one} />}</td>
      <td>{one === null || one.dueAt === null ? '–' : <DueClock at={one.dueAt} />}</td>
    </tr>
  );
}
