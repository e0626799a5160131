/**
 * Proposes how a case ends: decision, rules and public text, none of which may be missing.
 */
import { useState } from 'preact/hooks';
import { write } from '../../base/admin-session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Fault } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { caseWords } from '../../words/cases.ts';

const OUTCOMES = ['cleared', 'warned', 'disqualified'] as const;

interface ProposeDialogProps {
  /** The step without the proposal. */
  readonly step: object;
  readonly onClose: () => void;
  readonly done: () => void;
}

export function ProposeDialog({ step, onClose, done }: ProposeDialogProps) {
  const { judging } = adminWords.value;
  const [outcome, setOutcome] = useState('');
  const [rules, setRules] = useState('');
  const [publicText, setPublicText] = useState('');
  const [fault, setFault] = useState<unknown>(null);
  const list = rules.split(/[,\s]+/).filter((one) => one !== '');
  const isWhole = outcome !== '' && list.length > 0 && publicText.trim() !== '';
  const send = (close: () => void): void => {
    const body = { ...step, outcome, rules: list, publicText: publicText.trim() };
    write('/admin/v1/cases/step', body).then(() => {
      close();
      done();
    }, setFault);
  };
  return (
    <Dialog title={judging.propose} onClose={onClose}>
      {(close) => (
        <form
          class="judge-dialog"
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole) send(close);
          }}
        >
          <p class="dim">{judging.proposeWhy}</p>
          <label class="judge-field">
            {judging.outcome}
            <select value={outcome} required onChange={({ currentTarget }) => setOutcome(currentTarget.value)}>
              <option value="" />
              {OUTCOMES.map((one) => (
                <option key={one} value={one}>
                  {caseWords.value.outcomes[one]}
                </option>
              ))}
            </select>
          </label>
          <label class="judge-field">
            {judging.rulesField}
            <input required value={rules} onInput={({ currentTarget }) => setRules(currentTarget.value)} />
          </label>
          <label class="judge-field">
            {judging.publicText}
            <textarea
              required
              rows={5}
              maxLength={4_000}
              value={publicText}
              onInput={({ currentTarget }) => setPublicText(currentTarget.value)}
            />
          </label>
          {fault === null ? null : <Fault error={fault} />}
          <p class="judge-line">
            <button type="submit" disabled={!isWhole}>
              {judging.propose}
            </button>
            {isWhole ? null : <span class="dim">{judging.needsAll}</span>}
          </p>
        </form>
      )}
    </Dialog>
  );
}
