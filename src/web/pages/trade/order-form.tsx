/**
 * The order form: four actions, three kinds, what it may cost, and why it can't be used when it can't. An order of this
 * page is recorded as placed by a person.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { money, NONE } from '../../format/number.ts';
import { assets } from '../../live/account.ts';
import { lostAtMs } from '../../live/connection.ts';
import { quote } from '../../live/market.ts';
import { type Draft, estimate, type Execution, type Kind, sizeOf } from '../../live/order-draft.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { Confirm, wanted } from './confirm.tsx';
import { draft, write } from './draft.ts';
import { FieldInput } from './field-input.tsx';
import { OrderButtons } from './order-buttons.tsx';
import { answer, readTerms, terms } from './send-order.ts';
import './order-form.css';

const KINDS: readonly Kind[] = ['limit', 'market', 'plan'];
const EXECUTIONS: readonly Execution[] = ['0', '1', '2', '3'];
const PERCENTS = [25, 50, 100] as const;
const showsPresets = signal(false);

export function OrderForm({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const { symbol } = contract;
  useEffect(() => readTerms(symbol), [symbol, session.value]);
  const { kind } = draft.value;
  const form = useRef<HTMLFormElement>(null);
  const said = answer.value;
  const wrong = said?.field ?? null;
  useEffect(() => {
    if (wrong !== null) form.current?.querySelector<HTMLInputElement>(`[data-field="${wrong}"]`)?.focus();
  }, [said]);
  return (
    <Panel title={trade.order} class="order">
      <form ref={form} class="order-form" onSubmit={(event) => event.preventDefault()}>
        <div class="order-kinds" role="group" aria-label={trade.order}>
          {KINDS.map((one) => (
            <button key={one} type="button" aria-pressed={kind === one} onClick={() => write({ kind: one })}>
              {trade.kinds[one]}
            </button>
          ))}
        </div>
        {kind === 'plan' ? <FieldInput name="trigger" label={trade.trigger} /> : null}
        {kind === 'market' ? null : (
          <FieldInput name="price" label={trade.price} hint={kind === 'plan' ? trade.optional : ''} />
        )}
        <FieldInput name="size" label={`${trade.size} (${quote(symbol)?.coin ?? ''})`} />
        <Percents contract={contract} />
        {kind === 'limit' ? <Executions /> : null}
        <label class="check">
          <input
            type="checkbox"
            checked={showsPresets.value}
            onChange={({ currentTarget }) => {
              showsPresets.value = currentTarget.checked;
              if (!currentTarget.checked) write({ takeProfit: '', stopLoss: '' });
            }}
          />
          {trade.takeProfit} / {trade.stopLoss}
        </label>
        {showsPresets.value ? (
          <div class="order-pair">
            <FieldInput name="takeProfit" label={trade.takeProfit} />
            <FieldInput name="stopLoss" label={trade.stopLoss} />
          </div>
        ) : null}
        <Costs symbol={symbol} />
        <OrderButtons contract={contract} why={whyNot(contract)} />
        {said?.text ? (
          <p class="order-said ok" role="status">
            {said.text}
          </p>
        ) : null}
        <p class="dim order-web">{trade.web}</p>
      </form>
      {wanted.value === null ? null : <Confirm contract={contract} />}
    </Panel>
  );
}

/** Why no order can be placed now, in words; null when one can. */
function whyNot({ state }: ContractsRow): string | null {
  const { trade } = words.value;
  if (session.value === null) return trade.signedOut;
  if (!session.value.canTrade) return trade.readKey;
  if (state !== 'TRADING') return trade.halted;
  return lostAtMs.value === null ? null : trade.stale;
}

function Executions() {
  const { trade } = words.value;
  return (
    <label class="order-row">
      {trade.execution}
      <select
        value={draft.value.execution}
        onChange={({ currentTarget }) => write({ execution: currentTarget.value as Execution })}
      >
        {EXECUTIONS.map((one) => (
          <option key={one} value={one}>
            {trade.executions[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The price an estimate is made with: what is written, else the last one. */
function estimatePrice(symbol: string, { kind, price, trigger }: Draft): string {
  const last = quote(symbol)?.ticker.value?.lastPrice ?? '';
  if (kind === 'market') return last;
  return price || trigger || last;
}

function Percents({ contract }: { readonly contract: ContractsRow }) {
  const { symbol, stepSize, size_increment } = contract;
  const fill = (percent: number): void => {
    const available = assets.value?.available ?? '';
    const price = estimatePrice(symbol, draft.value);
    const size = sizeOf(percent, available, price, terms.value.leverage, stepSize, Number(size_increment));
    if (size !== null) write({ size });
  };
  return (
    <div class="order-percents">
      {PERCENTS.map((percent) => (
        <button key={percent} type="button" onClick={() => fill(percent)}>
          {percent}%
        </button>
      ))}
    </div>
  );
}

function Costs({ symbol }: { readonly symbol: string }) {
  const { trade } = words.value;
  const { leverage, takerFee } = terms.value;
  const costs = estimate(draft.value.size, estimatePrice(symbol, draft.value), leverage, takerFee);
  const rows: readonly (readonly [string, string])[] = [
    [trade.available, money(assets.value?.available)],
    [trade.leverage, leverage === '' ? NONE : `${leverage.replace(/\.0+$/, '')}x`],
    [trade.needs, costs === null ? NONE : money(costs.needs)],
    [trade.fee, costs === null ? NONE : money(costs.fee)],
  ];
  return (
    <dl class="order-costs">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
