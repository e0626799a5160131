/**
 * A field of the order form, with the refusal that is about it beside it; the hint's proposal is a button.
 */
import type { Field } from '../../live/order-draft.ts';
import { Fault } from '../../parts/panel.tsx';
import { draft, write } from './draft.ts';
import { answer } from './send-order.ts';

interface FieldProps {
  readonly name: Field;
  readonly label: string;
  /** Shown while nothing is written. */
  readonly hint?: string;
}

export function FieldInput({ name, label, hint = '' }: FieldProps) {
  const refusal = answer.value?.field === name ? answer.value.error : null;
  const use = (value: string): void => {
    write({ [name]: value });
    answer.value = null;
  };
  return (
    <div class={refusal === null ? 'field' : 'field field-wrong'}>
      <label>
        {label}
        <input
          data-field={name}
          inputMode="decimal"
          autocomplete="off"
          placeholder={hint}
          value={draft.value[name]}
          aria-invalid={refusal !== null}
          aria-describedby={refusal === null ? undefined : `refusal-${name}`}
          onInput={({ currentTarget }) => write({ [name]: currentTarget.value.trim() })}
        />
      </label>
      {refusal === null ? null : (
        <div class="field-refusal" id={`refusal-${name}`}>
          <Fault error={refusal} use={use} />
        </div>
      )}
    </div>
  );
}
