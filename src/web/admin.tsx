/**
 * The beginning of the administration's page, which its own listener shows: who comes is settled first, by the code in
 * the link; then the page is drawn.
 */
import './style/tokens.css';
import './style/base.css';
import { render } from 'preact';
import { startSession } from './base/admin-session.ts';
import { Shell } from './admin/shell.tsx';
import { startFocus } from './base/focus.ts';
import { applyAppearance } from './base/look.ts';
import { startRouter } from './base/router.ts';
import { startClock } from './base/clock.ts';
import { startFrames } from './base/frame.ts';
import { startAdminWords } from './words/admin.ts';
import { startWords } from './words/words.ts';

applyAppearance();
startFocus();
startFrames();
startRouter();
startClock();
const entered = startSession();
await Promise.all([startWords(), startAdminWords()]);
await entered;
render(<Shell />, document.getElementById('app') as HTMLElement);
