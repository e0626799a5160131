/**
 * The placeholder of something being read: nothing at first, after 150 ms as many faint lines as there will be.
 */
import { useEffect, useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import './skeleton.css';
import { machine } from '../../time/machine.ts';

const SHOWN_AFTER_MS = 150;

export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = machine.after(SHOWN_AFTER_MS, () => show(true));
    return () => timer.cancel();
  }, []);
  return (
    <div class={isShown ? 'skeleton skeleton-shown' : 'skeleton'}>
      <span class="hidden-text">{words.value.shell.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} class="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}
