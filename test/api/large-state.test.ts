// An exchange with a large state and a history to catch up with: it trades before history is there, says how far that
// is, and proves its state without holding the thread that trades.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/app/settings/config.ts';
import { replayFolder, startApp } from '../../src/app/start.ts';
import { growJournal } from '../large-journal.ts';
import { asked, PATIENCE_MS } from '../patience.ts';
import { type Answer, BILLS, type Kit, signedRequest, startKit } from './kit.ts';

const ORDERS = 30_000;
let kit: Kit;
let atReady: { ready: Answer; store: Answer; bills: Answer; billsMs: number };

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'outcry-large-'));
  const small = readConfig(['--port', '0', '--data', data, '--no-market', '--log-level', 'silent'], {});
  await (await startApp(small, { demo: true })).stop();
  await growJournal(data, ORDERS);
  kit = await startKit(undefined, undefined, data);
  const ready = await kit.send({ target: '/readyz' });
  const store = await kit.send({ target: '/readyz?store' });
  const startedMs = performance.now();
  const bills = await kit.send(signedRequest(kit.alice, 'POST', BILLS, '{}'));
  atReady = { ready, store, bills, billsMs: performance.now() - startedMs };
}, 120_000);
afterAll(() => kit.stop());

it(
  'is ready to trade before history can be read; a read is answered, or refused at once with the time it will take',
  async () => {
    const { ready, store, bills, billsMs } = atReady;
    expect(ready.status).toBe(200);
    expect(ready.json).toMatchObject({ status: 'ready', sequence: expect.any(Number) });
    // On a fast machine history may be there already; it is never both far behind and called readable.
    if (store.status === 503) {
      expect(store.json).toMatchObject({ status: 'recovering', history: { behind: expect.any(Number) } });
      expect(store.json.history.behind).toBeGreaterThan(0);
    }
    if (bills.status !== 200) {
      expect(bills.status).toBe(503);
      expect(bills.json.hint).toMatch(
        /^history is stored up to sequence \d+, \d+ is needed(, in about \d+ s)?; ask again$/,
      );
      expect(billsMs).toBeLessThan(9_000);
    }
    // Both say what they expect: a pace that slows down makes it longer than it was said to take.
    const isThere = ({ status }: Answer) => status === 200;
    expect((await asked(() => kit.send({ target: '/readyz?store' }), isThere)).status).toBe(200);
    expect((await kit.post(kit.alice, BILLS, {})).status).toBe(200);
  },
  1.5 * PATIENCE_MS,
);

it.each(['/admin/state', '/admin/audit'] as const)(
  'answers %s without holding the thread that trades',
  async (path) => {
    // The longest turn of this thread meanwhile; of a busy machine the best of a few.
    let longestMs = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 5 && longestMs >= 400; attempt++) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      const reads: number[] = [];
      let answered = false;
      delay.enable();
      const proof = kit.admin('GET', path).finally(() => (answered = true));
      while (!answered) {
        reads.push((await kit.send({ target: '/healthz' })).status);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const answer = await proof;
      delay.disable();
      expect(answer.sequence).toBeGreaterThan(ORDERS);
      expect(new Set(reads)).toEqual(new Set([200]));
      // The proof's own time: it was made for this question.
      expect(answer.milliseconds).toBeGreaterThan(0);
      longestMs = delay.max / 1e6;
    }
    expect(longestMs).toBeLessThan(400);
  },
  PATIENCE_MS,
);

it('says the hash of the sequence it names, which a replay finds again', async () => {
  const live = await kit.admin('GET', '/admin/state');
  expect(live).toMatchObject({ healthy: true, projected: expect.any(Number), timeMs: expect.any(Number) });
  const replayed = await replayFolder(kit.data, { until: live.sequence });
  expect([replayed.sequence, replayed.hash]).toEqual([live.sequence, live.hash]);
  expect(replayed.problems).toEqual([]);
}, 60_000);

it('tells how far a proof is, and history', async () => {
  const proof = kit.admin('GET', '/admin/audit');
  const { history, proving, sequence } = await kit.admin('GET', '/admin/progress');
  expect(sequence).toBeGreaterThan(ORDERS);
  expect(history).toMatchObject({ behind: expect.any(Number) });
  expect(proving === null || proving.what === 'audit').toBe(true);
  await proof;
  expect((await kit.admin('GET', '/admin/progress')).proving).toBeNull();
});
