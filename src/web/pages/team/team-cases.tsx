/** Decisions about the team: each case with its rules, its public text, and the leaves of its decisions. */
import type { ContestTeamAnswer } from '../../../client/index.ts';
import { to } from '../../base/router.ts';
import { whole } from '../../format/number.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { caseWords } from '../../words/cases.ts';
import { words } from '../../words/words.ts';

type OneCase = ContestTeamAnswer['cases'][number];

export function TeamCases({ answer }: { readonly answer: ContestTeamAnswer | null }) {
  const { team: text } = words.value;
  return (
    <Panel title={text.cases} class="team-half">
      {answer?.cases.length === 0 ? <Empty text={text.noCases} /> : null}
      <ul class="team-cases">
        {answer?.cases.map((one) => (
          <li key={one.case} data-case={one.case}>
            <Decided one={one} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Decided({ one }: { readonly one: OneCase }) {
  const { case: caseOf, states, rules } = caseWords.value;
  return (
    <>
      <p>
        <strong>{caseOf(one.case)}</strong> {states[one.state] ?? one.state}
        {one.rules.length === 0 ? '' : ` · ${rules}: ${one.rules.join(', ')}`}
      </p>
      {one.decisions.map((decision) => (
        <p key={decision.index}>
          <Time ms={decision.t} /> <DecisionText decision={decision} />
        </p>
      ))}
      {one.publicText === '' ? null : (
        <blockquote class="team-verdict">
          <RawText text={one.publicText} />
        </blockquote>
      )}
    </>
  );
}

/** "disqualified by 2 judges, leaf 107". */
export function DecisionText({
  decision: { outcome, judges, index },
}: {
  readonly decision: OneCase['decisions'][number];
}) {
  const { team: text, live } = words.value;
  return (
    <>
      {text.decidedBy(caseWords.value.outcomes[outcome] ?? outcome, judges)},{' '}
      <a href={to(`/log/${index}`)}>
        {live.leaf} {whole(index)}
      </a>
    </>
  );
}
