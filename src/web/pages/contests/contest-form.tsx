/**
 * The form of a contest: everything its config has, checked by the exchange as it is written. Of a contest whose
 * registration was opened it can be read and saved, and no longer changed.
 */
import { useEffect, useState } from 'preact/hooks';
import { settings } from '../../base/settings.ts';
import { go } from '../../base/router.ts';
import { type Fields, writeDown } from '../../live/organising.ts';
import { useAsk } from '../../parts/ask.ts';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { save } from '../../parts/save.ts';
import { adminWords } from '../../words/admin.ts';
import { Check, Choice, NumberField, TextField, TimeField, Wrong } from './fields.tsx';
import { Channels, Disclosure, Group, Rules, Score } from './form-groups.tsx';
import {
  begin,
  change,
  checked,
  checkFault,
  checkNow,
  config,
  draft,
  inputText,
  ruleset,
  shownOf,
  take,
  touchAll,
} from './form-state.ts';
import { Symbols } from './symbols.tsx';

interface FormProps {
  /** Null: a new one. */
  readonly contest: string | null;
  readonly saved: () => void;
}

export function ContestForm({ contest, saved }: FormProps) {
  const { form } = adminWords.value.contests;
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    setFault(null);
    begin(contest).catch(setFault);
  }, [contest]);
  const known = draft.value;
  if (fault !== null) return <Fault error={fault} />;
  if (known === null) return <p class="dim">…</p>;
  const isDraft = known.phase === null || known.phase === 'draft';
  return (
    <Panel title={contest === null ? form.newTitle : form.title(contest)}>
      <p class="dim">{isDraft ? form.draft : known.phase === 'live' ? form.fixedEnd : form.fixed}</p>
      <form class="contest-form" onSubmit={(event) => event.preventDefault()}>
        <fieldset class="contest-all" disabled={!isDraft}>
          <Groups isNew={contest === null} />
        </fieldset>
        {isDraft ? <SaveBar saved={saved} /> : null}
        <Files isDraft={isDraft} />
      </form>
    </Panel>
  );
}

function Groups({ isNew }: { readonly isNew: boolean }) {
  const { groups, zone, cases } = adminWords.value.contests.form;
  const here = settings.value.utc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Group title={groups.what}>
        {isNew ? <TextField name="id" /> : null}
        <TextField name="title" />
        <Check name="practice" isOn={shownOf('practice') === true} set={(isOn) => change('practice', isOn)} />
        <Wrong name="practice" />
      </Group>
      <Group title={groups.timetable}>
        <p class="dim">{zone(here)}</p>
        <TimeField name="startMs" />
        <TimeField name="endMs" />
        <TimeField name="evidenceUntilMs" />
        <TimeField name="boardHiddenFromMs" />
        <p class="dim">{cases}</p>
      </Group>
      <Group title={groups.money}>
        <TextField name="startBalance" />
        <Symbols />
      </Group>
      <Group title={groups.rules}>
        <Channels />
        <NumberField name="maxOrdersPerMinute" />
        <NumberField name="minFilledOrders" />
        <NumberField name="finalMinutes" />
        <Score />
        <Check
          name="markSource"
          isOn={shownOf('markSource') === 'index'}
          set={(isOn) => change('markSource', isOn ? 'index' : undefined)}
        />
      </Group>
      <Group title={groups.shown}>
        <Disclosure />
        <Choice
          name="publicBundle"
          value={inputText(shownOf('publicBundle') ?? 'orders')}
          among={['none', 'orders', 'full']}
          choose={(value) => change('publicBundle', value)}
        />
      </Group>
      <Rules />
    </>
  );
}

function SaveBar({ saved }: { readonly saved: () => void }) {
  const { form } = adminWords.value.contests;
  const [done, setDone] = useState('');
  const { isBusy, fault, ask } = useAsk();
  const count = checked.value?.faults.length ?? 0;
  const store = async (): Promise<void> => {
    setDone('');
    const found = await checkNow();
    touchAll(found);
    if (found.faults.length > 0) return;
    await writeDown(found);
    const id = String(found.config['id']);
    setDone(id);
    saved();
    go(`/contests?contest=${encodeURIComponent(id)}`);
  };
  return (
    <div class="contest-save">
      <button type="button" data-save="" disabled={isBusy} onClick={() => ask(store)}>
        {form.save}
      </button>
      <span class={count === 0 ? 'ok' : 'dim'} role="status">
        {done === ''
          ? count === 0
            ? checked.value === null
              ? ''
              : form.right
            : form.wrong(count)
          : form.saved(done)}
      </span>
      {(fault ?? checkFault.value) === null ? null : <Fault error={fault ?? checkFault.value} />}
    </div>
  );
}

function Files({ isDraft }: { readonly isDraft: boolean }) {
  const { form } = adminWords.value.contests;
  const [isWrong, setWrong] = useState(false);
  const readIn = (bytes: Uint8Array): void => {
    const found = objectIn(bytes);
    setWrong(found === null);
    if (found === null) return;
    const { rulesetSha256: _, ...given } = found;
    take(given, ruleset.value);
  };
  const name = inputText(shownOf('id') ?? 'contest');
  return (
    <div class="contest-files">
      <button
        type="button"
        data-download=""
        onClick={() => save(`${name}.json`, `${JSON.stringify(config.value, null, 2)}\n`)}
      >
        {form.download}
      </button>
      {isDraft ? <FileDrop name="config" label={form.upload} take={readIn} /> : null}
      {isWrong ? (
        <p class="bad" role="alert">
          {form.noJson}
        </p>
      ) : null}
    </div>
  );
}

function objectIn(bytes: Uint8Array): Fields | null {
  try {
    const found: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Fields) : null;
  } catch {
    return null;
  }
}
