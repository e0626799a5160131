/** The contracts of a contest, each with its highest leverage. */
import { adminWords } from '../../words/admin.ts';
import { numberIn, Wrong } from './fields.tsx';
import { change, draft, inputText, shownOf } from './form-state.ts';

interface Listed {
  readonly symbol: string;
  readonly maxLeverage: unknown;
}

export function Symbols() {
  const { form } = adminWords.value.contests;
  const found = shownOf('symbols');
  const given: readonly Listed[] = Array.isArray(found) ? (found as Listed[]) : [];
  const contracts = draft.value?.contracts ?? [];
  const free = contracts.find((one) => !given.some(({ symbol }) => symbol === one));
  const set = (at: number, one: Listed): void => change('symbols', given.with(at, one));
  return (
    <div class="contest-field" role="group" aria-label={form.fields['symbols']}>
      <span>{form.fields['symbols']}</span>
      {given.map((one, at) => (
        <div key={`${at} ${one.symbol}`} class="contest-symbol">
          <select
            aria-label={form.fields['symbols']}
            value={one.symbol}
            onChange={({ currentTarget }) => set(at, { ...one, symbol: currentTarget.value })}
          >
            {(contracts.includes(one.symbol) ? contracts : [...contracts, one.symbol]).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <input
            aria-label={form.leverage}
            data-field={`leverage-${at}`}
            inputMode="numeric"
            value={inputText(one.maxLeverage)}
            onInput={({ currentTarget }) => set(at, { ...one, maxLeverage: numberIn(currentTarget.value) ?? '' })}
          />
          <button type="button" onClick={() => change('symbols', given.toSpliced(at, 1))}>
            {form.removeContract}
          </button>
        </div>
      ))}
      {free === undefined ? null : (
        <div>
          <button type="button" onClick={() => change('symbols', [...given, { symbol: free, maxLeverage: 20 }])}>
            {form.addContract}
          </button>
        </div>
      )}
      <Wrong name="symbols" />
    </div>
  );
}
