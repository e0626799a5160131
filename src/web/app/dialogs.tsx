/**
 * The windows over a page: signing in, settings, what a log proves. One at a time; Escape closes it, and what had the
 * focus gets it back, both by the browser's own dialog.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.ts';
import { lazy } from './lazy.tsx';
import './dialogs.css';

const SignIn = lazy(() => import('./sign-in.tsx').then((part) => part.SignIn));
const SettingsForm = lazy(() => import('./settings-form.tsx').then((part) => part.SettingsForm));
const Claims = lazy(() => import('../parts/claims.tsx').then((part) => part.Claims));

type DialogName = 'account' | 'settings' | 'claims' | 'keys';

export const dialog = signal<DialogName | null>(null);

export function Dialogs() {
  const ref = useRef<HTMLDialogElement>(null);
  const shown = dialog.value;
  const { shell, signIn, claims } = words.value;
  useEffect(() => {
    if (shown !== null && ref.current?.open === false) ref.current.showModal();
  }, [shown]);
  if (shown === null) return null;
  const titles = { account: signIn.title, settings: shell.settings, claims: claims.title, keys: shell.keys };
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
      {shown === 'claims' ? <Claims /> : null}
      {shown === 'keys' ? <Keys /> : null}
    </dialog>
  );
}

function Keys() {
  return (
    <dl class="keys">
      {Object.entries(words.value.keys).map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
