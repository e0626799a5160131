/**
 * Copies a text, and says that it did.
 */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { machine } from '../../time/machine.ts';

const SAID_MS = 2_000;

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const { shell } = words.value;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        machine.after(SAID_MS, () => setCopied(false));
      },
      () => undefined,
    );
  };
  return (
    <button type="button" onClick={copy}>
      {isCopied ? shell.copied : (label ?? shell.copy)}
    </button>
  );
}
