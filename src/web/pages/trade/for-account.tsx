/** For whom what is about to be done will be done: said wherever something can be placed or changed. */
import { accountText } from '../../format/account-text.ts';
import { dialog } from '../../base/open-dialog.ts';
import { isDemo, session } from '../../base/session.ts';
import { words } from '../../words/words.ts';

export function ForAccount({ hasOwnKey = false }: { readonly hasOwnKey?: boolean }) {
  const { trade } = words.value;
  const who = session.value;
  // Its room is there before anybody is signed in.
  if (who === null) return <p class="for-account" />;
  return (
    <p class="for-account" data-for={who.uid}>
      {trade.for(accountText(who.uid))}
      {hasOwnKey && isDemo(who.uid) ? (
        <button type="button" class="link" onClick={() => (dialog.value = 'account')}>
          {trade.ownKey}
        </button>
      ) : null}
    </p>
  );
}
