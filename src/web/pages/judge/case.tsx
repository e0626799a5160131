/**
 * One case: where it stands, what was said in it, and the next step for whoever is looking.
 */
import type { CaseRow } from '../../live/judging.ts';
import { useRead } from '../../parts/use-admin-read.ts';
import { path, query, to } from '../../base/router.ts';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { adminWords } from '../../words/admin.ts';
import { caseWords, startCaseWords } from '../../words/cases.ts';
import { CaseSteps } from './case-steps.tsx';
import { DueClock } from './case-link.tsx';
import { Said } from './said.tsx';
import './judge.css';

await startCaseWords();

const EVERY_MS = 30_000;

export function CasePage() {
  const { judging } = adminWords.value;
  const id = decodeURIComponent(path.value.split('/')[2] ?? '');
  const contest = query.value.get('contest');
  const {
    value: answer,
    fault,
    again,
  } = useRead<{ readonly list: readonly CaseRow[] }>(
    contest === null ? null : '/admin/v1/cases',
    { contest: contest ?? '' },
    EVERY_MS,
  );
  const one = answer?.list.find((row) => row.case === id);
  return (
    <div class="judge">
      <h1>
        {caseWords.value.case(id)} {contest === null ? '' : `· ${contest}`}
      </h1>
      {fault === null ? null : <Fault error={fault} retry={again} />}
      {contest === null ? <Empty text={judging.whichContest} /> : null}
      {answer !== null && one === undefined ? <Empty text={judging.noSuchCase} /> : null}
      <p>
        <a href={to(contest === null ? '/judge' : `/judge?contest=${encodeURIComponent(contest)}`)}>
          {judging.toQueue}
        </a>
      </p>
      {contest === null || one === undefined ? null : (
        <>
          <State contest={contest} one={one} />
          <CaseSteps contest={contest} one={one} taken={again} />
          <Said one={one} />
        </>
      )}
    </div>
  );
}

function State({ contest, one }: { readonly contest: string; readonly one: CaseRow }) {
  const { judging } = adminWords.value;
  const { states, answerDue, appealDue } = caseWords.value;
  const { state, team, openedBy, answerDueMs, appealDueMs, proposal } = one;
  return (
    <Panel title={judging.case}>
      <p class="judge-line">
        <strong data-state={state}>{state}</strong>
        {states[state] === state ? null : <span class="dim">{states[state] ?? ''}</span>}
        <a href={to(`/judge/${encodeURIComponent(contest)}/${encodeURIComponent(team)}`)}>
          {judging.team} {team}
        </a>
        <span>
          {judging.openedBy} <RawText text={openedBy} limit={40} />
        </span>
        {state === 'noticed' ? (
          <span>
            {answerDue} <DueClock at={answerDueMs} />
          </span>
        ) : null}
        {appealDueMs === null ? null : (
          <span>
            {appealDue} <DueClock at={appealDueMs} />
          </span>
        )}
      </p>
      {proposal === null ? null : <Decision one={one} proposal={proposal} />}
    </Panel>
  );
}

interface DecisionProps {
  readonly one: CaseRow;
  readonly proposal: NonNullable<CaseRow['proposal']>;
}

function Decision({ one, proposal }: DecisionProps) {
  const { judging } = adminWords.value;
  const { outcomes, rules } = caseWords.value;
  const { outcome, by, confirmedBy, text } = proposal;
  return (
    <div class="judge-decision">
      <p>
        {confirmedBy === null ? judging.proposal : judging.decision}: <strong>{outcomes[outcome] ?? outcome}</strong>,{' '}
        {judging.by} <RawText text={by} limit={40} />
        {confirmedBy === null ? null : (
          <>
            , {judging.confirmedBy} <RawText text={confirmedBy} limit={40} />
          </>
        )}
        {one.overturned ? ` · ${outcomes['overturned']}` : ''}
      </p>
      <p>
        {rules}: <RawText text={proposal.rules.join(' ')} limit={200} />
      </p>
      <p>
        <RawText text={text} />
      </p>
      {confirmedBy === null ? null : <p class="dim">{judging.verdictLeaf}</p>}
    </div>
  );
}
