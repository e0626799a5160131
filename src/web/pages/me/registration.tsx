/**
 * Entering a contest that takes teams, and naming further models once that is done.
 */
import { useState } from 'preact/hooks';
import { session } from '../../base/session.ts';
import { publicClient } from '../../base/rest.ts';
import { useAsk } from '../../parts/ask.ts';
import { Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';

const OPEN_TO_TEAMS = 'registration';
const CLASSES = ['llm', 'ml', 'hybrid'] as const;

export function Registration() {
  const { me } = words.value;
  const who = session.value;
  const contests = useReading(() => publicClient.contestList(), []);
  const own = useReading(who === null ? null : () => who.client.contestMe(), [who]);
  const open = (contests.value?.list ?? []).filter(({ phase }) => phase === OPEN_TO_TEAMS);
  const place = own.value;
  if (place === null || who === null || !who.canTrade) return null;
  if (place.contest !== null)
    return (
      <Panel title={me.models}>
        <ModelsForm contestId={place.contest} done={own.again} />
      </Panel>
    );
  return (
    <>
      {open.map(({ contest, title }) => (
        <Panel key={contest} title={me.enter}>
          <p>
            <RawText text={title} limit={100} /> <code>{contest}</code>
          </p>
          <EnterForm contestId={contest} done={own.again} />
        </Panel>
      ))}
    </>
  );
}

interface FormProps {
  readonly contestId: string;
  readonly done: () => void;
}

/** Names one below the other, or with commas between them. */
const namesIn = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

function EnterForm({ contestId, done }: FormProps) {
  const { me, live } = words.value;
  const [teamName, setName] = useState('');
  const [modelClass, setClass] = useState<string>(CLASSES[0]);
  const [models, setModels] = useState('');
  const [members, setMembers] = useState('');
  const [publicKey, setKey] = useState('');
  const { isBusy, fault, ask } = useAsk();
  const enter = () =>
    session.value?.client.contestRegister({
      contestId,
      teamName,
      modelClass,
      models: namesIn(models),
      members: namesIn(members),
      ...(publicKey.trim() === '' ? {} : { publicKey: publicKey.trim() }),
    });
  return (
    <form class="form me-form" onSubmit={(event) => (event.preventDefault(), ask(enter, done))}>
      <label>
        {me.teamName}
        <input data-enter="name" value={teamName} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <label>
        {me.modelClass}
        <select value={modelClass} onChange={({ currentTarget }) => setClass(currentTarget.value)}>
          {CLASSES.map((one) => (
            <option key={one} value={one}>
              {live.modelClass[one]}
            </option>
          ))}
        </select>
      </label>
      <Names name="models" label={me.modelNames} text={models} write={setModels} />
      <Names name="members" label={me.members} text={members} write={setMembers} />
      <label>
        {me.publicKey}
        <input data-enter="key" value={publicKey} onInput={({ currentTarget }) => setKey(currentTarget.value)} />
      </label>
      {fault === null ? null : <Fault error={fault} />}
      <button type="submit" disabled={isBusy}>
        {me.enterNow}
      </button>
    </form>
  );
}

function ModelsForm({ contestId, done }: FormProps) {
  const { me } = words.value;
  const [models, setModels] = useState('');
  const { isBusy, fault, ask } = useAsk();
  const add = () => session.value?.client.contestModels({ contestId, models: namesIn(models) });
  return (
    <form
      class="form me-form"
      onSubmit={(event) => {
        event.preventDefault();
        ask(add, () => (setModels(''), done()));
      }}
    >
      <Names name="more-models" label={me.modelNames} text={models} write={setModels} />
      {fault === null ? null : <Fault error={fault} />}
      <button type="submit" disabled={isBusy || namesIn(models).length === 0}>
        {me.addModels}
      </button>
    </form>
  );
}

interface NamesProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly write: (text: string) => void;
}

function Names({ name, label, text, write }: NamesProps) {
  return (
    <label>
      {label}
      <textarea data-enter={name} rows={2} value={text} onInput={({ currentTarget }) => write(currentTarget.value)} />
    </label>
  );
}
