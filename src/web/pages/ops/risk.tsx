/**
 * The latest acts of the risk engine: liquidations and deleveragings, and the two things that should never happen.
 */
import type { ComponentChildren } from 'preact';
import { money } from '../../format/number.ts';
import { risk } from '../../live/operation.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { namesOf } from '../../parts/row-lines.ts';
import { adminWords } from '../../words/admin.ts';

interface TableProps {
  readonly name: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly account: number; readonly cells: readonly ComponentChildren[] }[];
  readonly empty: string;
  /** It should never happen. */
  readonly isAlarm?: boolean;
}

function FactTable({ name, title, heads, rows, empty, isAlarm = false }: TableProps) {
  const { ops } = adminWords.value;
  const isRaised = isAlarm && rows.length > 0;
  return (
    <Panel
      title={title}
      aside={isRaised ? <strong class="bad">{ops.alarm}</strong> : String(rows.length)}
      class={isRaised ? 'ops-alarm' : ''}
    >
      {rows.length === 0 ? (
        <Empty text={empty} />
      ) : (
        <div class="row-lines ops-newest ops-scroll" tabIndex={0} role="group" aria-label={title}>
          <table data-risk={name} style={namesOf(heads)}>
            <caption class="hidden-text">{title}</caption>
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
              {rows.map(({ account, cells }, at) => (
                <tr key={at} data-account={account}>
                  {cells.map((cell, index) => (
                    <td key={index}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

export function RiskTables() {
  const known = risk.value;
  const { risk: text } = adminWords.value.ops;
  if (known === null) return null;
  const usdt = (amount: string): string => `${money(amount)} USDT`;
  return (
    <div class="ops-risk">
      {known.isWhole ? null : <p class="bad">{text.broken}</p>}
      <FactTable
        name="liquidations"
        title={text.liquidations}
        heads={[text.time, text.account, text.contract, text.mode, text.held]}
        rows={known.liquidations.map(({ timeMs, account, symbol, mode, amount }) => ({
          account,
          cells: [<Time ms={timeMs} />, account, symbol, text.modes[mode] ?? mode, usdt(amount)],
        }))}
        empty={text.noLiquidations}
      />
      <FactTable
        name="deleveragings"
        title={text.deleveragings}
        heads={[text.time, text.account, text.winner, text.contract, text.size, text.value]}
        rows={known.deleveragings.map(({ timeMs, account, winner, symbol, size, value }) => ({
          account,
          cells: [<Time ms={timeMs} />, account, winner, symbol, size, usdt(value)],
        }))}
        empty={text.noDeleveragings}
      />
      <FactTable
        name="closedAtMark"
        title={text.closedAtMark}
        heads={[text.time, text.account, text.contract, text.size]}
        rows={known.closedAtMark.map(({ timeMs, account, symbol, size }) => ({
          account,
          cells: [<Time ms={timeMs} />, account, symbol, size],
        }))}
        empty={text.noClosedAtMark}
        isAlarm
      />
      <FactTable
        name="lossesShared"
        title={text.lossesShared}
        heads={[text.time, text.account, text.contract, text.owed, text.insured, text.shared, text.borne]}
        rows={known.lossesShared.map(({ timeMs, account, symbol, owed, insured, shared, borne }) => ({
          account,
          cells: [<Time ms={timeMs} />, account, symbol, usdt(owed), usdt(insured), usdt(shared), usdt(borne)],
        }))}
        empty={text.noLossesShared}
        isAlarm
      />
    </div>
  );
}
