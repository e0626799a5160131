/**
 * The account's newest fills, each with what it cost and what it realised.
 */
import { number } from '../../format/number.ts';
import { coinOf, quote } from '../../live/market.ts';
import { type OwnFill, ownFills } from '../../live/own-fills.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const SHOWN = 100;

export function Fills() {
  const { trade } = words.value;
  if (ownFills.value.length === 0) return <Empty text={trade.noFills} />;
  return (
    <DataTable
      caption={trade.tabs.fills}
      name="fill"
      columns={columns()}
      items={ownFills.value.slice(0, SHOWN)}
      idOf={({ id }) => id}
    />
  );
}

function columns(): readonly Column<OwnFill>[] {
  const { trade, action, role } = words.value;
  return [
    { head: trade.time, cell: ({ t }) => <Time ms={t} /> },
    { head: trade.contract, cell: ({ symbol }) => coinOf(symbol) },
    {
      head: trade.side,
      cell: ({ isBuy, isLong }) => action[`${isBuy === isLong ? 'OPEN' : 'CLOSE'}_${isLong ? 'LONG' : 'SHORT'}`] ?? '',
      look: ({ isBuy }) => (isBuy ? 'up' : 'down'),
    },
    { head: trade.price, cell: ({ price, symbol }) => number(price, { decimals: quote(symbol)?.decimals ?? 2 }) },
    { head: trade.size, cell: ({ size }) => size },
    { head: trade.role, cell: (fill) => role[fill.role] ?? fill.role },
    { head: trade.feePaid, cell: ({ fee }) => <Amount value={fee} /> },
    { head: trade.realised, cell: ({ realised }) => <Amount value={realised} isSigned /> },
  ];
}
