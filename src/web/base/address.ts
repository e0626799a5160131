/** The part after the path in the address, changed without a page being loaded. */
import { query } from './router.ts';

/** Writes a value after the address of the page that is shown, or takes it away; nothing is loaded or scrolled. */
export function setQuery(name: string, value: string | null): void {
  const next = new URLSearchParams(location.search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  if (next.toString() === query.value.toString()) return;
  const text = next.toString();
  history.replaceState(null, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
  query.value = next;
}
