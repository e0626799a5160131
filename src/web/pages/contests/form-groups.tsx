/**
 * The parts of the form with rules of their own: ways in, the score, disclosure, and the numbers of the rule set.
 */
import type { ComponentChildren } from 'preact';
import { adminWords } from '../../words/admin.ts';
import { Check, Choice, RuleField, Wrong } from './fields.tsx';
import { change, draft, inputText, ruleset, shownOf } from './form-state.ts';

const MINUTE_MS = 60_000;

export function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset class="contest-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

export function Channels() {
  const { fields, choices } = adminWords.value.contests.form;
  const found = shownOf('channels');
  const given: readonly unknown[] = Array.isArray(found) ? found : [];
  return (
    <div class="contest-field" role="group" aria-label={fields['channels']}>
      <span>{fields['channels']}</span>
      {['api', 'web'].map((one) => (
        <Check
          key={one}
          name="channels"
          text={choices[one] ?? one}
          isOn={given.includes(one)}
          set={(isOn) => change('channels', isOn ? [...given, one] : given.filter((other) => other !== one))}
        />
      ))}
      <Wrong name="channels" />
    </div>
  );
}

const MEASURES = ['return', 'mdd', 'sharpe', 'sortino'] as const;
const EQUAL = { return: 1_000_000 };

export function Score() {
  const { fields, choices } = adminWords.value.contests.form;
  const { mode = 'return', weights } = (shownOf('score') ?? {}) as {
    mode?: string;
    weights?: Readonly<Record<string, unknown>>;
  };
  const weigh = (name: string, text: string): void => {
    const { [name]: _, ...rest } = weights ?? {};
    change('score', { mode, weights: text === '' ? rest : { ...rest, [name]: Number(text) } });
  };
  return (
    <>
      <Choice
        name="score"
        value={mode}
        among={['return', 'riskRank', 'composite']}
        choose={(value) => change('score', value === 'composite' ? { mode: value, weights: EQUAL } : { mode: value })}
      />
      {mode !== 'composite' ? null : (
        <div class="contest-field" role="group" aria-label={fields['weights']}>
          <span>{fields['weights']}</span>
          {MEASURES.map((one) => (
            <label key={one} class="contest-pair">
              {choices[one]}
              <input
                inputMode="numeric"
                value={inputText(weights?.[one])}
                onInput={({ currentTarget }) => weigh(one, currentTarget.value.trim())}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}

export function Disclosure() {
  const { fields } = adminWords.value.contests.form;
  const { what = 'none', delayMs = 0 } = (shownOf('disclosure') ?? {}) as { what?: string; delayMs?: number };
  const isShown = what !== 'none';
  return (
    <div class="contest-field">
      <label for="contest-what">{fields['what']}</label>
      <Select what={what} choose={(value) => change('disclosure', { what: value, delayMs: delayOf(value, delayMs) })} />
      {isShown ? (
        <label class="contest-pair">
          {fields['delayMs']}
          <input
            data-field="delayMs"
            inputMode="numeric"
            value={String(delayMs / MINUTE_MS)}
            onInput={({ currentTarget }) =>
              change('disclosure', { what, delayMs: Math.round(Number(currentTarget.value) * MINUTE_MS) })
            }
          />
        </label>
      ) : null}
      <Wrong name="disclosure" />
    </div>
  );
}

/** Reasons are shown a quarter of an hour later at the earliest, but for a rehearsal's. */
function delayOf(what: string, delayMs: number): number {
  const isEarly = (what === 'reasons' || what === 'full') && shownOf('practice') !== true;
  return isEarly ? Math.max(delayMs, 15 * MINUTE_MS) : delayMs;
}

function Select({ what, choose }: { readonly what: string; readonly choose: (value: string) => void }) {
  const { choices } = adminWords.value.contests.form;
  return (
    <select
      id="contest-what"
      data-field="what"
      value={what}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {['none', 'actions', 'reasons', 'full'].map((one) => (
        <option key={one} value={one}>
          {choices[one]}
        </option>
      ))}
    </select>
  );
}

/** Its list of common texts is frozen by another road, and stays as it is here. */
const NOT_HERE = new Set(['v', 'commonTemplates']);

export function Rules() {
  const { groups, fields } = adminWords.value.contests.form;
  const usual = draft.value?.usual ?? {};
  const names = Object.keys(usual).filter((name) => !NOT_HERE.has(name));
  return (
    <Group title={groups.ruleset}>
      <details>
        <summary>{fields['rulesetNumbers']}</summary>
        <div class="contest-rules">
          {names.map((name) => (
            <RuleField key={name} name={name} usual={usual[name]} value={ruleset.value[name]} />
          ))}
        </div>
      </details>
      <Wrong name="ruleset" />
    </Group>
  );
}
