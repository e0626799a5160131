/**
 * Answers the notice of a case: a text, files, and whether this is all. Anything that would be refused for its size is
 * pointed out before it is sent.
 */
import { useRef, useState } from 'preact/hooks';
import { MOST_FILES, type Unfit, unfit } from '../../format/case-files.ts';
import { whole } from '../../format/number.ts';
import { useAsk } from '../../parts/ask.ts';
import { Fault } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { caseWords } from '../../words/cases.ts';
import type { CaseItemProps } from './case-item-props.ts';
import { CaseText } from './case-text.tsx';

export function CaseAnswer({ who, contest, one, changed }: CaseItemProps) {
  const words = caseWords.value;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [waive, setWaive] = useState(false);
  const [isSent, setSent] = useState(false);
  const { isBusy, fault, ask } = useAsk();
  const picker = useRef<HTMLInputElement>(null);
  const wrong = unfit(text, files, one.files);
  if (!who.canTrade) return <p class="dim">{words.readOnly}</p>;
  const answer = async (): Promise<void> => {
    setSent(false);
    const sent = await Promise.all(files.map(encoded));
    await who.client.contestAnswer({ contestId: contest, caseId: one.case, text, files: sent, waive });
  };
  const answered = (): void => {
    setText('');
    setFiles([]);
    setSent(true);
    if (picker.current !== null) picker.current.value = '';
    changed();
  };
  return (
    <form
      class="case-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === null && text.trim() !== '') ask(answer, answered);
      }}
    >
      <p>
        <strong>{words.answer}</strong>{' '}
        <span class="dim">{words.answerWhat(whole(one.answers), whole(one.files))}</span>
      </p>
      <CaseText text={text} write={setText} />
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
      <ChosenFiles files={files} />
      <label class="case-check">
        <input type="checkbox" checked={waive} onChange={({ currentTarget }) => setWaive(currentTarget.checked)} />
        {words.waive} <span class="dim">{words.waiveWhy}</span>
      </label>
      {wrong === null ? null : <p class="bad">{said(wrong)}</p>}
      {fault === null ? null : <Fault error={fault} />}
      <p class="me-line">
        <button type="submit" disabled={wrong !== null || text.trim() === '' || isBusy}>
          {waive ? words.waiveSure : words.send}
        </button>
        <span role="status">{isSent ? words.sent : text.trim() === '' ? words.needsText : ''}</span>
      </p>
    </form>
  );
}

function ChosenFiles({ files }: { readonly files: readonly File[] }) {
  const { bytes } = caseWords.value;
  if (files.length === 0) return null;
  return (
    <ul class="case-files">
      {files.map(({ name, size }, at) => (
        <li key={at}>
          <RawText text={name} limit={100} /> <span class="dim">{bytes(whole(size))}</span>
        </li>
      ))}
    </ul>
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
