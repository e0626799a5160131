/**
 * A chart as a table: the newest bars, to the last digit, and links to the decisions that fall into them.
 */
import type { CandlesAnswer, ContractsRow } from '../../../client/index.ts';
import { to } from '../../base/router.ts';
import { number } from '../../format/number.ts';
import type { Granularity, PriceType } from '../../live/bars.ts';
import { nowSecond } from '../../base/clock.ts';
import { publicClient } from '../../base/rest.ts';
import { ownLogs } from '../../live/own-logs.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/figures.tsx';
import { Read, useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';

const ROWS = 60;
const READ_EVERY_MS = 10_000;

interface Bar {
  /** When it begins, and when the one after it does, epoch ms. */
  readonly from: number;
  readonly until: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly size: string;
}

interface ChartTableProps {
  readonly contract: ContractsRow;
  readonly granularity: Granularity;
  readonly priceType: PriceType;
}

export function ChartTable({ contract: { symbol, tick_size }, granularity, priceType }: ChartTableProps) {
  const { trade } = words.value;
  const turn = Math.floor(nowSecond.value / READ_EVERY_MS);
  const reading = useReading(
    () => publicClient.candles({ symbol, granularity, priceType, limit: ROWS, sort: 'desc' }),
    [symbol, granularity, priceType, turn],
  );
  return (
    <div class="chart-box chart-table" tabIndex={0} role="group" aria-label={trade.chart}>
      <Read of={reading} rows={12}>
        {(rows) => (
          <DataTable
            caption={trade.chart}
            name="bar"
            columns={columns(symbol, Number(tick_size))}
            items={barsOf(rows)}
            idOf={({ from }) => String(from)}
          />
        )}
      </Read>
    </div>
  );
}

function barsOf(rows: CandlesAnswer): Bar[] {
  return rows.map(([t, open, high, low, close, size], place) => {
    const next = rows[place - 1];
    const until = next === undefined ? Number.POSITIVE_INFINITY : Number(next[0]);
    return { from: Number(t), until, open, high, low, close, size };
  });
}

function columns(symbol: string, decimals: number): readonly Column<Bar>[] {
  const { trade } = words.value;
  const price = (name: 'open' | 'high' | 'low' | 'close') => (bar: Bar) => number(bar[name], { decimals });
  return [
    { head: trade.time, cell: ({ from }) => <Moment ms={from} /> },
    { head: trade.open, cell: price('open') },
    { head: trade.high, cell: price('high') },
    { head: trade.low, cell: price('low') },
    { head: trade.close, cell: price('close') },
    { head: trade.size, cell: ({ size }) => size },
    { head: trade.decisions, cell: (bar) => <Decisions symbol={symbol} bar={bar} /> },
  ];
}

function Decisions({ symbol, bar: { from, until } }: { readonly symbol: string; readonly bar: Bar }) {
  const own = (ownLogs.value ?? []).filter(
    ({ receivedAt, decisions }) =>
      receivedAt >= from && receivedAt < until && decisions.some((decision) => decision.symbol === symbol),
  );
  return (
    <>
      {own.map(({ index }) => (
        <a key={index} href={to(`/log/${index}`)}>
          {`⚐ ${index} `}
        </a>
      ))}
    </>
  );
}
