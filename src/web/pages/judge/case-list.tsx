/**
 * The cases of a contest.
 */
import type { CaseRow } from '../../live/judging.ts';
import { useRead } from '../../parts/use-admin-read.ts';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { CaseLink, DueClock } from './case-link.tsx';
import { JudgeTable } from './judge-table.tsx';

const EVERY_MS = 30_000;

export function CaseList({ contest }: { readonly contest: string }) {
  const { judging } = adminWords.value;
  const found = useRead<{ readonly list: readonly CaseRow[] }>('/admin/v1/cases', { contest }, EVERY_MS);
  const list = found.value?.list ?? [];
  return (
    <Panel title={judging.cases}>
      {found.fault === null ? null : <Fault error={found.fault} retry={found.again} />}
      {found.value !== null && list.length === 0 ? <Empty text={judging.noCases} /> : null}
      {list.length === 0 ? null : (
        <JudgeTable caption={judging.cases} heads={[judging.case, judging.team, judging.openedBy, judging.due]}>
          {list.map((one) => (
            <tr key={one.case}>
              <th scope="row">
                <CaseLink contest={contest} one={{ ...one, dueAt: one.answerDueMs }} />
              </th>
              <td>{one.team}</td>
              <td>{one.openedBy}</td>
              <td>{one.state === 'noticed' ? <DueClock at={one.answerDueMs} /> : '–'}</td>
            </tr>
          ))}
        </JudgeTable>
      )}
    </Panel>
  );
}
