/**
 * One case about the account's team: its clocks, the decision, what was said, and what may be done now.
 */
import { useState } from 'preact/hooks';
import { whole } from '../../format/number.ts';
import { countdown } from '../../format/time.ts';
import { nowSecond } from '../../base/clock.ts';
import { Time } from '../../parts/figures.tsx';
import { Fault } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { save } from '../../parts/save.ts';
import { caseWords } from '../../words/cases.ts';
import { CaseAnswer } from './case-answer.tsx';
import { CaseAppeal } from './case-appeal.tsx';
import type { CaseItemProps } from './case-item-props.ts';

export function CaseItem(props: CaseItemProps) {
  const { who, contest, one } = props;
  const text = caseWords.value;
  const { case: id, state, dueAt, appealDueAt, outcome, rules, publicText, said } = one;
  return (
    <li data-case={id}>
      <p class="me-line">
        <strong>{text.case(id)}</strong> <span data-state={state}>{text.states[state] ?? state}</span>
        {dueAt === null ? null : <Clock label={text.answerDue} at={dueAt} />}
        {appealDueAt === null ? null : <Clock label={text.appealDue} at={appealDueAt} />}
      </p>
      {outcome === null ? null : (
        <div class="case-decision">
          <p>
            <strong>{text.outcomes[outcome] ?? outcome}</strong> · {text.rules}: {rules.join(' ')}
          </p>
          <RawText text={publicText ?? ''} />
        </div>
      )}
      <ol class="case-said">
        {said.map((row, at) => (
          <li key={at} data-step={row.step}>
            <p class="me-line">
              <Time ms={row.at} /> <strong>{text.steps[row.step] ?? row.step}</strong>
            </p>
            {row.text === null ? null : <RawText text={row.text} />}
            <ul class="case-files">
              {row.files.map(({ name, size, sha256 }, nth) => (
                <li key={nth}>
                  {text.file} <RawText text={name} limit={100} /> <span class="dim">{text.bytes(whole(size))}</span>{' '}
                  <code class="dim">{sha256}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <OwnEvidence who={who} contest={contest} />
      {dueAt !== null && state === 'noticed' ? <CaseAnswer {...props} /> : null}
      {appealDueAt !== null && nowSecond.value <= appealDueAt ? <CaseAppeal {...props} /> : null}
    </li>
  );
}

function Clock({ label, at }: { readonly label: string; readonly at: number }) {
  const left = at - nowSecond.value;
  return (
    <span>
      {label} <strong class="warn">{left > 0 ? countdown(left) : caseWords.value.over}</strong>
    </span>
  );
}

/** The account's own bundle: what the judges see of it, as it is in the log. */
function OwnEvidence({ who, contest }: Pick<CaseItemProps, 'who' | 'contest'>) {
  const { evidence, evidenceWhy, saveEvidence } = caseWords.value;
  const [fault, setFault] = useState<unknown>(null);
  const [isMade, setMade] = useState(false);
  const keep = (): void => {
    setMade(true);
    who.client
      .contestOwnBundle({ id: contest })
      .then((bytes) => {
        setFault(null);
        save('evidence.tar.gz', new Uint8Array(bytes));
      }, setFault)
      .finally(() => setMade(false));
  };
  return (
    <div class="case-evidence">
      <p>
        <strong>{evidence}</strong> <span class="dim">{evidenceWhy}</span>
      </p>
      <button type="button" disabled={isMade} onClick={keep}>
        {saveEvidence}
      </button>
      {fault === null ? null : <Fault error={fault} />}
    </div>
  );
}
