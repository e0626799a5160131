/**
 * The findings of the report about a team, each with the leaves that prove it.
 */
import { whole } from '../../format/number.ts';
import { Empty } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';
import { Leaves } from './leaves.tsx';

export function Findings({ found }: TabProps) {
  const { judging } = adminWords.value;
  if (found.findings.length === 0) return <Empty text={judging.noFindings} />;
  const heads = [judging.rule, judging.severity, judging.count, judging.value, judging.limit, judging.evidence];
  return (
    <JudgeTable caption={judging.tabs.findings} heads={heads}>
      {found.findings.map(({ rule, severity, count, value, limit, evidence }) => (
        <tr key={rule} data-rule={rule}>
          <th scope="row">
            {rule} {judging.rules[rule]}
          </th>
          <td>{severity}</td>
          <td>{whole(count)}</td>
          <td>{value === null ? '–' : whole(value)}</td>
          <td>{limit === null ? '–' : whole(limit)}</td>
          <td>
            <Leaves indices={evidence} />
          </td>
        </tr>
      ))}
    </JudgeTable>
  );
}
