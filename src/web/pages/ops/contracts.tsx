/**
 * The contracts, and the one thing that is done with them here: halt and resume, after a question.
 */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { person } from '../../base/admin-session.ts';
import { number, whole } from '../../format/number.ts';
import { distance, momentText } from '../../format/time.ts';
import { nowSecond } from '../../base/clock.ts';
import { type ContractRow, setContractState } from '../../live/operation.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { namesOf } from '../../parts/row-lines.ts';
import { adminWords } from '../../words/admin.ts';
import { Sure } from './sure.tsx';

/** The contract that is asked about. */
const wanted = signal<ContractRow | null>(null);

export function Contracts({ rows }: { readonly rows: readonly ContractRow[] }) {
  const { contracts } = adminWords.value.ops;
  const mayHalt = person.value?.role === 'owner';
  const heads = [
    contracts.symbol,
    contracts.state,
    contracts.index,
    contracts.mark,
    contracts.interest,
    contracts.holders,
  ];
  return (
    <Panel title={contracts.title}>
      {mayHalt ? null : <p class="dim">{contracts.ownersOnly}</p>}
      <div class="row-lines ops-scroll" tabIndex={0} role="group" aria-label={contracts.title}>
        <table style={namesOf([...heads, contracts.action])}>
          <caption class="hidden-text">{contracts.title}</caption>
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" class={at > 1 ? 'right' : ''}>
                  {head}
                </th>
              ))}
              <th scope="col">{contracts.action}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.symbol} row={row} mayHalt={mayHalt} />
            ))}
          </tbody>
        </table>
      </div>
      {wanted.value === null ? null : <Question row={wanted.value} />}
    </Panel>
  );
}

function Row({ row, mayHalt }: { readonly row: ContractRow; readonly mayHalt: boolean }) {
  const { contracts } = adminWords.value.ops;
  const { symbol, state, index, indexTimeMs, mark, openInterest, holders, changesAtMs } = row;
  const plain = (text: string): string => number(text, { decimals: text.split('.')[1]?.length ?? 0 });
  const age = indexTimeMs === null ? '' : contracts.ago(distance(Math.max(0, nowSecond.value - indexTimeMs)));
  return (
    <tr data-contract={symbol}>
      <th scope="row">{symbol}</th>
      <td class={state === 'TRADING' ? 'ok' : 'warn'}>
        {state} <span class="dim">{contracts.states[state]}</span>
        {changesAtMs === null ? null : <span class="dim"> {contracts.changes(momentText(changesAtMs))}</span>}
      </td>
      <td class="right">
        {index === null ? contracts.noIndex : plain(index)} <span class="dim">{age}</span>
      </td>
      <td class="right">{mark === null ? contracts.noMark : plain(mark)}</td>
      <td class="right">{plain(openInterest)}</td>
      <td class="right">{whole(holders)}</td>
      <td>
        {state === 'DELISTED' ? null : (
          <button type="button" disabled={!mayHalt} onClick={() => (wanted.value = row)}>
            {state === 'TRADING' ? contracts.halt : contracts.resume}
          </button>
        )}
      </td>
    </tr>
  );
}

function Question({ row }: { readonly row: ContractRow }) {
  const { contracts } = adminWords.value.ops;
  const [error, setError] = useState<unknown>(null);
  const isHalt = row.state === 'TRADING';
  const title = isHalt ? contracts.haltTitle(row.symbol) : contracts.resumeTitle(row.symbol);
  return (
    <Dialog title={title} onClose={() => (wanted.value = null)}>
      {(close) => (
        <div class="form">
          <p>{isHalt ? contracts.haltWhat : contracts.resumeWhat}</p>
          {error === null ? null : <Fault error={error} />}
          <Sure
            yes={isHalt ? contracts.halt : contracts.resume}
            close={close}
            act={() => setContractState(row.symbol, isHalt ? 'HALTED' : 'TRADING')}
            failed={setError}
          />
        </div>
      )}
    </Dialog>
  );
}
