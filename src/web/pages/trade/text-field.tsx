/**
 * A field of a window: its label, what is written, and what it means to leave it empty.
 */
interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly write: (text: string) => void;
  readonly hint?: string;
}

export function TextField({ name, label, value, write, hint = '' }: TextFieldProps) {
  return (
    <label>
      {label}
      <input
        data-field={name}
        inputMode="decimal"
        autocomplete="off"
        placeholder={hint}
        value={value}
        onInput={({ currentTarget }) => write(currentTarget.value.trim())}
      />
    </label>
  );
}
