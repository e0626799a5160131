/**
 * How similar other teams are.
 */
import { to } from '../../base/router.ts';
import { ppm } from '../../format/number.ts';
import { Empty } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';

export function Twins({ found, dossier }: TabProps) {
  const { judging } = adminWords.value;
  return (
    <>
      <p class="dim">{judging.twinsWhat}</p>
      {dossier.twins.length === 0 ? <Empty text={judging.noTwins} /> : null}
      {dossier.twins.length === 0 ? null : (
        <JudgeTable caption={judging.tabs.twins} heads={[judging.team, judging.likeness]}>
          {dossier.twins.map(({ team, ppm: likeness, isTwin, first = null, contracts = [] }) => (
            <tr key={team}>
              <th scope="row">
                <a href={to(`/judge/${encodeURIComponent(found.contest)}/${encodeURIComponent(team)}`)}>{team}</a>
              </th>
              <td>
                {ppm(likeness)} <strong class="bad">{isTwin ? judging.isTwin : ''}</strong>{' '}
                <span class="dim">
                  {contracts.map(({ symbol, samples }) => `${symbol} ${samples}`).join(', ')}{' '}
                  {first === null ? '' : judging.wasFirst(first)}
                </span>
              </td>
            </tr>
          ))}
        </JudgeTable>
      )}
    </>
  );
}
