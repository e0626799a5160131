/**
 * Counterparties that lost to a team, largest losses first.
 */
import { money, ppm } from '../../format/number.ts';
import { Empty } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';
import { Leaves } from './leaves.tsx';

export function Counterparties(props: TabProps) {
  return (
    <>
      <Gained {...props} />
      <Gifts {...props} />
    </>
  );
}

/** Money by prices that were not the market's, both ways (V13). */
function Gifts({ dossier: { gifts = [] } }: TabProps) {
  const { judging } = adminWords.value;
  if (gifts.length === 0) return null;
  const heads = [judging.counterparty, judging.given, judging.received, judging.order];
  const amount = (plain: string, thin: string): string =>
    `${money(plain)} USDT${thin === '0' ? '' : `, ${judging.thin(money(thin))}`}`;
  return (
    <JudgeTable caption={judging.gifts} heads={heads}>
      {gifts.map(({ account, team, given, received, thinGiven, thinReceived, orders }) => (
        <tr key={account}>
          <th scope="row">
            {account} {team ?? ''}
          </th>
          <td>{amount(given, thinGiven)}</td>
          <td>{amount(received, thinReceived)}</td>
          <td>
            <Leaves indices={orders} />
          </td>
        </tr>
      ))}
    </JudgeTable>
  );
}

function Gained({ dossier }: TabProps) {
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
