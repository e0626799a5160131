/**
 * A field of the order form, with the refusal that is about it beside it; what the hint proposes is a button.
 */
import { type Field, valuesIn } from '../../live/order-draft.ts';
import { words } from '../../words/words.ts';
import { draft, write } from './draft.ts';
import { answer } from './send-order.ts';

interface FieldProps {
  readonly name: Field;
  readonly label: string;
  /** Shown while nothing is written. */
  readonly hint?: string;
}

export function FieldInput({ name, label, hint = '' }: FieldProps) {
  const refusal = answer.value?.field === name ? answer.value : null;
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
      {refusal === null ? null : <Refusal name={name} />}
    </div>
  );
}

function Refusal({ name }: { readonly name: Field }) {
  const { shell } = words.value;
  const error = answer.value?.error ?? null;
  const use = (value: string): void => {
    write({ [name]: value });
    answer.value = null;
  };
  if (error === null) return null;
  return (
    <div class="field-refusal" id={`refusal-${name}`} role="alert">
      <span>{error.message}</span>
      <span class="field-values">
        {valuesIn(error.hint).map((value) => (
          <button key={value} type="button" onClick={() => use(value)}>
            {value}
          </button>
        ))}
      </span>
      {error.requestId === null ? null : (
        <span class="dim">
          {shell.requestId} <code>{error.requestId}</code>
        </span>
      )}
    </div>
  );
}
