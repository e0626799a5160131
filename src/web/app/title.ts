/**
 * The title of the tab: the page, by its name among the links above or else by its own heading, and on the terminal the
 * price, once a second at most.
 */
import { effect } from '@preact/signals';
import { number } from '../format/number.ts';
import { brandName } from '../base/brand.ts';
import { nowSecond } from '../base/clock.ts';
import { quote } from '../live/market.ts';
import { path } from '../base/router.ts';
import { pageLinks } from '../parts/page-links.ts';

/** Returns what ends it. */
export function startTitle(): () => void {
  return effect(() => {
    // Each second, and with each page.
    void nowSecond.value;
    const [, page = '', symbol = ''] = path.value.split('/');
    const known = page === 'trade' ? quote(symbol) : undefined;
    const last = known?.ticker.peek()?.lastPrice;
    const price = last === undefined ? '' : `${number(last, { decimals: known!.decimals })} ${known!.coin}`;
    document.title = [price, nameOf(page), brandName].filter((part) => part !== '').join(' · ');
  });
}

function nameOf(page: string): string {
  const link = pageLinks().find((one) => one.path === (page === 'trade' ? '/trade' : path.value));
  return link?.text ?? document.querySelector('main h1')?.textContent ?? '';
}
