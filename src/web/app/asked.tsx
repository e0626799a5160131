/**
 * The tab's account, which needs its key again: nobody becomes somebody else by themselves.
 */
import { words } from '../words/words.ts';
import { accountText } from '../format/account-text.ts';
import { app } from '../base/app-json.ts';
import { dialog } from '../base/open-dialog.ts';
import { faultText } from '../parts/refusal-said.ts';
import { askedFor, signedOutWhy, signIn as enter } from '../base/session.ts';

export function Asked() {
  const { shell, signIn } = words.value;
  const uid = askedFor.value;
  const [demo] = app.value.demo ?? [];
  if (uid === null) return null;
  return (
    <div class="banner" role="status" data-asked={uid}>
      {signedOutWhy.value === null ? null : faultText(signedOutWhy.value)} {signIn.askedFor(uid)}{' '}
      <button type="button" class="link" onClick={() => (dialog.value = 'account')}>
        {shell.signIn}
      </button>{' '}
      {demo === undefined ? null : (
        <button
          type="button"
          class="link"
          onClick={() => void enter(demo, false).catch((error: Error) => (signedOutWhy.value = error))}
        >
          {signIn.goOnAs(accountText(String(demo.uid)))}
        </button>
      )}
    </div>
  );
}
