/**
 * Appeals against a disqualification, once.
 */
import { useState } from 'preact/hooks';
import { useAsk } from '../../parts/ask.ts';
import { Fault } from '../../parts/panel.tsx';
import { caseWords } from '../../words/cases.ts';
import type { CaseItemProps } from './case-item-props.ts';
import { CaseText } from './case-text.tsx';

export function CaseAppeal({ who, contest, one, changed }: CaseItemProps) {
  const words = caseWords.value;
  const [text, setText] = useState('');
  const { isBusy, fault, ask } = useAsk();
  if (!who.canTrade) return <p class="dim">{words.readOnly}</p>;
  const send = () => who.client.contestAppeal({ contestId: contest, caseId: one.case, text });
  return (
    <form
      class="case-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') ask(send, changed);
      }}
    >
      <p>
        <strong>{words.appeal}</strong> <span class="dim">{words.appealWhy}</span>
      </p>
      <CaseText text={text} write={setText} />
      {fault === null ? null : <Fault error={fault} />}
      <p class="me-line">
        <button type="submit" disabled={text.trim() === '' || isBusy}>
          {words.appeal}
        </button>
        {text.trim() === '' ? <span class="dim">{words.needsText}</span> : null}
      </p>
    </form>
  );
}
