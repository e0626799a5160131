/**
 * The way in for an agent, wherever the page has it: a button, and behind it what such an agent needs. The window is
 * loaded when it is first asked for.
 */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { lazy } from './lazy.tsx';

const BringBotWindow = lazy(() => import('./bring-bot-window.tsx').then((part) => part.BringBotWindow), null);

export function BringBot() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="link" onClick={() => setOpen(true)}>
        {words.value.live.emptyNext}
      </button>
      {isOpen ? <BringBotWindow onClose={() => setOpen(false)} /> : null}
    </>
  );
}
