// An account's own page in a real browser: what it owes and what is judged of a body are what the exchange says.
import { expect, it, vi } from 'vitest';
import { enRefusals } from '../../src/web/words/en-refusals.ts';
import { zhRefusals } from '../../src/web/words/zh-refusals.ts';
import { ppm } from '../../src/web/format/number.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { describeJourney, ownerOf, SYMBOL } from './journey-kit.ts';
import { LOOKS } from './sizes.ts';
import { badFocus } from './usable.ts';

const SOUND = { stage: 'Decision', model: 'm-1', input: { rsi: 1 }, output: { decision: 'HOLD' }, explanation: 'why' };
const sound = JSON.stringify(SOUND);
const withField = (text: string): string => `{${text},${sound.slice(1)}`;

/** Bodies that are refused, or look as if they should be, each for another reason. */
const HOSTILE: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', Buffer.from('')],
  ['no JSON', Buffer.from('hello')],
  ['cut off', Buffer.from(sound.slice(0, 40))],
  ['a list', Buffer.from('[]')],
  ['two documents', Buffer.from(`${sound}{}`)],
  ['a key twice', Buffer.from('{"input":{"rsi":1,"rsi":2}}')],
  ['a key twice below', Buffer.from(withField('"a":{"b":{"c":1,"c":1}}'))],
  ['not UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')])],
  ['half a pair', Buffer.from('{"a":"\\ud800"}')],
  ['a control character', Buffer.from('{"a":"\u0001"}')],
  ['an escape that is none', Buffer.from('{"a":"\\x41"}')],
  ['a number that is none', Buffer.from('{"a":01}')],
  ['not a number', Buffer.from('{"a":NaN}')],
  ['a comma too much', Buffer.from('{"a":1,}')],
  ['too deep', Buffer.from(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)],
  ['a long key', Buffer.from(`{"${'k'.repeat(300)}":1}`)],
  ['a long number', Buffer.from(`{"a":${'1'.repeat(80)}}`)],
  ['no stage', Buffer.from('{"model":"m","input":{},"output":{}}')],
  ['a stage that is a number', Buffer.from('{"stage":1,"model":"m","input":{},"output":{}}')],
  ['an order id that is a fraction', Buffer.from(withField('"orderId":1.5'))],
  ['a marker before it', Buffer.from(`\ufeff${sound}`)],
  ['__proto__', Buffer.from(withField('"__proto__":{"a":1}'))],
];

describeJourney('the page of an account in a real browser', (journey) => {
  it.each(LOOKS)(
    'says in words that the exchange is away, and covers no link with it, $width px wide, in $lang',
    async ({ width, height, lang }) => {
      const page = await (await journey().browser.newContext({ viewport: { width, height } })).newPage();
      await page.route('**/account/apiKey', (route) => route.fulfill({ status: 503, body: 'away' }));
      await page.goto(`${journey().url}/me?lang=${lang}`, { timeout: WITHIN_MS });
      const says = (lang === 'en' ? enRefusals : zhRefusals)['503']();
      await page.locator('.banner', { hasText: says }).waitFor({ timeout: WITHIN_MS });
      expect(await badFocus(page)).toEqual([]);
      await page.context().close();
    },
  );

  it('shows what an order owes until when, and its grade once its log is there, without being reloaded', async () => {
    const owner = ownerOf(journey());
    const page = await journey().signedIn('/me');
    const placed = await owner.placeOrder({
      symbol: SYMBOL,
      client_oid: 'owed-1',
      size: '0.01',
      type: '1',
      order_type: '0',
      match_price: '1',
    });
    const owed = page.locator(`[data-owed="${placed.order_id}"]`);
    await owed.waitFor({ timeout: WITHIN_MS });
    await owed.locator('[data-left="B"]').waitFor({ timeout: WITHIN_MS });
    await owed.locator('[data-left="C"]').waitFor({ timeout: WITHIN_MS });
    await owner.uploadAiLog(JSON.stringify({ ...SOUND, orderId: Number(placed.order_id) }));
    await owed.waitFor({ state: 'detached', timeout: WITHIN_MS });
    await vi.waitFor(
      async () => {
        const { grades, coveredPpm } = await owner.aiCoverage();
        const letters = await page.locator('[data-grade]').allInnerTexts();
        expect(letters.map((text) => text.trim())).toEqual(
          Object.entries(grades).map(([grade, count]) => `${grade} ${count}`),
        );
        expect(await page.locator('[data-coverage]').innerText()).toBe(ppm(coveredPpm));
      },
      { timeout: PATIENCE_MS, interval: 500 },
    );
    await page.context().close();
  });

  it('shows what the agent said and did, joined, and has checked it', async () => {
    const page = await journey().signedIn('/me');
    const thread = page.locator('.own-threads .thread', { hasText: 'why' }).first();
    await thread.locator('[data-check="right"]').waitFor({ timeout: WITHIN_MS });
    await thread.locator('.thread-fill').first().waitFor({ timeout: WITHIN_MS });
    expect(await thread.locator('.thread-fill').count(), 'its fill').toBe(1);
    await page.context().close();
  });

  it('shows of twenty hostile bodies what the exchange says, and sends their bytes as they are', async () => {
    const owner = ownerOf(journey());
    const page = await journey().signedIn('/me');
    const sent: Buffer[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/ai/validate')) sent.push(request.postDataBuffer() ?? Buffer.alloc(0));
    });
    const input = page.locator('[data-file="validate"]');
    await input.waitFor({ timeout: WITHIN_MS });
    for (const [name, body] of HOSTILE) {
      const told = await owner.aiValidate(new Uint8Array(body));
      const already = sent.length;
      await input.setInputFiles({ name: 'body.json', mimeType: 'application/json', buffer: Buffer.from(body) });
      await vi.waitFor(() => expect(sent.length).toBeGreaterThan(already), { timeout: PATIENCE_MS });
      await page.locator(`[data-valid="${String(told.ok)}"]`).waitFor({ timeout: WITHIN_MS });
      expect(sent.at(-1)?.equals(body), `bytes of ${name}`).toBe(true);
      for (const field of ['reason', 'path', 'offset']) {
        const value = told.error?.[field] ?? null;
        const shown = page.locator(`[data-valid] [data-${field}]`);
        if (value === null) expect(await shown.count(), `${field} of ${name}`).toBe(0);
        else await vi.waitFor(async () => expect(await shown.innerText(), name).toBe(String(value)), PATIENCE_MS);
      }
    }
    expect(HOSTILE.length).toBeGreaterThanOrEqual(20);
    await page.context().close();
  });
});
