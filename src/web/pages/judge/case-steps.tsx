/**
 * The next step of a case for whoever is looking. The exchange decides who may take it; the text here says why somebody
 * may not.
 */
import { useState } from 'preact/hooks';
import type { CaseRow } from '../../live/judging.ts';
import { person, write } from '../../base/admin-session.ts';
import { momentText } from '../../format/time.ts';
import { nowSecond } from '../../base/clock.ts';
import { Fault, Panel } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import { SureDialog } from './sure-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';

interface CaseStepsProps {
  readonly contest: string;
  readonly one: CaseRow;
  /** Called when a step has been taken. */
  readonly taken: () => void;
}

type Asked = 'notice' | 'propose' | 'confirm' | 'uphold' | 'overturn' | null;

export function CaseSteps({ contest, one, taken }: CaseStepsProps) {
  const { judging } = adminWords.value;
  const [asked, ask] = useState<Asked>(null);
  const [fault, setFault] = useState<unknown>(null);
  const base = { contest, case: one.case };
  const take = (step: string): void => {
    setFault(null);
    write('/admin/v1/cases/step', { ...base, step }).then(taken, setFault);
  };
  const close = (): void => ask(null);
  return (
    <Panel title={judging.steps}>
      {person.value?.role === 'judge' ? (
        <Buttons one={one} ask={ask} giveBack={() => take('return')} />
      ) : (
        <p class="dim">{judging.onlyJudge}</p>
      )}
      {fault === null ? null : <Fault error={fault} />}
      {asked === 'notice' ? (
        <TextDialog
          title={judging.notice}
          why={judging.noticeWhy}
          step={{ ...base, step: 'notice' }}
          onClose={close}
          done={taken}
        />
      ) : null}
      {asked === 'propose' ? <ProposeDialog step={{ ...base, step: 'propose' }} onClose={close} done={taken} /> : null}
      {asked === 'confirm' || asked === 'uphold' || asked === 'overturn' ? (
        <SureDialog title={judging[asked]} onClose={close} sure={() => take(asked)} />
      ) : null}
    </Panel>
  );
}

interface ButtonsProps {
  readonly one: CaseRow;
  readonly ask: (step: Asked) => void;
  readonly giveBack: () => void;
}

function Buttons({ one, ask, giveBack }: ButtonsProps) {
  const { judging } = adminWords.value;
  const { state, proposal, answerDueMs } = one;
  const name = person.value?.name;
  const isOwn = proposal?.by === name;
  const tookPart = isOwn || proposal?.confirmedBy === name;
  if (state === 'opened') return <Step text={judging.notice} take={() => ask('notice')} />;
  if (state === 'noticed') {
    const waits = nowSecond.value < answerDueMs ? judging.waitsForTeam(momentText(answerDueMs)) : null;
    return <Step text={judging.propose} not={waits} take={() => ask('propose')} />;
  }
  if (state === 'proposed')
    return (
      <>
        <Step text={judging.confirm} not={isOwn ? judging.another : null} take={() => ask('confirm')} />
        <Step text={judging.giveBack} not={isOwn ? judging.another : null} take={giveBack} />
      </>
    );
  if (state === 'appealed')
    return (
      <>
        <Step text={judging.uphold} not={tookPart ? judging.anotherAppeal : null} take={() => ask('uphold')} />
        <Step text={judging.overturn} not={tookPart ? judging.anotherAppeal : null} take={() => ask('overturn')} />
      </>
    );
  return <p class="dim">{judging.noStep}</p>;
}

interface StepProps {
  readonly text: string;
  /** Why it can't be taken; null: it can. */
  readonly not?: string | null;
  readonly take: () => void;
}

function Step({ text, not = null, take }: StepProps) {
  return (
    <p class="judge-line">
      <button type="button" disabled={not !== null} onClick={take}>
        {text}
      </button>
      {not === null ? null : <span class="dim">{not}</span>}
    </p>
  );
}
