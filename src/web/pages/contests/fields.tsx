/**
 * The fields of the form: each with its name, and below it what the exchange has against what is in it.
 */
import type { ComponentChildren } from 'preact';
import { momentOf, nowSecond, partsOf } from '../../base/clock.ts';
import { settings } from '../../base/settings.ts';
import { distance } from '../../format/time.ts';
import { marked } from '../../format/raw-text.ts';
import { adminWords } from '../../words/admin.ts';
import { change, changeRule, inputText, shownOf, wrongWith } from './form-state.ts';

interface FieldProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

const idOf = (name: string): string => `contest-${name}`;

export function Wrong({ name }: { readonly name: string }) {
  const wrong = wrongWith(name);
  if (wrong.length === 0) return null;
  return (
    <span class="bad contest-wrong" id={`${idOf(name)}-wrong`} data-wrong={name}>
      {wrong.map((one) => (
        <bdi key={one}>{marked(adminWords.value.fault(one))}</bdi>
      ))}
    </span>
  );
}

function Field({ name, children }: FieldProps) {
  return (
    <div class="contest-field">
      <label for={idOf(name)}>{adminWords.value.contests.form.fields[name]}</label>
      {children}
      <Wrong name={name} />
    </div>
  );
}

const about = (name: string) => ({
  id: idOf(name),
  'data-field': name,
  'aria-describedby': `${idOf(name)}-wrong`,
  'aria-invalid': wrongWith(name).length > 0,
});

/** A whole number where it is one; else what was written, which the exchange names. */
export function numberIn(text: string): unknown {
  const plain = text.trim();
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : plain === '' ? undefined : plain;
}

export function TextField({ name }: { readonly name: string }) {
  const value = shownOf(name);
  return (
    <Field name={name}>
      <input
        {...about(name)}
        value={typeof value === 'string' ? value : ''}
        onInput={({ currentTarget }) => change(name, currentTarget.value === '' ? undefined : currentTarget.value)}
      />
    </Field>
  );
}

/** @param factor so many of the config's units are one that is shown */
export function NumberField({ name, factor = 1 }: { readonly name: string; readonly factor?: number }) {
  const value = shownOf(name);
  return (
    <Field name={name}>
      <input
        {...about(name)}
        inputMode="numeric"
        value={inputText(typeof value === 'number' ? value / factor : value)}
        onInput={({ currentTarget }) => change(name, numberIn(currentTarget.value))}
      />
    </Field>
  );
}

/** A time in the zone that the page shows times in, with UTC below it, and how far away it is. */
export function TimeField({ name }: { readonly name: string }) {
  const { form } = adminWords.value.contests;
  const found = shownOf(name);
  const ms = typeof found === 'number' ? found : typeof found === 'string' ? momentOf(found, true) : null;
  const { date, time } = partsOf(ms ?? 0, settings.value.utc);
  const write = (text: string): void => {
    const given = text === '' ? null : momentOf(text, settings.value.utc);
    change(name, given ?? (name === 'boardHiddenFromMs' ? null : undefined));
  };
  return (
    <Field name={name}>
      <input
        {...about(name)}
        type="datetime-local"
        step="1"
        value={ms === null ? '' : `${date}T${time}`}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      {ms === null ? null : <span class="dim">{utcText(ms, form)}</span>}
    </Field>
  );
}

type Form = typeof adminWords.value.contests.form;

function utcText(ms: number, form: Form): string {
  const { date, time } = partsOf(ms, true);
  return form.utc(`${date} ${time}`, awayText(ms, form));
}

/** "in 3 d", "2 h ago". */
export function awayText(ms: number, form: Form): string {
  const away = ms - nowSecond.value;
  return away >= 0 ? form.in(distance(away)) : form.ago(distance(away));
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly among: readonly string[];
  readonly choose: (value: string) => void;
}

export function Choice({ name, value, among, choose }: ChoiceProps) {
  const { choices } = adminWords.value.contests.form;
  return (
    <Field name={name}>
      <select {...about(name)} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {among.map((one) => (
          <option key={one} value={one}>
            {choices[one] ?? one}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CheckProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
  /** Of one among several. */
  readonly text?: string;
}

export function Check({ name, isOn, set, text }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        data-field={text === undefined ? name : `${name}-${text}`}
        checked={isOn}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      {text ?? adminWords.value.contests.form.fields[name]}
    </label>
  );
}

/** One number of the rule set; empty: the usual one. */
export function RuleField({
  name,
  usual,
  value,
}: {
  readonly name: string;
  readonly usual: unknown;
  readonly value: unknown;
}) {
  return (
    <div class="contest-field">
      <label for={idOf(name)}>
        <code>{name}</code>
      </label>
      <input
        {...about(name)}
        placeholder={inputText(usual)}
        value={value === usual ? '' : inputText(value)}
        onInput={({ currentTarget }) => {
          const text = currentTarget.value;
          changeRule(name, typeof usual === 'number' ? numberIn(text) : text === '' ? undefined : text);
        }}
      />
      <Wrong name={name} />
    </div>
  );
}
