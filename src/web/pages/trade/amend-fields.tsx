/**
 * The fields of an order that is changed: trigger, price, what is left of its size. Arrows move a price by a tick.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { canBeWritten, isBound, priceOf } from '../../live/amend.ts';
import type { Objection } from '../../live/order-checks.ts';
import type { Field } from '../../live/order-draft.ts';
import { isPlan } from '../../live/plan-name.ts';
import { moved } from '../../live/price-grid.ts';
import { words } from '../../words/words.ts';
import type { AmendTo } from './amend-order.ts';
import type { Amending } from './amending.ts';
import { ObjectionText } from './objection-text.tsx';

interface AmendFieldsProps extends Pick<AmendFieldProps, 'contract' | 'against' | 'write'> {
  readonly order: Amending['order'];
  readonly written: AmendTo;
}

export function AmendFields({ order, written: { trigger, price, size }, ...given }: AmendFieldsProps) {
  const { trade } = words.value;
  const plan = isPlan(order);
  return (
    <>
      {plan ? <AmendField {...given} name="trigger" label={trade.trigger} value={trigger} /> : null}
      {plan && priceOf(order) === '' ? null : <AmendField {...given} name="price" label={trade.price} value={price} />}
      <AmendField
        {...given}
        name="size"
        label={trade.sizeLeft}
        value={size}
        isFixed={isBound(order) || !canBeWritten(order)}
      />
    </>
  );
}

interface AmendFieldProps {
  readonly name: 'price' | 'size' | 'trigger';
  readonly label: string;
  readonly value: string;
  readonly contract: ContractsRow;
  readonly against: readonly Objection[];
  readonly write: (field: Field, text: string) => void;
  readonly isFixed?: boolean;
}

function AmendField({ name, label, value, contract, against, write, isFixed = false }: AmendFieldProps) {
  const objection = against.find(({ field }) => field === name);
  const step = (event: KeyboardEvent): void => {
    const ticks = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (ticks === undefined || name === 'size') return;
    event.preventDefault();
    write(name, moved(value, ticks * (event.shiftKey ? 10 : 1), contract));
  };
  return (
    <div class={objection === undefined ? 'field' : 'field field-wrong'}>
      <label>
        {label}
        <input
          data-field={`amend-${name}`}
          inputMode="decimal"
          autocomplete="off"
          value={value}
          disabled={isFixed}
          title={name === 'size' ? undefined : words.value.trade.amendKeys}
          aria-invalid={objection !== undefined}
          aria-describedby={objection === undefined ? undefined : `objection-${name}`}
          onKeyDown={step}
          onInput={({ currentTarget }) => write(name, currentTarget.value.trim().replace(/^\./, '0.'))}
        />
      </label>
      {objection === undefined ? null : (
        <div id={`objection-${name}`}>
          <ObjectionText
            objection={objection}
            label={words.value.trade.missing[name]}
            use={(text) => write(name, text)}
          />
        </div>
      )}
    </div>
  );
}
