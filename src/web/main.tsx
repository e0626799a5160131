/**
 * The beginning of the public page: what must be known is read, then the page is drawn and follows the exchange.
 */
import './style/tokens.css';
import './style/base.css';
import { render } from 'preact';
import { untilDone } from './base/again.ts';
import { readApp } from './base/app-json.ts';
import { applyAppearance } from './base/look.ts';
import { startRouter } from './base/router.ts';
import { session, startSession } from './base/session.ts';
import { Shell } from './app/shell.tsx';
import { startAccount } from './live/account.ts';
import { startClock } from './base/clock.ts';
import { hurryConnection, lostAtMs, startConnection } from './live/connection.ts';
import { startFrames } from './base/frame.ts';
import { startLog } from './live/log-head.ts';
import { startMarket } from './live/market.ts';
import { startService } from './live/service.ts';
import { startWords } from './words/words.ts';

applyAppearance();
startFrames();
startRouter();
startClock();
startConnection();
const isKnown = await readApp();
await startWords();
void startSession();
render(<Shell />, document.getElementById('app') as HTMLElement);
startLog();
void startMarket();
startAccount();
const readAgain = async (): Promise<boolean> => {
  const isRead = await readApp();
  if (isRead && session.value === null) void startSession();
  return isRead;
};
if (!isKnown) void untilDone(readAgain);
startService(lostAtMs, () => {
  hurryConnection();
  void readAgain();
});
void import('./app/keyboard.ts').then(({ startKeyboard }) => startKeyboard());
void import('./app/copied.ts').then(({ startCopies }) => startCopies());
