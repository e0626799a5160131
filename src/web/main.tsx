/**
 * The beginning of the page for everybody: what must be known is read, then the page is drawn and follows the exchange.
 */
import { render } from 'preact';
import { readApp } from './app/app-json.ts';
import { startLook } from './app/look.ts';
import { startRouter } from './app/router.ts';
import { startSession } from './app/session.ts';
import { Shell } from './app/shell.tsx';
import { startAccount } from './live/account.ts';
import { startClock } from './live/clock.ts';
import { startConnection } from './live/connection.ts';
import { startFrames } from './live/frame.ts';
import { startLog } from './live/log-head.ts';
import { startMarket } from './live/market.ts';
import { startWords } from './words/words.ts';
import './style/tokens.css';
import './style/base.css';

startLook();
startFrames();
startRouter();
startClock();
startConnection();
await readApp();
await startWords();
render(<Shell />, document.getElementById('app') as HTMLElement);
startLog();
void startMarket();
startAccount();
void startSession();
void import('./app/keyboard.ts').then(({ startKeyboard }) => startKeyboard());
