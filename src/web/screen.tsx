/**
 * The beginning of pages that stand alone: a hall's screen, and the board in a frame of a page elsewhere. Nobody is
 * signed in here, and nothing can be done: whatever page is around it, there is nothing to click that matters.
 */
import './style/tokens.css';
import './style/base.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { readApp } from './base/app-json.ts';
import { brandName } from './base/brand.ts';
import { startClock } from './base/clock.ts';
import { startFrames } from './base/frame.ts';
import { applyAppearance } from './base/look.ts';
import { path, query, startRouter } from './base/router.ts';
import { hurryConnection, lostAtMs, startConnection } from './live/connection.ts';
import { startMarket } from './live/market.ts';
import { startService } from './live/service.ts';
import { machine } from '../time/machine.ts';
import { startWords, withWords } from './words/words.ts';
import { Embed } from './screen/embed.tsx';
import { Projector } from './screen/projector.tsx';
import { keepCurrent } from './screen/current.ts';
import { shownTitle } from './screen/shown.ts';

/** Another contest may be the one to show by then. */
const READ_EVERY_MS = 60_000;

applyAppearance();
const theme = query.value.get('theme');
if (theme === 'dark' || theme === 'light') document.documentElement.dataset['theme'] = theme;
startFrames();
startRouter();
startClock();
startConnection();
await readApp();
await startWords();
await withWords(Promise.resolve(), 'board', 'live');
const Shown = path.value.startsWith('/embed/') ? Embed : Projector;
render(<Shown />, document.getElementById('app') as HTMLElement);
effect(() => void (document.title = [shownTitle(), brandName].filter((part) => part !== '').join(' · ')));
void startMarket();
startService(lostAtMs, () => {
  hurryConnection();
  void readApp();
});
machine.every(READ_EVERY_MS, () => void readApp());
keepCurrent();
