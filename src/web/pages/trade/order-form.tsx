/**
 * The order form: four actions, three kinds, what it may cost, and why it can't be used when it can't. An order of this
 * page is recorded as placed by a person.
 */
import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import type { Execution, Kind } from '../../live/order-draft.ts';
import { outcome } from '../../live/outcomes.ts';
import { Panel } from '../../parts/panel.tsx';
import { outcomeText } from '../../live/outcome-text.ts';
import { words } from '../../words/words.ts';
import { Confirm, wanted } from './confirm.tsx';
import { Costs } from './costs.tsx';
import { beginDraft, chooseKind, draft, fillPrice, write } from './draft.ts';
import { ForAccount } from './for-account.tsx';
import { FieldInput } from './field-input.tsx';
import { ModeLine } from './mode-line.tsx';
import { OrderButtons } from './order-buttons.tsx';
import { answer } from './send-order.ts';
import { Percents, SizeField, TriggerField } from './size-fields.tsx';
import './order-form.css';

const KINDS: readonly Kind[] = ['limit', 'market', 'plan'];
const EXECUTIONS: readonly Execution[] = ['0', '1', '2', '3'];
const showsPresets = signal(false);

export function OrderForm({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const { kind } = draft.value;
  const form = useRef<HTMLFormElement>(null);
  const said = answer.value;
  const wrong = said?.field ?? null;
  useEffect(() => () => void ([wanted.value, answer.value] = [null, null]), []);
  useEffect(() => {
    beginDraft(contract);
    return effect(fillPrice);
  }, [contract]);
  useEffect(() => {
    if (wrong !== null) form.current?.querySelector<HTMLInputElement>(`[data-field="${wrong}"]`)?.focus();
  }, [said]);
  return (
    <Panel title={trade.order} class="order">
      <form
        ref={form}
        id="order-form"
        tabIndex={-1}
        class="order-form"
        onSubmit={(event) => event.preventDefault()}
        aria-label={trade.order}
      >
        <ForAccount hasOwnKey />
        <ModeLine contract={contract} />
        <div class="order-kinds" role="group" aria-label={trade.kind}>
          {KINDS.map((one) => (
            <button key={one} type="button" aria-pressed={kind === one} onClick={() => chooseKind(one)}>
              {trade.kinds[one]}
            </button>
          ))}
        </div>
        <Fields contract={contract} />
        <Costs contract={contract} />
        <OrderButtons contract={contract} />
        <Said />
        <p class="dim order-web">{trade.web}</p>
      </form>
      {wanted.value === null ? null : <Confirm contract={contract} />}
    </Panel>
  );
}

function Fields({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const { kind } = draft.value;
  return (
    <>
      {kind === 'plan' ? <TriggerField /> : null}
      {kind === 'market' ? null : (
        <FieldInput name="price" label={trade.price} hint={kind === 'plan' ? trade.optional : ''} />
      )}
      <SizeField contract={contract} />
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
    </>
  );
}

/** The order placed last, and what became of it. The region of the shell says it to those who can't see it. */
function Said() {
  const said = answer.value;
  const ended = outcome.value;
  if (said?.text == null) return null;
  return (
    <div class="order-said">
      <p class="ok">{said.text}</p>
      {ended?.orderId === said.orderId ? (
        <p class={ended.isFilled ? 'ok' : 'warn'} data-outcome={ended.orderId}>
          {outcomeText(words.value, ended)}
        </p>
      ) : null}
    </div>
  );
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
