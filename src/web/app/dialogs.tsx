/**
 * The windows over a page: signing in, settings, what a log proves. One at a time.
 */
import { dialog, type DialogName } from '../base/open-dialog.ts';
import { Dialog } from '../parts/dialog.tsx';
import { withWords, words } from '../words/words.ts';
import { lazy } from '../parts/lazy.tsx';
import './dialogs.css';

const SignIn = lazy(() => withWords(import('./sign-in.tsx'), 'dialogs').then((part) => part.SignIn));
const Keys = lazy(() => withWords(import('./keys.tsx'), 'dialogs').then((part) => part.Keys));
const SettingsForm = lazy(() => withWords(import('./settings-form.tsx'), 'dialogs').then((part) => part.SettingsForm));
const Claims = lazy(() => withWords(import('../parts/claims.tsx'), 'claims').then((part) => part.Claims));

export function Dialogs() {
  const shown = dialog.value;
  const { shell } = words.value;
  if (shown === null) return null;
  const titles = { account: shell.account, settings: shell.settings, claims: shell.claims, keys: shell.keys };
  return (
    <Dialog key={shown} title={titles[shown]} onClose={() => (dialog.value = null)}>
      {(close) => <Shown name={shown} close={close} />}
    </Dialog>
  );
}

function Shown({ name, close }: { readonly name: DialogName; readonly close: () => void }) {
  if (name === 'account') return <SignIn done={close} />;
  if (name === 'settings') return <SettingsForm />;
  return name === 'claims' ? <Claims /> : <Keys />;
}
