/**
 * The title of the tab: the page, and on the terminal the price, once a second at most.
 */
import { effect } from '@preact/signals';
import { number } from '../format/number.ts';
import { nowSecond } from '../live/clock.ts';
import { quote } from '../live/market.ts';
import { path } from './router.ts';
import { isHere, links } from './top-bar.tsx';

/** Returns what ends it. */
export function startTitle(): () => void {
  return effect(() => {
    // Each second, and with each page.
    void nowSecond.value;
    const here = links().find((link) => isHere(link.path));
    const [, , symbol = ''] = path.value.split('/');
    const known = path.value.startsWith('/trade') ? quote(symbol) : undefined;
    const last = known?.ticker.peek()?.lastPrice;
    const price = known === undefined || last === undefined ? null : number(last, { decimals: known.decimals });
    const parts = [price === null ? null : `${price} ${known?.coin}`, here?.text ?? null, 'Outcry'];
    document.title = parts.filter((part) => part !== null).join(' · ');
  });
}
