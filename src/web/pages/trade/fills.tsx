/**
 * The account's newest fills: what was read when the table was opened, and what came since.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FillsAnswer } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { money, number } from '../../format/number.ts';
import { accountVersion } from '../../live/account.ts';
import { isTight } from '../../live/budget.ts';
import { coinOf, quote } from '../../live/market.ts';
import { Signed, Time } from '../../parts/figures.tsx';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const ROWS = 100;
const READ_AFTER_MS = 500;
const rows = signal<FillsAnswer['list']>([]);

export function Fills() {
  const { trade, role } = words.value;
  const version = accountVersion.value;
  const who = session.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (who === null || isTight.value) return;
      who.client.fills({ limit: ROWS }).then(
        ({ list }) => (rows.value = list),
        () => undefined,
      );
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [who, version]);
  if (rows.value.length === 0) return <Empty text={trade.noFills} />;
  const heads = [trade.time, trade.contract, trade.side, trade.price, trade.size, trade.kind, trade.realised];
  return (
    <table>
      <caption class="hidden-text">{trade.tabs.fills}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.value.map((fill) => (
          <tr key={fill.tradeId}>
            <td>
              <Time ms={fill.createdTime} />
            </td>
            <td>{coinOf(fill.symbol)}</td>
            <td class={fill.orderSide === 'BUY' ? 'up' : 'down'}>
              {words.value.action[fill.direction] ?? fill.direction}
            </td>
            <td>{number(fill.fillPrice, { decimals: quote(fill.symbol)?.decimals ?? 2 })}</td>
            <td>{fill.fillSize}</td>
            <td>{role[fill.role] ?? fill.role}</td>
            <td>
              <Signed value={fill.realizePnl} text={money(fill.realizePnl, true)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
