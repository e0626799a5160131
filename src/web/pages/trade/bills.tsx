/**
 * What moved the account's money in this contract, newest first; read when the table is open and something changed.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BillsAnswer, ContractsRow } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { number } from '../../format/number.ts';
import { accountVersion } from '../../live/account.ts';
import { isTight } from '../../live/budget.ts';
import { Signed, Time } from '../../parts/figures.tsx';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const ROWS = 50;
const READ_AFTER_MS = 500;
/** Bills are shown to the last digit. */
const DECIMALS = 8;
const rows = signal<BillsAnswer['items']>([]);

export function Bills({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const version = accountVersion.value;
  const who = session.value;
  const { symbol } = contract;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (who === null || isTight.value) return;
      who.client.bills({ symbol, limit: ROWS }).then(
        ({ items }) => (rows.value = items),
        () => undefined,
      );
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [who, version, symbol]);
  if (rows.value.length === 0) return <Empty text={trade.noBills} />;
  return (
    <table>
      <caption class="hidden-text">{trade.tabs.bills}</caption>
      <thead>
        <tr>
          {[trade.time, trade.kind, trade.amount, trade.fee, trade.balance].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.value.map((bill) => (
          <tr key={bill.billId} data-bill={bill.billId}>
            <td>
              <Time ms={bill.ctime} />
            </td>
            <td>{bill.businessType}</td>
            <td>
              <Signed value={bill.amount} text={number(bill.amount, { decimals: DECIMALS, isSigned: true })} />
            </td>
            <td>{number(bill.fillFee, { decimals: DECIMALS })}</td>
            <td>{number(bill.balance, { decimals: DECIMALS })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
