/**
 * The visitor's choices. Each takes effect at once.
 */
import { language } from '../base/language.ts';
import { type Colours, type Language, setSetting, settings, type Theme } from '../base/settings.ts';
import { words } from '../words/words.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly choose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, choose }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

export function SettingsForm() {
  const { settings: text } = words.value;
  const { theme, colours, utc, keys } = settings.value;
  const check = (name: 'utc' | 'keys', isOn: boolean, text: string) => (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => setSetting(name, event.currentTarget.checked)} />
      {text}
    </label>
  );
  return (
    <div class="form">
      <Choice<Language>
        label={text.language}
        value={language.value}
        options={LANGUAGES}
        choose={(value) => setSetting('language', value)}
      />
      <Choice<Theme> label={text.theme} value={theme} options={text.themes} choose={(v) => setSetting('theme', v)} />
      <Choice<Colours>
        label={text.updown}
        value={colours}
        options={text.colours}
        choose={(value) => setSetting('colours', value)}
      />
      {check('utc', utc, text.utc)}
      {check('keys', keys, text.singleKeys)}
    </div>
  );
}
