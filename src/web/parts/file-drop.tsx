/**
 * A place for one file: chosen, or dropped. Its bytes go to the caller, as they are; its name is shown and nothing
 * more.
 */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { RawText } from './raw-text.tsx';
import './file-drop.css';

interface FileDropProps {
  readonly name: string;
  readonly label: string;
  readonly take: (bytes: Uint8Array) => void;
}

export function FileDrop({ name, label, take }: FileDropProps) {
  const [file, setFile] = useState<string | null>(null);
  const read = (given: File | undefined): void => {
    if (given === undefined) return;
    void given.arrayBuffer().then((buffer) => {
      setFile(given.name);
      take(new Uint8Array(buffer));
    });
  };
  return (
    <label
      class="file-drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        read(event.dataTransfer?.files[0]);
      }}
    >
      <strong>{label}</strong>
      <span class="dim">{file === null ? words.value.proof.choose : <RawText text={file} limit={80} />}</span>
      <input data-file={name} type="file" onChange={({ currentTarget }) => read(currentTarget.files?.[0])} />
    </label>
  );
}
