/**
 * Bills of the account in this contract, newest first; read when the table is open and something changed.
 */
import type { BillsAnswerItems, ContractsRow } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
import { number } from '../../format/number.ts';
import { accountVersion } from '../../live/account.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Signed, Time } from '../../parts/figures.tsx';
import { Empty } from '../../parts/panel.tsx';
import { Read, useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';

const ROWS = 50;
const READ_AFTER_MS = 1_000;
/** Bills are shown to the last digit. */
const DECIMALS = 8;

export function Bills({ contract: { symbol } }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const who = session.value;
  const reading = useReading(
    who === null ? null : () => who.client.bills({ symbol, limit: ROWS }),
    [who, symbol, accountVersion.value],
    READ_AFTER_MS,
  );
  return (
    <Read of={reading}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty text={trade.noBills} />
        ) : (
          <DataTable
            caption={trade.tabs.bills}
            name="bill"
            columns={columns()}
            items={items}
            idOf={({ billId }) => String(billId)}
          />
        )
      }
    </Read>
  );
}

function columns(): readonly Column<BillsAnswerItems>[] {
  const { trade } = words.value;
  return [
    { head: trade.time, cell: ({ ctime }) => <Time ms={ctime} /> },
    { head: trade.kind, cell: ({ businessType }) => <Kind type={businessType} /> },
    {
      head: trade.amount,
      cell: ({ amount }) => <Signed text={number(amount, { decimals: DECIMALS, isSigned: true })} />,
    },
    { head: trade.feePaid, cell: ({ fillFee }) => number(fillFee, { decimals: DECIMALS }) },
    { head: trade.balance, cell: ({ balance }) => number(balance, { decimals: DECIMALS }) },
  ];
}

/** The exchange's own word, and what it means. */
function Kind({ type }: { readonly type: string }) {
  const meaning = words.value.trade.billTypes[type];
  return (
    <>
      {meaning ?? type} {meaning === undefined ? null : <code class="dim">{type}</code>}
    </>
  );
}
