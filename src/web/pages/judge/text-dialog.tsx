/**
 * A step that takes a text: explained, written, sent. The exchange's refusal is shown where the text was written.
 */
import { useState } from 'preact/hooks';
import { write } from '../../base/admin-session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Fault } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';

interface TextDialogProps {
  readonly title: string;
  readonly why: string;
  /** The step without its text. */
  readonly step: object;
  readonly onClose: () => void;
  readonly done: (one: string) => void;
}

export function TextDialog({ title, why, step, onClose, done }: TextDialogProps) {
  const { judging } = adminWords.value;
  const [text, setText] = useState('');
  const [fault, setFault] = useState<unknown>(null);
  const send = (close: () => void): void => {
    const body = { ...step, text: text.trim() === '' ? null : text };
    write<{ readonly case: string }>('/admin/v1/cases/step', body).then((taken) => {
      close();
      done(taken.case);
    }, setFault);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <form
          class="judge-dialog"
          onSubmit={(event) => {
            event.preventDefault();
            send(close);
          }}
        >
          <p class="dim">{why}</p>
          <label class="judge-field">
            {judging.text}
            <textarea
              rows={6}
              maxLength={20_000}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          {fault === null ? null : <Fault error={fault} />}
          <button type="submit">{title}</button>
        </form>
      )}
    </Dialog>
  );
}
