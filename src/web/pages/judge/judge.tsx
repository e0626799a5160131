/**
 * The queue of a judge: who to look at first, and the cases of the contest.
 */
import type { ContestRow } from '../../live/judging.ts';
import { useRead } from '../../parts/use-admin-read.ts';
import { go, query } from '../../base/router.ts';
import { Empty, Fault } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { adminWords } from '../../words/admin.ts';
import { startCaseWords } from '../../words/cases.ts';
import { words } from '../../words/words.ts';
import { CaseList } from './case-list.tsx';
import { QueuePanel } from './queue-panel.tsx';
import './judge.css';

await startCaseWords();

/** Contests being judged come before those still to come, and those before the ones that are over. */
const ORDER = ['review', 'live', 'registration', 'draft', 'final', 'cancelled'];

export function JudgePage() {
  const { judging } = adminWords.value;
  const { value: answer, fault, again } = useRead<{ readonly list: readonly ContestRow[] }>('/admin/v1/contests');
  const list = answer?.list.toSorted((a, b) => ORDER.indexOf(a.phase) - ORDER.indexOf(b.phase)) ?? [];
  const wanted = query.value.get('contest');
  const contest = list.find(({ id }) => id === wanted) ?? list[0];
  return (
    <div class="judge">
      <h1>{judging.queue}</h1>
      {fault === null ? null : <Fault error={fault} retry={again} />}
      {answer !== null && contest === undefined ? <Empty text={judging.noContests} /> : null}
      {contest === undefined ? null : (
        <>
          <label class="judge-line">
            {judging.contest}
            <select
              value={contest.id}
              onChange={({ currentTarget }) => go(`/judge?contest=${encodeURIComponent(currentTarget.value)}`)}
            >
              {list.map(({ id, phase }) => (
                <option key={id} value={id}>
                  {id} · {words.value.phase[phase] ?? phase}
                </option>
              ))}
            </select>
            <RawText text={contest.config.title} limit={80} />
          </label>
          <QueuePanel contest={contest.id} />
          <CaseList contest={contest.id} />
        </>
      )}
    </div>
  );
}
