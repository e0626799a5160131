/**
 * Statements in a case, with author and time. A text or a file is read after a notice that this is recorded.
 */
import { useState } from 'preact/hooks';
import type { CaseRow, SaidRow } from '../../live/judging.ts';
import { person, read, readBytes } from '../../base/admin-session.ts';
import { whole } from '../../format/number.ts';
import { Time } from '../../parts/figures.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { save } from '../../parts/save.ts';
import { adminWords } from '../../words/admin.ts';
import { caseWords } from '../../words/cases.ts';

export function Said({ one }: { readonly one: CaseRow }) {
  const { judging } = adminWords.value;
  const mayRead = person.value?.role !== 'owner';
  return (
    <Panel title={judging.said}>
      <p class="dim">{mayRead ? judging.recorded : judging.notYours}</p>
      <ol class="judge-said">
        {one.said.map((row, at) => (
          <li key={at} data-step={row.step}>
            <p class="judge-line">
              <Time ms={row.at} /> <strong>{caseWords.value.steps[row.step] ?? row.step}</strong>
              <span class="dim">
                {judging.by} <RawText text={row.actor} limit={64} />
              </span>
            </p>
            {row.sha256 === null ? null : <SaidText sha256={row.sha256} mayRead={mayRead} />}
            <SaidFiles row={row} place={`${one.case}-${at + 1}`} mayRead={mayRead} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function SaidText({ sha256, mayRead }: { readonly sha256: string; readonly mayRead: boolean }) {
  const { judging } = adminWords.value;
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const open = (): void => {
    read<{ readonly text: string }>('/admin/v1/text', { sha256 }).then((found) => setText(found.text), setFault);
  };
  if (fault !== null) return <Fault error={fault} retry={open} />;
  if (text !== null)
    return (
      <p>
        <RawText text={text} />
      </p>
    );
  return (
    <button type="button" disabled={!mayRead} onClick={open}>
      {judging.readText}
    </button>
  );
}

interface SaidFilesProps {
  readonly row: SaidRow;
  /** Names the saved file; the sender's own name for it is never used. */
  readonly place: string;
  readonly mayRead: boolean;
}

function SaidFiles({ row, place, mayRead }: SaidFilesProps) {
  const { judging } = adminWords.value;
  const { file, bytes } = caseWords.value;
  const [fault, setFault] = useState<unknown>(null);
  const keep = (sha256: string, nth: number): void => {
    readBytes(`/admin/v1/file?sha256=${sha256}`).then((found) => {
      setFault(null);
      save(`case-${place}-file-${nth}`, found);
    }, setFault);
  };
  if (row.files.length === 0) return null;
  return (
    <>
      <ul class="judge-files">
        {row.files.map(({ name, sha256, size }, at) => (
          <li key={at} class="judge-line">
            {file} {at + 1}: <RawText text={name} limit={100} /> <span class="dim">{bytes(whole(size))}</span>
            <code class="judge-hash">{sha256}</code>
            <button type="button" disabled={!mayRead} onClick={() => keep(sha256, at + 1)}>
              {judging.saveFile}
            </button>
          </li>
        ))}
      </ul>
      {fault === null ? null : <Fault error={fault} />}
    </>
  );
}
