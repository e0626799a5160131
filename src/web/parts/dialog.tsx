/**
 * A window over a page. Escape closes it, and what had the focus gets it back, both by the browser's own dialog.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.ts';
import './dialog.css';

interface DialogProps {
  /** Its name, for those who hear it. */
  readonly title: string;
  /** Content above it; the title, when not given. */
  readonly heading?: string;
  readonly onClose: () => void;
  /** Its content, given the function that closes it. */
  readonly children: (close: () => void) => ComponentChildren;
}

export function Dialog({ title, heading = title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  // With the layout, before any further key is heard: an Escape right after it was asked for closes it too.
  useLayoutEffect(() => {
    if (ref.current?.open === false) ref.current.showModal();
  }, []);
  const close = (): void => ref.current?.close();
  return (
    <dialog ref={ref} onClose={onClose} aria-label={title}>
      <div class="dialog-head">
        <h1>{heading}</h1>
        <button type="button" onClick={close}>
          {words.value.shell.close}
        </button>
      </div>
      {children(close)}
    </dialog>
  );
}
