/**
 * Single keys: `?` for help, `g` and a letter for a page, `1` to `9` for the length of a bar, `s` to stop and start the
 * stream. Off while someone types, and by setting. None ever sends an order.
 */
import { togglePause } from '../live/activity.ts';
import { startFocus } from '../base/focus.ts';
import { dialog } from '../base/open-dialog.ts';
import { go, path } from '../base/router.ts';
import { settings } from '../base/settings.ts';
import { machine } from '../../time/machine.ts';

/** After `g`. */
const PAGES: Readonly<Record<string, string>> = {
  l: '/',
  t: '/trade',
  b: '/board',
  o: '/log',
  p: '/proof',
  m: '/me',
};
const SECOND_WITHIN_MS = 1_500;

let goesUntilMs = 0;

/** Listens from now on; called once. */
export function startKeyboard(): void {
  startFocus();
  document.addEventListener('keydown', (event) => {
    if (!settings.value.keys || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    if (dialog.value === null && press(event.key)) event.preventDefault();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;
}

/** Whether the key means something here. */
function press(key: string): boolean {
  const page = machine.steadyMs() < goesUntilMs ? PAGES[key] : undefined;
  goesUntilMs = key === 'g' ? machine.steadyMs() + SECOND_WITHIN_MS : 0;
  if (page !== undefined) go(page);
  else if (key === '?') dialog.value = 'keys';
  else if (key === 's' && path.value === '/') togglePause();
  else if (/^[1-9]$/.test(key)) return chooseGranularity(Number(key));
  else if (key === 'f') return focus('[data-field="size"]');
  else if (key === '/') return focus('.trade-head select, .tickers a');
  else return key === 'g';
  return true;
}

/** The chart's own button is pressed, so that there is one way to choose. */
function chooseGranularity(place: number): boolean {
  const button = document.querySelectorAll<HTMLButtonElement>('[data-granularities] button')[place - 1];
  button?.click();
  return button !== undefined;
}

function focus(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}
