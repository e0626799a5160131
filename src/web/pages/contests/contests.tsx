/**
 * The organiser's page: which contests there are, and of one all that is done before and while it runs.
 */
import { person } from '../../base/admin-session.ts';
import { go, query } from '../../base/router.ts';
import type { ContestRow } from '../../live/organising.ts';
import { Empty, Fault } from '../../parts/panel.tsx';
import { useRead } from '../../parts/use-admin-read.ts';
import { adminWords } from '../../words/admin.ts';
import { words } from '../../words/words.ts';
import { ContestForm } from './contest-form.tsx';
import { Phases } from './phases.tsx';
import { Teams } from './teams.tsx';
import { TeamList } from './team-list.tsx';
import './contests.css';

/** A phase begins by itself when its time comes. */
const AGAIN_MS = 5_000;

export function ContestsPage() {
  const { contests } = adminWords.value;
  const read = useRead<{ readonly list: readonly ContestRow[] }>('/admin/v1/contests', {}, AGAIN_MS);
  const list = read.value?.list ?? [];
  const wanted = query.value.get('contest');
  const isNew = query.value.has('new');
  const contest = isNew ? undefined : (list.find(({ id }) => id === wanted) ?? list.at(-1));
  if (person.value?.role !== 'owner') return <Empty text={contests.ownersOnly} />;
  return (
    <div class="contests">
      <h1>{contests.title}</h1>
      {read.fault === null ? null : <Fault error={read.fault} retry={read.again} />}
      <div class="contest-bar">
        {list.length === 0 ? <span class="dim">{read.value === null ? '…' : contests.none}</span> : null}
        {contest === undefined ? null : <Picker list={list} contest={contest} />}
        <button type="button" data-new="" onClick={() => go('/contests?new')}>
          {contests.create}
        </button>
      </div>
      {isNew ? <ContestForm contest={null} saved={read.again} /> : null}
      {contest === undefined ? null : (
        <>
          <Phases contest={contest} done={read.again} />
          <Teams contest={contest} done={read.again} />
          <TeamList key={contest.id} contest={contest} done={read.again} />
          <ContestForm key={`${contest.id} ${contest.phase}`} contest={contest.id} saved={read.again} />
        </>
      )}
    </div>
  );
}

interface PickerProps {
  readonly list: readonly ContestRow[];
  readonly contest: ContestRow;
}

function Picker({ list, contest }: PickerProps) {
  return (
    <label class="contest-pair">
      {adminWords.value.contests.contest}
      <select
        value={contest.id}
        onChange={({ currentTarget }) => go(`/contests?contest=${encodeURIComponent(currentTarget.value)}`)}
      >
        {list.map(({ id, phase }) => (
          <option key={id} value={id}>
            {id} · {words.value.phase[phase] ?? phase}
          </option>
        ))}
      </select>
    </label>
  );
}
