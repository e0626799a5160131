/**
 * The title of the tab: the page, by its name among the links above or else by its own heading, and on the terminal the
 * price, once a second at most.
 */
import { effect } from '@preact/signals';
import { number } from '../format/number.ts';
import { nowSecond } from '../live/clock.ts';
import { quote } from '../live/market.ts';
import { path } from './router.ts';
import { links } from './top-bar.tsx';

/** Returns what ends it. */
export function startTitle(): () => void {
  return effect(() => {
    // Each second, and with each page.
    void nowSecond.value;
    const [, page = '', symbol = ''] = path.value.split('/');
    const known = page === 'trade' ? quote(symbol) : undefined;
    const last = known?.ticker.peek()?.lastPrice;
    const price = known === undefined || last === undefined ? null : number(last, { decimals: known.decimals });
    const parts = [price === null ? null : `${price} ${known?.coin}`, nameOf(page), 'Outcry'];
    document.title = parts.filter((part) => part !== null).join(' · ');
  });
}

function nameOf(page: string): string | null {
  const link = links().find((one) => one.path === path.value || (page === 'trade' && one.path === '/trade'));
  return link?.text ?? (document.querySelector('main h1')?.textContent?.trim() || null);
}
