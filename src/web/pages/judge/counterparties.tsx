/**
 * Who lost to a team, largest losses first.
 */
import { money, ppm } from '../../format/number.ts';
import { Empty } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';
import { Leaves } from './leaves.tsx';

export function Counterparties({ dossier }: TabProps) {
  const { judging } = adminWords.value;
  if (dossier.counterparties.length === 0) return <Empty text={judging.noCounterparties} />;
  return (
    <JudgeTable
      caption={judging.tabs.counterparties}
      heads={[judging.counterparty, judging.gained, judging.share, judging.order]}
    >
      {dossier.counterparties.map(({ account, team, isHouse, gained, sharePpm, orders }) => (
        <tr key={account}>
          <th scope="row">
            {account} {team ?? ''} <span class="dim">{isHouse ? judging.house : ''}</span>
          </th>
          <td>{money(gained)} USDT</td>
          <td>{ppm(sharePpm)}</td>
          <td>
            <Leaves indices={orders} />
          </td>
        </tr>
      ))}
    </JudgeTable>
  );
}
