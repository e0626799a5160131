/**
 * A field of the order form, with what is against it beside it: found here, or said by the exchange; what would pass
 * instead is a button.
 */
import type { Field } from '../../live/order-draft.ts';
import { Fault } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { draft, objections, write } from './draft.ts';
import { ObjectionText } from './objection-text.tsx';
import { answer } from './send-order.ts';

interface FieldProps {
  readonly name: Field;
  readonly label: string;
  /** Shown while nothing is written. */
  readonly hint?: string;
}

export function FieldInput({ name, label, hint = '' }: FieldProps) {
  const refusal = answer.value?.field === name ? answer.value.error : null;
  const objection = objections.value.find(({ field }) => field === name);
  const isWrong = objection !== undefined || refusal !== null;
  const use = (value: string): void => {
    // Sizes are proposed in coins.
    write(name === 'size' ? { size: value, unit: 'coin' } : { [name]: value });
    answer.value = null;
  };
  return (
    <div class={isWrong ? 'field field-wrong' : 'field'}>
      <label>
        {label}
        <input
          data-field={name}
          inputMode="decimal"
          autocomplete="off"
          placeholder={hint}
          value={draft.value[name]}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `refusal-${name}` : undefined}
          onInput={({ currentTarget }) => {
            write({ [name]: currentTarget.value.trim().replace(/^\./, '0.') });
            if (answer.value?.field === name) answer.value = null;
          }}
        />
      </label>
      {isWrong ? (
        <div class="field-refusal" id={`refusal-${name}`}>
          {objection === undefined ? (
            <Fault error={refusal} use={use} />
          ) : (
            <ObjectionText objection={objection} label={words.value.trade.missing[name]} use={use} />
          )}
        </div>
      ) : null}
    </div>
  );
}
