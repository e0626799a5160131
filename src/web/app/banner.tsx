/**
 * Warnings above every page, the gravest first: another history of the log, an exchange that is not ready, a
 * lost connection, a key that is over.
 */
import { timeText } from '../format/time.ts';
import { lostAtMs, retrySeconds } from '../live/connection.ts';
import { fork } from '../live/log-fork.ts';
import { notReady } from '../live/service.ts';
import { withWords, words } from '../words/words.ts';
import { lazy } from '../parts/lazy.tsx';
import { faultText } from '../parts/refusal-said.ts';
import { askedFor, isSigningIn, session, signedOutWhy } from '../base/session.ts';

/** Hardly anybody ever sees it. */
const Forked = lazy(() => withWords(import('./forked.tsx'), 'log').then((part) => part.Forked), null);
const Asked = lazy(() => withWords(import('./asked.tsx'), 'dialogs').then((part) => part.Asked), null);

export function Banner() {
  if (fork.value !== null) return <Forked />;
  const text = plainText();
  if (text !== null) return <div class="banner">{text}</div>;
  return askedFor.value === null || session.value !== null || isSigningIn.value ? null : <Asked />;
}

function plainText(): string | null {
  const { shell, errors } = words.value;
  if (notReady.value !== null) return errors.recovering(notReady.value);
  const seconds = retrySeconds.value;
  if (lostAtMs.value !== null)
    return `${shell.asOf(timeText(lostAtMs.value))}${seconds === null ? '' : ` · ${shell.retryIn(seconds)}`}`;
  return askedFor.value === null && signedOutWhy.value !== null ? faultText(signedOutWhy.value) : null;
}
