/**
 * The windows over a page: signing in, settings, what a log proves. One at a time; Escape closes it, and what had the
 * focus gets it back, both by the browser's own dialog.
 */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.ts';
import { SettingsForm } from './settings-form.tsx';
import { SignIn } from './sign-in.tsx';
import './dialogs.css';

type DialogName = 'account' | 'settings' | 'claims' | 'keys';

export const dialog = signal<DialogName | null>(null);

export function Dialogs({ claims }: { readonly claims: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  const shown = dialog.value;
  const { shell, signIn, claims: claimWords } = words.value;
  useEffect(() => {
    if (shown !== null && ref.current?.open === false) ref.current.showModal();
  }, [shown]);
  if (shown === null) return null;
  const titles = { account: signIn.title, settings: shell.settings, claims: claimWords.title, keys: shell.keys };
  return (
    <dialog ref={ref} onClose={() => (dialog.value = null)} aria-label={titles[shown]}>
      <div class="dialog-head">
        <h1>{shown === 'account' ? shell.account : titles[shown]}</h1>
        <button type="button" onClick={() => ref.current?.close()}>
          {shell.close}
        </button>
      </div>
      {shown === 'account' ? <SignIn done={() => ref.current?.close()} /> : null}
      {shown === 'settings' ? <SettingsForm /> : null}
      {shown === 'claims' ? claims : null}
    </dialog>
  );
}
