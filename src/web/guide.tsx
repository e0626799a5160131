/**
 * The beginning of a guide's page, which is whole without it: appearance and language as the visitor has chosen, the
 * search, buttons that copy code.
 */
import './style/tokens.css';
import './style/base.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { readApp } from './base/app-json.ts';
import { startFocus } from './base/focus.ts';
import { applyAppearance } from './base/look.ts';
import { startWords, withWords, words } from './words/words.ts';
import { Copy, Notes, Top } from './guide/frame.tsx';
import { Search } from './guide/search.tsx';
import './app/shell.css';
import './app/top-bar.css';
import './guide/guide.css';

/** Widths at which the lists have columns of their own (guide.css). */
const LISTS = [
  ['.guide-side details', matchMedia('(min-width: 1000px)')],
  ['.guide-contents details', matchMedia('(min-width: 1240px)')],
] as const;

applyAppearance();
startFocus();
if (document.body.dataset['admin'] === undefined) await readApp();
await startWords();
await withWords(Promise.resolve(), 'guide');
draw(<Top />, '#guide-top');
draw(<Search />, '#guide-search');
draw(<Notes />, '#guide-notes');
effect(sayWords);
for (const block of document.querySelectorAll('.guide-text pre')) addCopy(block);
showSides();
for (const [, wide] of LISTS) wide.addEventListener('change', showSides);
reachTables();
addEventListener('resize', reachTables);

function draw(what: ReturnType<typeof Top>, selector: string): void {
  const place = document.querySelector(selector);
  if (place === null) return;
  place.replaceChildren();
  render(what, place);
}

/** Texts of the frame outside of components. */
function sayWords(): void {
  const { guide } = words.value;
  for (const element of document.querySelectorAll<HTMLElement>('[data-word]')) {
    const text = guide[element.dataset['word'] as 'all' | 'contents' | 'markdown' | 'none'];
    element.textContent = text;
    element.lang = words.value.lang;
  }
}

function addCopy(block: Element): void {
  const place = document.createElement('div');
  place.className = 'guide-copy';
  block.before(place);
  render(<Copy text={block.textContent} />, place);
}

function showSides(): void {
  for (const [selector, wide] of LISTS) {
    const details = document.querySelector<HTMLDetailsElement>(selector);
    if (details !== null) details.open = wide.matches;
  }
}

/** Makes scrolling parts reachable by the keyboard too. */
function reachTables(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.guide-table, .guide-text pre')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
}
