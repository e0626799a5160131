/**
 * What stands around every page: the bar above, what must be said to everybody, and the line below.
 */
import { useEffect } from 'preact/hooks';
import { timeText } from '../format/time.ts';
import { isTight } from '../live/budget.ts';
import { lostAtMs } from '../live/connection.ts';
import { history } from '../live/log-head.ts';
import { words } from '../words/words.ts';
import { app } from './app-json.ts';
import { dialog, Dialogs } from './dialogs.tsx';
import { path, to } from './router.ts';
import { Page } from './routes.tsx';
import { signedOutWhy } from './session.ts';
import { isHere, links, TopBar } from './top-bar.tsx';
import './shell.css';

function Banner() {
  const { shell } = words.value;
  const past = history.value;
  const download = (text: string): string =>
    URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  if (past?.verdict.is === 'wrong')
    return (
      <div class="banner banner-bad" role="alert">
        <strong>{shell.forked}</strong> {past.verdict.why}{' '}
        <a href={download(past.older)} download="checkpoint-before.txt">
          {shell.forkedOlder}
        </a>{' '}
        <a href={download(past.newer)} download="checkpoint-now.txt">
          {shell.forkedNewer}
        </a>
      </div>
    );
  if (lostAtMs.value !== null)
    return (
      <div class="banner" role="status">
        {shell.asOf(timeText(lostAtMs.value))}
      </div>
    );
  if (signedOutWhy.value !== null)
    return (
      <div class="banner" role="status">
        {signedOutWhy.value}
      </div>
    );
  return null;
}

function StatusBar() {
  const { shell, nav } = words.value;
  return (
    <footer class="status">
      <span>{shell.version(app.value.version)}</span>
      {isTight.value ? <span class="warn">{shell.tight}</span> : null}
      <button type="button" class="link" onClick={() => (dialog.value = 'claims')}>
        {shell.claims}
      </button>
      <a href={to('/about')}>{nav.about}</a>
      {path.value.startsWith('/trade') ? (
        <a href="https://www.tradingview.com/" rel="noopener noreferrer" target="_blank">
          {shell.charts}
        </a>
      ) : null}
    </footer>
  );
}

export function Shell() {
  const { shell } = words.value;
  const isStale = lostAtMs.value !== null;
  useEffect(() => {
    const here = links().find((link) => isHere(link.path));
    document.title = here === undefined ? 'Outcry' : `${here.text} · Outcry`;
  });
  return (
    <>
      <a class="skip" href="#main">
        {shell.toMain}
      </a>
      <TopBar />
      <Banner />
      <main id="main" tabIndex={-1} class={isStale ? 'main stale' : 'main'}>
        <Page />
      </main>
      <StatusBar />
      <Dialogs />
    </>
  );
}
