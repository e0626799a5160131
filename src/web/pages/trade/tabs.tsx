/**
 * Tables of the account: positions, orders, plan orders, fills, ended orders, bills, money. Each scrolls inside itself.
 */
import { signal } from '@preact/signals';
import type { ContractsRow } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
import { assets, isAccountLive, orders, positions } from '../../live/account.ts';
import { isPlan } from '../../live/plan-name.ts';
import { ownFills } from '../../live/own-fills.ts';
import { Amount } from '../../parts/figures.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { Bills } from './bills.tsx';
import { Fills } from './fills.tsx';
import { OrderHistory } from './order-history.tsx';
import { Orders } from './orders.tsx';
import { Positions } from './positions.tsx';
import './tabs.css';

type Tab = 'positions' | 'orders' | 'plans' | 'fills' | 'history' | 'bills' | 'account';
const TABS: readonly Tab[] = ['positions', 'orders', 'plans', 'fills', 'history', 'bills', 'account'];
const tab = signal<Tab>('positions');

export function Tabs({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const plans = orders.value.filter(isPlan).length;
  const counts: Readonly<Partial<Record<Tab, number>>> = {
    positions: positions.value.length,
    orders: orders.value.length - plans,
    plans,
    fills: ownFills.value.length,
  };
  return (
    <Panel
      title={trade.tabs[tab.value]}
      class="tabs"
      aside={
        <div class="tabs-list" role="group" aria-label={trade.tabsOf}>
          {TABS.map((one) => (
            <button key={one} type="button" aria-pressed={tab.value === one} onClick={() => (tab.value = one)}>
              {trade.tabs[one]}
              {counts[one] === undefined ? '' : ` ${counts[one]}`}
            </button>
          ))}
        </div>
      }
    >
      <div
        id="own-tables"
        class={session.value === null || isAccountLive.value ? 'tabs-scroll' : 'tabs-scroll tabs-late'}
        tabIndex={0}
        role="group"
        aria-label={trade.tabs[tab.value]}
      >
        {session.value === null ? <p class="dim">{trade.signedOut}</p> : <Shown contract={contract} />}
      </div>
    </Panel>
  );
}

function Shown({ contract }: { readonly contract: ContractsRow }) {
  if (tab.value === 'positions') return <Positions />;
  if (tab.value === 'fills') return <Fills />;
  if (tab.value === 'history') return <OrderHistory />;
  if (tab.value === 'bills') return <Bills contract={contract} />;
  if (tab.value === 'account') return <Money />;
  return <Orders arePlans={tab.value === 'plans'} />;
}

function Money() {
  const { trade } = words.value;
  const sum = assets.value;
  const rows = [
    [trade.equity, sum?.equity, false],
    [trade.available, sum?.available, false],
    [trade.frozen, sum?.frozen, false],
    [trade.unrealised, sum?.unrealizePnl, true],
  ] as const;
  return (
    <table>
      <caption class="hidden-text">{trade.tabs.account}</caption>
      <tbody>
        {rows.map(([name, value, isSigned]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Amount value={value} isSigned={isSigned} /> USDT
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
