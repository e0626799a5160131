/**
 * Answers the notice of a case: a text, files, and whether this is all. Anything that would be refused for its size is
 * pointed out before it is sent.
 */
import { useRef, useState } from 'preact/hooks';
import { MOST_FILES, type Unfit, unfit } from '../../format/case-files.ts';
import { whole } from '../../format/number.ts';
import { Fault } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { caseWords } from '../../words/cases.ts';
import type { CaseItemProps } from './case-item-props.ts';

export function CaseAnswer({ who, contest, one, changed }: CaseItemProps) {
  const words = caseWords.value;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [waive, setWaive] = useState(false);
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [fault, setFault] = useState<unknown>(null);
  const picker = useRef<HTMLInputElement>(null);
  const wrong = unfit(text, files, one.files);
  if (!who.canTrade) return <p class="dim">{words.readOnly}</p>;
  const send = async (): Promise<void> => {
    setState('sending');
    try {
      const sent = await Promise.all(files.map(encoded));
      await who.client.contestAnswer({ contestId: contest, caseId: one.case, text, files: sent, waive });
      setText('');
      setFiles([]);
      setFault(null);
      setState('sent');
      if (picker.current !== null) picker.current.value = '';
      changed();
    } catch (error) {
      setFault(error);
      setState('idle');
    }
  };
  return (
    <form
      class="case-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === null && text.trim() !== '') void send();
      }}
    >
      <p>
        <strong>{words.answer}</strong>{' '}
        <span class="dim">{words.answerWhat(whole(one.answers), whole(one.files))}</span>
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
      <label>
        {words.files} <span class="dim">{words.filesWhat}</span>
        <input
          ref={picker}
          type="file"
          multiple
          disabled={one.files >= MOST_FILES}
          onChange={({ currentTarget }) => setFiles([...(currentTarget.files ?? [])])}
        />
      </label>
      {files.length === 0 ? null : (
        <ul class="case-files">
          {files.map(({ name, size }, at) => (
            <li key={at}>
              <RawText text={name} limit={100} /> <span class="dim">{words.bytes(whole(size))}</span>
            </li>
          ))}
        </ul>
      )}
      <label class="case-check">
        <input type="checkbox" checked={waive} onChange={({ currentTarget }) => setWaive(currentTarget.checked)} />
        {words.waive} <span class="dim">{words.waiveWhy}</span>
      </label>
      {wrong === null ? null : <p class="bad">{said(wrong)}</p>}
      {fault === null ? null : <Fault error={fault} />}
      <p class="me-line">
        <button type="submit" disabled={wrong !== null || text.trim() === '' || state === 'sending'}>
          {waive ? words.waiveSure : words.send}
        </button>
        <span role="status">{state === 'sent' ? words.sent : text.trim() === '' ? words.needsText : ''}</span>
      </p>
    </form>
  );
}

async function encoded(file: File): Promise<{ readonly name: string; readonly file: string }> {
  return { name: file.name.slice(0, 100), file: base64Of(new Uint8Array(await file.arrayBuffer())) };
}

/** By the browser's own means: what the verifier has for it is loaded only with the verifier. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function said(wrong: Unfit): string {
  const words = caseWords.value;
  if (wrong.why === 'tooMany') return words.tooMany(whole(wrong.left));
  return wrong.why === 'tooMuch' ? words.tooMuch : words[wrong.why](wrong.name.slice(0, 100));
}
