/**
 * The focus of the keyboard, in view as a whole: a browser leaves it half outside where a part of the page scrolls
 * sideways, and cuts its ring.
 */

/** Listens from now on; called once. */
export function startFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    const focused = target as Element;
    if (focused.matches(':focus-visible:not(main)')) focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
