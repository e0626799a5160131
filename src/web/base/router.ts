/**
 * The visitor's place: the path below the base of the page, as a signal. Links of the page change it without loading.
 */
import { signal } from '@preact/signals';

/** Path of the page's base, with a slash at its end. */
export const base = new URL(document.baseURI).pathname;

export const path = signal(here());
export const query = signal(new URLSearchParams(location.search));

/** Address of a path of the page: `/log` below the base. */
export function to(target: string): string {
  return base + target.replace(/^\//, '');
}

export function go(target: string): void {
  history.pushState(null, '', to(target));
  moved();
  document.getElementById('main')?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Follows links and the browser's own buttons; called once. */
export function startRouter(): void {
  addEventListener('popstate', moved);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest('a');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.target !== '' || link.origin !== location.origin || !link.pathname.startsWith(base)) return;
    if (link.dataset['reload'] !== undefined || link.hash !== '') return;
    event.preventDefault();
    go(`${link.pathname.slice(base.length - 1)}${link.search}`);
  });
}

function moved(): void {
  path.value = here();
  query.value = new URLSearchParams(location.search);
}

/** An address beside the base, which the exchange answers too, is a path as it is. */
function here(): string {
  const { pathname } = location;
  const below = `${pathname}/`.startsWith(base) ? `/${pathname.slice(base.length)}` : pathname;
  return below.replace(/(.)\/$/, '$1');
}
