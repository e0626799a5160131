/** The teams of a contest: approved one by one, and given money while that is possible. */
import { useState } from 'preact/hooks';
import { approve, type ContestRow, deposit, type TeamRow } from '../../live/organising.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { adminWords } from '../../words/admin.ts';
import { words } from '../../words/words.ts';
import { Asked } from './phases.tsx';

interface Wanted {
  readonly act: 'approve' | 'deposit';
  readonly team: TeamRow;
}

interface TeamsProps {
  readonly contest: ContestRow;
  readonly done: () => void;
}

export function Teams({ contest, done }: TeamsProps) {
  const { teams } = adminWords.value.contests;
  const [wanted, want] = useState<Wanted | null>(null);
  const isOpen = contest.phase === 'registration';
  const buttons = (team: TeamRow) =>
    isOpen && team.state === 'applied' ? (
      <span class="contest-acts">
        {(['approve', 'deposit'] as const).map((act) => (
          <button key={act} type="button" data-team-act={act} onClick={() => want({ act, team })}>
            {teams[act]}
          </button>
        ))}
      </span>
    ) : null;
  const columns = [
    { head: teams.team, cell: ({ team }: TeamRow) => team },
    { head: teams.name, cell: ({ name }: TeamRow) => <RawText text={name} limit={64} /> },
    { head: teams.account, cell: ({ uid }: TeamRow) => <code>{uid}</code> },
    { head: teams.state, cell: ({ state }: TeamRow) => words.value.teamState[state] ?? state },
    { head: teams.models, cell: ({ models }: TeamRow) => <RawText text={models.join(', ')} limit={100} /> },
    { head: '', cell: buttons },
  ];
  return (
    <Panel title={teams.title}>
      <p class="dim">{teams.money(contest.config.startBalance)}</p>
      {contest.teams.length === 0 ? <Empty text={teams.none} /> : null}
      {contest.teams.length === 0 ? null : (
        <div class="contest-scroll" tabIndex={0} role="group" aria-label={teams.title}>
          <DataTable
            caption={teams.title}
            name="team"
            columns={columns}
            items={contest.teams}
            idOf={({ team }) => team}
          />
        </div>
      )}
      {wanted === null ? null : <Question wanted={wanted} contest={contest} done={done} onClose={() => want(null)} />}
    </Panel>
  );
}

interface QuestionProps extends TeamsProps {
  readonly wanted: Wanted;
  readonly onClose: () => void;
}

function Question({ wanted: { act, team }, contest, done, onClose }: QuestionProps) {
  const { teams } = adminWords.value.contests;
  const [error, setError] = useState<unknown>(null);
  const [amount, setAmount] = useState('');
  const isDeposit = act === 'deposit';
  const doIt = (): Promise<unknown> =>
    isDeposit ? deposit(contest.id, team.team, amount.trim()) : approve(contest.id, team.team);
  return (
    <Asked
      title={isDeposit ? teams.depositTitle(team.name) : teams.approveTitle(team.name)}
      yes={teams[act]}
      act={() => doIt().then(done)}
      onClose={onClose}
      error={error}
      failed={setError}
    >
      <p>{isDeposit ? teams.depositWhat(contest.config.startBalance) : teams.approveWhat}</p>
      {isDeposit ? (
        <label>
          {teams.amount}
          <input inputMode="decimal" value={amount} onInput={({ currentTarget }) => setAmount(currentTarget.value)} />
        </label>
      ) : null}
    </Asked>
  );
}
