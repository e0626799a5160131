/**
 * Orders that ended, newest first, a page at a time: filled ones, and cancelled ones with the reason. Read while it is
 * open; the newest page again when something of the account changed.
 */
import { useState } from 'preact/hooks';
import type { HistoryAnswer } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
import { NONE, number } from '../../format/number.ts';
import { accountVersion } from '../../live/account.ts';
import { coinOf, quote } from '../../live/market.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Amount, Moment } from '../../parts/figures.tsx';
import { Empty } from '../../parts/panel.tsx';
import { Read, useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';

type Row = HistoryAnswer[number];

const ROWS = 20;
/** A page weighs ten requests. */
const READ_AFTER_MS = 10_000;

interface Page {
  readonly rows: HistoryAnswer;
  /** The beginning of the next one; null: there is none. */
  readonly next: string | null;
}

export function OrderHistory() {
  const { trade } = words.value;
  const who = session.value;
  /** The beginnings of the pages up to this one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const read = async (): Promise<Page> => {
    const asked = { pageSize: ROWS, ...(cursor === undefined ? {} : { cursor }) };
    const { answer, headers } = await who!.client.call('history', asked);
    return { rows: answer, next: headers.get('X-Next-Cursor') };
  };
  const version = cursor === undefined ? accountVersion.value : 0;
  const reading = useReading(
    who === null ? null : read,
    [who, cursor, version],
    cursor === undefined ? READ_AFTER_MS : 0,
  );
  return (
    <Read of={reading}>
      {({ rows, next }) => (
        <>
          {rows.length === 0 ? (
            <Empty text={trade.noHistory} />
          ) : (
            <DataTable
              caption={trade.tabs.history}
              name="ended"
              columns={columns()}
              items={rows}
              idOf={({ order_id }) => order_id}
            />
          )}
          <div class="tabs-all tabs-actions">
            <button type="button" disabled={cursor === undefined} onClick={() => setCursors(cursors.slice(0, -1))}>
              {trade.newer}
            </button>
            <button type="button" disabled={next === null} onClick={() => setCursors([...cursors, String(next)])}>
              {trade.older}
            </button>
          </div>
        </>
      )}
    </Read>
  );
}

const BUYS = ['open_long', 'close_short'];

function columns(): readonly Column<Row>[] {
  const { trade, action } = words.value;
  const price = (text: string, symbol: string): string =>
    Number(text) === 0 ? NONE : number(text, { decimals: quote(symbol)?.decimals ?? 2 });
  return [
    { head: trade.time, cell: ({ createTime }) => <Moment ms={Number(createTime)} /> },
    { head: trade.contract, cell: ({ symbol }) => coinOf(symbol) },
    {
      head: trade.side,
      cell: ({ type }) => `${BUYS.includes(type) ? '▲' : '▼'} ${action[type.toUpperCase()] ?? type}`,
      look: ({ type }) => (BUYS.includes(type) ? 'up' : 'down'),
    },
    {
      head: trade.price,
      cell: ({ price: limit, symbol }) => (Number(limit) === 0 ? trade.marketPrice : price(limit, symbol)),
    },
    { head: trade.averagePrice, cell: ({ price_avg, symbol }) => price(price_avg, symbol) },
    { head: trade.size, cell: ({ size }) => size },
    { head: trade.filled, cell: ({ filled_qty }) => filled_qty },
    { head: trade.feePaid, cell: ({ fee }) => <Amount value={fee} /> },
    { head: trade.realised, cell: ({ totalProfits }) => <Amount value={totalProfits} isSigned /> },
    { head: trade.became, cell: becameOf },
  ];
}

function becameOf({ status, cancelReason, cancelDetail }: Row): string {
  const { trade } = words.value;
  if (status === 'filled') return trade.filled;
  const why = trade.cancelWhy[cancelDetail ?? ''] ?? trade.cancelWhy[cancelReason ?? ''] ?? cancelReason ?? status;
  return why;
}
