// The windows over pages, and how a hand opens each, in any language: for pictures, and for what holds of them all.
import type { Page } from 'playwright-core';
import { WITHIN_MS } from '../browser.ts';
import { type Journey, ownerOf, SYMBOL } from './journey-kit.ts';

export interface Window {
  readonly name: string;
  /** The page it opens over. */
  readonly path: string;
  /** What is pressed, one after the other. */
  readonly press?: readonly string[];
  /** What is written first: text by field. */
  readonly write?: Readonly<Record<string, string>>;
  /** Whose window of the administration it is; otherwise it is everybody's. */
  readonly admin?: 'owner' | 'judge';
  /** Needs a position and an order of the account, or the judged contest. */
  readonly needs?: 'position' | 'judged';
}

const TERMINAL = `/trade/${SYMBOL}`;
const tab = (nth: number): string => `.tabs-list button >> nth=${nth}`;

export const WINDOWS: readonly Window[] = [
  { name: 'account', path: '/about', press: ['button.account'] },
  { name: 'settings', path: '/about', press: ['.icon-button'] },
  { name: 'claims', path: '/about', press: ['.status .link'] },
  { name: 'keys', path: '/about' },
  { name: 'bring-bot', path: '/', press: ['.intro-next .link'] },
  { name: 'leverage', path: TERMINAL, press: ['[data-modes]'] },
  { name: 'confirm', path: TERMINAL, write: { price: '1000', size: '0.01' }, press: ['[data-type="1"]'] },
  {
    name: 'close',
    path: TERMINAL,
    press: [tab(0), '[data-position] .tabs-actions button >> nth=0'],
    needs: 'position',
  },
  {
    name: 'tp-sl',
    path: TERMINAL,
    press: [tab(0), '[data-position] .tabs-actions button >> nth=1'],
    needs: 'position',
  },
  {
    name: 'margin',
    path: TERMINAL,
    press: [tab(0), '[data-position] .tabs-actions button >> nth=2'],
    needs: 'position',
  },
  { name: 'amend', path: TERMINAL, press: [tab(1), '[data-amend]'], needs: 'position' },
  // The last of everybody's: nobody is signed in afterwards.
  { name: 'signed-out', path: '/about', press: ['button.account', 'dialog .form > button', 'button.account'] },
  { name: 'verdict', path: '/board/j1', press: ['[data-verdict]:visible'], needs: 'judged' },
  { name: 'halt', path: '/ops', press: ['[data-contract] button'], admin: 'owner' },
  { name: 'open-case', path: '/judge/j1/t1', press: ['.judge > .panel button'], admin: 'judge', needs: 'judged' },
  {
    name: 'compare',
    path: '/judge/j1/t1?tab=templates',
    press: ['.judge-tabs ~ .panel button'],
    admin: 'judge',
    needs: 'judged',
  },
];

/** Opens the window over its page, which is there. */
export async function openWindow(page: Page, { name, path, write = {}, press = [] }: Window): Promise<void> {
  if (path === TERMINAL) {
    await page.locator('[data-modes]').waitFor({ state: 'attached', timeout: WITHIN_MS });
    const section = page.locator('.trade-sections button').nth(name === 'leverage' || name === 'confirm' ? 2 : 3);
    if (await section.isVisible()) await section.click();
  }
  for (const [field, text] of Object.entries(write)) await page.locator(`[data-field="${field}"]`).fill(text);
  for (const one of press) await page.locator(one).first().click({ timeout: WITHIN_MS });
  if (name === 'keys') await page.keyboard.press('?');
  await page.locator('dialog[open] > :not(.dialog-head)').first().waitFor({ timeout: WITHIN_MS });
}

/** What an account has that trades: a position that is protected, orders, fills. */
export async function trade(journey: Journey): Promise<void> {
  const owner = ownerOf(journey);
  const order = { symbol: SYMBOL, size: '0.02', type: '1', order_type: '0' } as const;
  await owner.placeOrder({ ...order, match_price: '1', client_oid: 'look-1' });
  const [position] = await owner.allPosition();
  const price = (share: number): string => (Math.round(Number(position!.open_value) / 0.02) * share).toFixed(0);
  await owner.placeOrder({ ...order, match_price: '0', price: price(0.99), client_oid: 'look-2' });
  await owner.placeOrder({ ...order, symbol: 'cmt_ethusdt', type: '2', match_price: '1', client_oid: 'look-3' });
}
