/**
 * Appeals against a disqualification, once.
 */
import { useState } from 'preact/hooks';
import { Fault } from '../../parts/panel.tsx';
import { caseWords } from '../../words/cases.ts';
import type { CaseItemProps } from './case-item-props.ts';

export function CaseAppeal({ who, contest, one, changed }: CaseItemProps) {
  const words = caseWords.value;
  const [text, setText] = useState('');
  const [fault, setFault] = useState<unknown>(null);
  if (!who.canTrade) return <p class="dim">{words.readOnly}</p>;
  const send = (): void => {
    who.client.contestAppeal({ contestId: contest, caseId: one.case, text }).then(changed, setFault);
  };
  return (
    <form
      class="case-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') send();
      }}
    >
      <p>
        <strong>{words.appeal}</strong> <span class="dim">{words.appealWhy}</span>
      </p>
      <label>
        {words.text}
        <textarea
          rows={5}
          maxLength={20_000}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {fault === null ? null : <Fault error={fault} />}
      <p class="me-line">
        <button type="submit" disabled={text.trim() === ''}>
          {words.appeal}
        </button>
        {text.trim() === '' ? <span class="dim">{words.needsText}</span> : null}
      </p>
    </form>
  );
}
