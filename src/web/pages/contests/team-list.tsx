/**
 * Teams from a spreadsheet: looked at first, with what is wrong by line and column; then done, and one key file for
 * each team. Keys are in this page's memory alone, and gone with it.
 */
import { useState } from 'preact/hooks';
import { type ContestRow, keyFileOf, type ListedTeam, type Registered, registerTeams } from '../../live/organising.ts';
import { useAsk } from '../../parts/ask.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { save } from '../../parts/save.ts';
import { adminWords } from '../../words/admin.ts';

/** With the mark that tells spreadsheets that it is UTF-8. */
const EXAMPLE =
  '\uFEFFuid,name,contact,class,models,members\r\n,Team One,one@example.org,llm,some-model*,\r\n,队伍二,two@example.org,llm,,\r\n';

interface TeamListProps {
  readonly contest: ContestRow;
  readonly done: () => void;
}

export function TeamList({ contest, done }: TeamListProps) {
  const { teams } = adminWords.value.contests;
  const [csv, setCsv] = useState('');
  const [found, setFound] = useState<Registered | null>(null);
  const [isText, setIsText] = useState(true);
  const { isBusy, fault, ask } = useAsk();
  const { phase } = contest;
  if (phase !== 'draft' && phase !== 'registration') return null;
  const look = (bytes: Uint8Array): void => {
    const text = textIn(bytes);
    setIsText(text !== null);
    setFound(null);
    if (text === null) return;
    setCsv(text);
    ask(async () => setFound(await registerTeams(contest.id, text, false)));
  };
  const act = (): void => ask(async () => setFound(await registerTeams(contest.id, csv, true)), done);
  const isReady = found !== null && !found.done && found.faults.length === 0 && phase === 'registration';
  return (
    <Panel title={teams.list}>
      <div class="contest-list">
        <p class="dim">{teams.listWhat}</p>
        {phase === 'draft' ? <p class="warn">{teams.notYet}</p> : null}
        <div class="contest-files">
          <button type="button" onClick={() => save('teams.csv', EXAMPLE)}>
            {teams.example}
          </button>
          <FileDrop name="teams" label={teams.file} take={look} />
        </div>
        {isText ? null : (
          <p class="bad" role="alert">
            {teams.notText}
          </p>
        )}
        {fault === null ? null : <Fault error={fault} />}
        {found === null ? null : <Found contest={contest.id} found={found} />}
        {isReady ? (
          <div>
            <button type="button" data-register="" disabled={isBusy} onClick={act}>
              {teams.register(found.teams.length)}
            </button>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

interface FoundProps {
  readonly contest: string;
  readonly found: Registered;
}

function Found({ contest, found }: FoundProps) {
  return found.faults.length > 0 ? <Faults found={found} /> : <Rows contest={contest} found={found} />;
}

function Faults({ found }: { readonly found: Registered }) {
  const { teams } = adminWords.value.contests;
  const items = found.faults.map((one, at) => ({ ...one, at: String(at) }));
  const columns = [
    { head: teams.line, cell: ({ line }: (typeof items)[number]) => line },
    { head: teams.column, cell: ({ column }: (typeof items)[number]) => <RawText text={column} limit={40} /> },
    {
      head: teams.wrong,
      cell: ({ msg }: (typeof items)[number]) => <RawText text={adminWords.value.fault(msg)} limit={400} />,
    },
  ];
  return (
    <>
      <p class="bad" role="alert">
        {teams.faults(items.length)}
      </p>
      <div class="contest-scroll" tabIndex={0} role="group" aria-label={teams.wrong}>
        <DataTable caption={teams.wrong} name="list-fault" columns={columns} items={items} idOf={({ at }) => at} />
      </div>
    </>
  );
}

function Rows({ contest, found }: FoundProps) {
  const { teams } = adminWords.value.contests;
  const title = found.done ? teams.done : teams.plan;
  const saveKey = (row: ListedTeam): void => save(...keyFileOf(contest, row));
  const keyed = found.teams.filter(({ key }) => key);
  const columns = [
    {
      head: '',
      cell: (row: ListedTeam) =>
        row.key ? (
          <button type="button" data-save-key="" onClick={() => saveKey(row)}>
            {teams.saveKey}
          </button>
        ) : null,
    },
    { head: teams.line, cell: ({ line }: ListedTeam) => line },
    { head: teams.team, cell: ({ team }: ListedTeam) => team ?? '-' },
    { head: teams.name, cell: ({ name }: ListedTeam) => <RawText text={name} limit={64} /> },
    { head: teams.account, cell: ({ uid }: ListedTeam) => <code>{uid ?? '-'}</code> },
    { head: title, cell: actsOf },
  ];
  return (
    <>
      {keyed.length === 0 ? null : (
        <div class="contest-keys" role="status">
          <p>{teams.keys(keyed.length)}</p>
          <button type="button" data-save-all="" onClick={() => keyed.forEach(saveKey)}>
            {teams.saveAll}
          </button>
        </div>
      )}
      <div class="contest-scroll" tabIndex={0} role="group" aria-label={title}>
        <DataTable
          caption={title}
          name="listed"
          columns={columns}
          items={found.teams}
          idOf={({ line }) => String(line)}
        />
      </div>
    </>
  );
}

function actsOf({ acts, failed }: ListedTeam) {
  const { teams } = adminWords.value.contests;
  const text = acts.map((act) => teams.acts[act] ?? act).join(', ');
  return (
    <>
      {text === '' && !failed ? teams.nothing : text} {failed ? <span class="bad">{teams.failed(failed)}</span> : null}
    </>
  );
}
