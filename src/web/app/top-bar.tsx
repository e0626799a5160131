/**
 * The bar above every page: where one can go, how the connection and the log are, and who is signed in.
 */
import { whole } from '../format/number.ts';
import { duration, timeText } from '../format/time.ts';
import { connectionState, lostAtMs, retrySeconds } from '../live/connection.ts';
import { nowSecond, skewSeconds } from '../base/clock.ts';
import { head, headFault } from '../live/log-head.ts';
import { Brand } from '../parts/brand.tsx';
import { GuideLink } from '../parts/guide-link.tsx';
import { pageLinks } from '../parts/page-links.ts';
import { words } from '../words/words.ts';
import { accountText } from '../format/account-text.ts';
import { has } from '../base/app-json.ts';
import { dialog } from '../base/open-dialog.ts';
import { path, to } from '../base/router.ts';
import { session } from '../base/session.ts';
import './top-bar.css';

function isHere(link: string): boolean {
  return link === '/' ? path.value === '/' : path.value === link || path.value.startsWith(`${link}/`);
}

function Nav() {
  return (
    <nav class="nav" aria-label={words.value.nav.pages}>
      {pageLinks().map(({ path, text }) => (
        <a key={path} href={to(path)} aria-current={isHere(path) ? 'page' : undefined}>
          {text}
        </a>
      ))}
      <GuideLink name="">{words.value.nav.guide}</GuideLink>
      <a href={to('/docs/')} target="_blank" rel="noopener">
        {words.value.nav.docs}
      </a>
    </nav>
  );
}

function Connection() {
  const { shell } = words.value;
  const state = connectionState.value;
  const isLive = state === 'open' && lostAtMs.value === null;
  const seconds = retrySeconds.value;
  const text = isLive
    ? shell.live
    : lostAtMs.value === null
      ? shell.connecting
      : seconds === null
        ? shell.reconnecting
        : shell.retryIn(seconds);
  return (
    <span class={isLive ? 'badge ok' : 'badge warn'} data-state={isLive ? state : 'lost'}>
      <span aria-hidden="true">{isLive ? '●' : '○'}</span> {text}
    </span>
  );
}

function LogBadge() {
  const { shell } = words.value;
  const known = head.value;
  if (!has('log') || known === null) return null;
  const isChecked = known.signature.is === 'right' && headFault.value === null;
  return (
    <a class="badge log-badge" href={to('/log')} title={isChecked ? shell.logChecked : shell.logUnchecked}>
      {shell.log} {whole(known.head.size)} <span class={isChecked ? 'ok' : 'dim'}>{isChecked ? '✓' : '–'}</span>
    </a>
  );
}

function Account() {
  const { shell } = words.value;
  const who = session.value;
  return (
    <button type="button" class="account" onClick={() => (dialog.value = 'account')}>
      {who === null ? shell.signIn : accountText(who.uid)}
    </button>
  );
}

export function TopBar() {
  const { shell } = words.value;
  const skew = skewSeconds.value;
  return (
    <header class="top">
      <Brand />
      <Nav />
      <div class="top-state">
        <LogBadge />
        <Connection />
        {skew === null ? null : (
          <span class="badge warn">{shell.skew(duration(Math.abs(skew) * 1_000), skew > 0)}</span>
        )}
        <time class="badge clock">{timeText(nowSecond.value)}</time>
        <button
          type="button"
          class="icon-button"
          onClick={() => (dialog.value = 'settings')}
          aria-label={shell.settings}
        >
          <span aria-hidden="true">◐</span>
        </button>
        <Account />
      </div>
    </header>
  );
}
