/**
 * What the account has: positions, orders, plan orders, fills, bills, money. Each a table that scrolls inside itself.
 */
import { signal } from '@preact/signals';
import type { ContractsRow } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { money } from '../../format/number.ts';
import { assets, fills, orders, positions } from '../../live/account.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { Bills } from './bills.tsx';
import { Fills } from './fills.tsx';
import { Orders } from './orders.tsx';
import { Positions } from './positions.tsx';
import './tabs.css';

type Tab = 'positions' | 'orders' | 'plans' | 'fills' | 'bills' | 'account';
const TABS: readonly Tab[] = ['positions', 'orders', 'plans', 'fills', 'bills', 'account'];
const tab = signal<Tab>('positions');

export function Tabs({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const plans = orders.value.filter(({ triggerPrice }) => triggerPrice !== '0').length;
  const counts: Readonly<Partial<Record<Tab, number>>> = {
    positions: positions.value.length,
    orders: orders.value.length - plans,
    plans,
    fills: fills.value.length,
  };
  return (
    <Panel
      title={trade.tabs[tab.value]}
      class="tabs"
      aside={
        <div class="tabs-list" role="group">
          {TABS.map((one) => (
            <button key={one} type="button" aria-pressed={tab.value === one} onClick={() => (tab.value = one)}>
              {trade.tabs[one]}
              {counts[one] === undefined ? '' : ` ${counts[one]}`}
            </button>
          ))}
        </div>
      }
    >
      <div class="tabs-scroll" tabIndex={0} role="group" aria-label={trade.tabs[tab.value]}>
        {session.value === null ? <p class="dim">{trade.signedOut}</p> : <Shown contract={contract} />}
      </div>
    </Panel>
  );
}

function Shown({ contract }: { readonly contract: ContractsRow }) {
  if (tab.value === 'positions') return <Positions />;
  if (tab.value === 'fills') return <Fills />;
  if (tab.value === 'bills') return <Bills contract={contract} />;
  if (tab.value === 'account') return <Money />;
  return <Orders arePlans={tab.value === 'plans'} />;
}

function Money() {
  const { trade } = words.value;
  const sum = assets.value;
  const rows: readonly (readonly [string, string])[] = [
    [trade.equity, money(sum?.equity)],
    [trade.available, money(sum?.available)],
    [trade.frozen, money(sum?.frozen)],
    [trade.unrealised, money(sum?.unrealizePnl, true)],
  ];
  return (
    <table>
      <caption class="hidden-text">{trade.tabs.account}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value} USDT</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
