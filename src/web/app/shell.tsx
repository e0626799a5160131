/**
 * The frame of every page: the bar above, warnings, and the line below.
 */
import { useEffect } from 'preact/hooks';
import { distance } from '../format/time.ts';
import { isTight } from '../base/budget.ts';
import { delayMs, lostAtMs, quietSeconds } from '../live/connection.ts';
import { withWords, words } from '../words/words.ts';
import { app } from '../base/app-json.ts';
import { Banner } from './banner.tsx';
import { dialog } from '../base/open-dialog.ts';
import { Dialogs } from './dialogs.tsx';
import { path, to } from '../base/router.ts';
import { lazy } from '../parts/lazy.tsx';
import { Page } from './routes.tsx';
import { startTitle } from './title.ts';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** Nothing has to be heard before the page is there. */
const Announcer = lazy(() => withWords(import('./announcer.tsx'), 'trade').then((part) => part.Announcer), null);
/** The prices of a market that trades move more often than this. */
const QUIET_S = 5;

function StatusBar() {
  const { shell, nav } = words.value;
  return (
    <footer class="status">
      <span>{shell.version(app.value.version)}</span>
      <button type="button" class="link" onClick={() => (dialog.value = 'claims')}>
        {shell.claims}
      </button>
      <a href={to('/about')}>{nav.about}</a>
      {path.value.startsWith('/trade') ? (
        <a href="https://www.tradingview.com/" rel="noopener noreferrer" target="_blank">
          {shell.charts}
        </a>
      ) : null}
      {isTight.value ? <span class="warn">{shell.tight}</span> : null}
      {lostAtMs.value === null && quietSeconds.value >= QUIET_S ? (
        <span>{shell.quiet(distance(quietSeconds.value * 1_000))}</span>
      ) : null}
      {delayMs.value === null ? null : (
        <span class="status-delay">{shell.delay(distance(Math.round(delayMs.value)))}</span>
      )}
    </footer>
  );
}

/** Targets of the first presses of Tab: the content, and on the terminal its form and its tables. */
function Skips() {
  const { shell } = words.value;
  const targets = [
    ['main', shell.toMain],
    ...(path.value.startsWith('/trade')
      ? ([
          ['order-form', shell.toForm],
          ['own-tables', shell.toTables],
        ] as const)
      : []),
  ] as const;
  return (
    <>
      {targets.map(([id, text]) => (
        <a key={id} class="skip" href={`#${id}`} onClick={(event) => skipTo(event, id)}>
          {text}
        </a>
      ))}
    </>
  );
}

/** The base of the page is not its address, so the browser's own jump would leave it. */
function skipTo(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

export function Shell() {
  const isStale = lostAtMs.value !== null;
  useEffect(startTitle, []);
  return (
    <>
      <Skips />
      <TopBar />
      <Banner />
      <main id="main" tabIndex={-1} class={isStale ? 'main stale' : 'main'}>
        <Page />
      </main>
      <StatusBar />
      <Announcer />
      <Dialogs />
    </>
  );
}
