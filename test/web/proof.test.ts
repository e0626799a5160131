// Receipts in a real browser: checked without a network, and what callers wrote obeys nobody.
import { expect, it, vi } from 'vitest';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { describeJourney, ownerOf } from './journey-kit.ts';

/** What every page asks from time to time: the head of the log, and how the visitor's account stands. */
const EVERYWHERE = new Set([
  '/ailog/checkpoint',
  ...['account/assets', 'account/refusals', 'ai/coverage'].map((path) => `/capi/v2/${path}`),
]);

describeJourney('proofs in a real browser', (journey) => {
  it('checks a receipt without a network, and says what does not hold when a bit of it is another', async () => {
    const owner = ownerOf(journey());
    const explanation = `<script>alert(1)</script>\u202etxt.exe \u001b[31m ${'x'.repeat(700)}`;
    const body = JSON.stringify({ stage: 'Decision', model: '<b>m</b>', input: {}, output: {}, explanation });
    await owner.uploadAiLog(body);
    const index = (await owner.aiLogs({ limit: 1 })).list[0]!.index;
    const receipt = await vi.waitFor(() => owner.aiProof({ index }), { timeout: PATIENCE_MS });
    const page = await journey().open('/proof');
    await page.locator('[data-file="receipt"]').waitFor({ timeout: WITHIN_MS });
    await page.context().setOffline(true);
    const drop = (name: string, text: string): Promise<void> =>
      page
        .locator(`[data-file="${name}"]`)
        .setInputFiles({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await drop('receipt', receipt);
    await page.locator('[data-proof="right"]').waitFor({ timeout: WITHIN_MS });
    await drop('body', body);
    await page.locator('[data-proof="right"]', { hasText: en.proof.bodyRight }).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-step="right"]').count(), 'every line').toBe(5);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await drop('body', body.replace('Decision', 'Decisiom'));
    await page.locator('[data-step="wrong"][data-number="5"]').waitFor({ timeout: WITHIN_MS });
    await drop('body', body);
    await drop('receipt', receipt.replace(/index \d+/, 'index 0'));
    await page.locator('[data-step="wrong"][data-number="2"]').waitFor({ timeout: WITHIN_MS });
    await drop('receipt', flipped(receipt, '\n— '));
    await page.locator('[data-step="wrong"][data-number="3"]').waitFor({ timeout: WITHIN_MS });
    expect(
      asked.filter((path) => !EVERYWHERE.has(path)),
      'requests while files were checked',
    ).toEqual([]);
    await page.context().close();

    const own = await journey().signedIn(`/log/${index}`, { viewport: { width: 360, height: 800 } });
    await own.locator('[data-step="right"]').nth(3).waitFor({ timeout: WITHIN_MS });
    const shown = await own.locator('main').textContent();
    expect(shown, 'marked, not obeyed').toContain('⟨U+202E⟩');
    expect(await own.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await own.locator('main script, main b').count()).toBe(0);
    await own.context().close();
  });
});

/** The receipt with another signature: one letter of the line that begins so is another. */
function flipped(receipt: string, beginning: string): string {
  const at = receipt.indexOf(beginning) + beginning.length;
  const place = receipt.indexOf(' ', at) + 20;
  const letter = receipt[place] === 'A' ? 'B' : 'A';
  return receipt.slice(0, place) + letter + receipt.slice(place + 1);
}
