// The disk of a real process fails under a real load: a journal that can't grow, syncs that fail, a read store that
// can't grow. The exchange takes no command any more and says so; nothing is answered as done that is not in the
// journal; after a restart on a good disk every answered order is there once, and whoever was told "not executed" was
// told the truth.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../src/market/random.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { makeTables } from '../../src/store/database/schema.ts';
import { createProjector } from '../../src/store/write/projector.ts';
import { cleanUp, type Ended, newFolder, outcry, type Running, whenReady } from '../cli/process.ts';
import { callUntilKilled, type Sent } from './callers.ts';
import { connect } from './connection.ts';
import { checkLogs, repeatOrders, sendAgain, shown } from './evidence.ts';
import { brokenChains, logsWithoutBody, readJournal } from './journal-evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import {
  administer,
  fileLimitUnit,
  launchKillable,
  launchWithFailingSyncs,
  launchWithSmallFiles,
  startKillable,
} from './killable.ts';
import { canMount, MEBIBYTE, noMount, smallDisk } from './small-disk.ts';

const CONNECTIONS = 6;
const WITHIN_MS = 3 * PATIENCE_MS;
/** Of an order that nobody has: its cancel is a long line in the journal, and changes nothing. */
const LONG_NAME = 16_000;
/** The market fills a journal too, some 9 kB a second: so much room is there that the load is the first at its end. */
const ROOM = 256 * 1024;
const NOBODY = { account: 1_000_001, keyId: 'ak_filling', channel: 'api' };

afterAll(cleanUp);

const unit = fileLimitUnit();
const noLimit = unit === 0 ? ' (skipped: this system has no limit on the size of files)' : '';
const tokenOf = (data: string) => readFileSync(join(data, 'admin-token'), 'utf8');
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Fills the folder's journal, all but `left` bytes of what is written ahead, so that it has to grow soon. */
async function nearlyFullJournal(data: string, left: number): Promise<string> {
  const { stop } = await startKillable(data, '--disk-reserve-bytes', '0');
  await stop();
  const journal = await openJournal(join(data, 'journal.log'));
  const { size } = statSync(journal.path);
  for (let room = size - journal.end.endOffset; room > left; room = size - journal.end.endOffset) {
    const { sequence, timeMs } = journal.end;
    const clientOrderId = 'x'.repeat(Math.min(LONG_NAME, room - left));
    const command = { name: 'cancelOrder', ...NOBODY, orderId: null, clientOrderId };
    await journal.append([{ sequence: sequence + 1, timeMs, text: JSON.stringify(command) }]);
  }
  await journal.close();
  expect(statSync(journal.path).size, 'not grown yet').toBe(size);
  return data;
}

interface Outage {
  readonly sent: readonly Sent[];
  readonly ready: Running['ready'];
  readonly ended: Ended;
}

/** Loads the exchange until it says that its journal can't be written, looks at what it says then, and kills it. */
async function loadUntilJournalFails(running: Running, brokenBy: () => void = () => {}): Promise<Outage> {
  const { ready } = running;
  const sent: Sent[] = [];
  const load = callUntilKilled(ready, ready.accounts, CONNECTIONS, createRandom(1), sent);
  await vi.waitFor(() => expect(countOf(sent, 200), 'orders taken before the failure').toBeGreaterThanOrEqual(40), {
    timeout: PATIENCE_MS,
    interval: 1,
  });
  brokenBy();
  const readiness = async () => {
    const response = await fetch(`${ready.url}/readyz`);
    return { status: response.status, body: await response.json() };
  };
  const started = performance.now();
  while ((await readiness()).status === 200 && performance.now() - started < PATIENCE_MS) await sleep(5);
  expect(await readiness()).toEqual({
    status: 503,
    body: { status: 'recovering', reason: 'the journal can not be written' },
  });
  const before = sent.length;
  while (sent.length < before + 20) await sleep(1);
  expect((await fetch(`${ready.url}/healthz`)).status).toBe(200);
  const late = sent.slice(before).flatMap(({ reply }) => (reply === null ? [] : [reply]));
  expect(late.filter(({ status }) => status !== 503).map(shown), 'taken after the failure').toEqual([]);
  for (const { body, headers } of late) {
    expect(body).toMatchObject({ code: '503', msg: 'Service unavailable, not executed' });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  const ended = await running.stop('SIGKILL');
  await load;
  expect(ended.stderr).toContain('the journal can not be written: no command is taken any more');
  return { sent, ready, ended };
}

/** Answered: there, once. Not executed: not there. Unknown: at most once. Nothing else was answered. */
async function wrongInJournal(data: string, sent: readonly Sent[]): Promise<string[]> {
  const database = openDatabase(':memory:');
  await makeTables(database);
  const { orders } = await readJournal(data, new Set(), await createProjector(database, { mayLackBodies: true }));
  await database.close();
  return sent.flatMap((one) => {
    if (one.kind !== 'order') return [];
    const found = orders.get(`${one.who.uid} ${one.key}`) ?? [];
    const status = one.reply?.status ?? 0;
    const fine =
      status === 200
        ? found.join() === one.reply?.body.order_id
        : status === 503 || status === 400
          ? found.length === 0
          : [0, 500].includes(status) && found.length < 2;
    return fine ? [] : [`${one.key}: answered ${shown(one.reply)}, the journal has [${found.join()}]`];
  });
}

/** On a good disk again: every answered order and log is there once, and the rest can be sent again. */
async function examine(data: string, sent: readonly Sent[]): Promise<void> {
  expect(await wrongInJournal(data, sent)).toEqual([]);
  const { ready, stop } = await startKillable(data);
  const connections = Array.from({ length: CONNECTIONS }, () => connect(ready.url));
  const accepted = sent.filter(({ reply }) => reply?.status === 200);
  expect(
    await repeatOrders(
      connections,
      accepted.filter(({ kind }) => kind === 'order'),
    ),
  ).toEqual([]);
  const logs = accepted.filter(({ kind }) => kind === 'log');
  for (const who of ready.accounts) {
    const mine = logs.filter((one) => one.who.uid === who.uid);
    expect(await checkLogs(connections[0]!, who, mine, mine)).toEqual([]);
  }
  const unheard = sent.filter(({ kind, reply }) => kind === 'order' && (reply === null || reply.status >= 500));
  await sendAgain(connections, unheard);
  expect(unheard.map(({ reply }) => reply?.status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
  for (const connection of connections) connection.close();
  expect(await administer(ready, tokenOf(data), '/admin/audit')).toMatchObject({ ok: true, failures: [] });
  await stop();
  const database = openDatabase(join(data, 'outcry.db'));
  expect(await logsWithoutBody(database)).toEqual([]);
  expect(await brokenChains(database)).toEqual([]);
  await database.close();
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const countOf = (sent: readonly Sent[], status: number) => sent.filter(({ reply }) => reply?.status === status).length;

describe('a disk that fails', () => {
  it.skipIf(unit === 0)(
    `a journal that can't grow takes no command any more, and answers 503${noLimit}`,
    async () => {
      const data = await nearlyFullJournal(newFolder(), ROOM);
      const limit = statSync(join(data, 'journal.log')).size + MEBIBYTE / 2;
      const running = await whenReady(launchWithSmallFiles(data, limit, unit));
      const { sent, ended } = await loadUntilJournalFails(running);
      expect(ended.stderr).toContain('EFBIG');
      expect(countOf(sent, 500), 'nothing had been written, so nothing is unknown').toBe(0);
      expect(countOf(sent, 200)).toBeGreaterThanOrEqual(40);
      await examine(data, sent);
    },
    WITHIN_MS,
  );

  it(
    'one sync that fails: the batch is erased and answered as not executed',
    async () => {
      const data = newFolder();
      const trigger = join(newFolder(), 'now');
      const running = await whenReady(launchWithFailingSyncs(data, trigger, 1));
      const { sent, ended } = await loadUntilJournalFails(running, () => writeFileSync(trigger, ''));
      expect(ended.stderr).toContain('EIO');
      expect(countOf(sent, 500)).toBe(0);
      await examine(data, sent);
    },
    WITHIN_MS,
  );

  it(
    'a disk that never syncs again: the batch under way is answered as unknown, all that comes as not executed',
    async () => {
      const data = newFolder();
      const trigger = join(newFolder(), 'now');
      const running = await whenReady(launchWithFailingSyncs(data, trigger, -1));
      const { sent } = await loadUntilJournalFails(running, () => writeFileSync(trigger, ''));
      const unknown = sent.filter(({ reply }) => reply?.status === 500);
      expect(unknown.length, 'at most one batch').toBeLessThanOrEqual(CONNECTIONS);
      for (const { reply } of unknown)
        expect(reply?.body).toMatchObject({
          code: '500',
          hint: 'the outcome is unknown; retry with the same client_oid',
        });
      await examine(data, sent);
    },
    WITHIN_MS,
  );

  it.skipIf(unit === 0)(
    `a read store that can't grow is away: trading goes on, and no answered log is lost${noLimit}`,
    async () => {
      const data = newFolder();
      const running = await whenReady(launchWithSmallFiles(data, 6 * MEBIBYTE, unit));
      const [who] = running.ready.accounts;
      const connection = connect(running.ready.url);
      const sent: Sent[] = [];
      for (let at = 0; at < 100 && sent.at(-1)?.reply?.status !== 503; at++) {
        const log = { stage: 's', model: 'm', input: { at, text: 'x'.repeat(200_000) }, output: { decision: 'HOLD' } };
        sent.push({
          kind: 'log',
          who: who!,
          body: JSON.stringify(log),
          key: sha256Of(JSON.stringify(log)),
          reply: null,
        });
        const one = sent.at(-1)!;
        one.reply = await connection.send(who!, 'POST', '/capi/v2/order/uploadAiLog', one.body).catch(() => null);
        if (one.reply === null) break;
      }
      expect([sent.at(-1)?.reply?.status, countOf(sent, 200) > 5]).toEqual([503, true]);
      const isAway = async () =>
        ((await (await fetch(`${running.ready.url}/readyz`)).json()) as { store?: string }).store === 'away';
      while (!(await isAway())) await sleep(20);
      const order = { symbol: 'cmt_btcusdt', size: '0.001', type: '1', order_type: '0', match_price: '1', price: '' };
      const text = JSON.stringify({ ...order, client_oid: 'away-1' });
      expect((await connection.send(who!, 'POST', '/capi/v2/order/placeOrder', text)).status).toBe(200);
      connection.close();
      const ended = await running.stop();
      expect(ended.code, ended.stderr).toBe(0);
      expect(ended.stderr).toContain('the read store is away');
      expect(ended.stderr, 'a stop waits for nothing that is away').not.toMatch(
        /still waiting for .*(read store|AI log)/,
      );
      const other = sent.filter(({ reply }) => reply !== null && reply.status !== 200 && reply.status !== 503);
      expect(other.map(({ reply }) => shown(reply))).toEqual([]);
      expect(existsSync(join(data, 'lock.pid'))).toBe(false);
      await examine(data, sent);
    },
    WITHIN_MS,
  );

  it.skipIf(!canMount)(
    `a disk that is full, whoever fills it, ends what can't go on; with room again nothing is missing${noMount}`,
    async () => {
      const disk = smallDisk(4);
      try {
        const data = await nearlyFullJournal(join(disk.path, 'data'), ROOM);
        const running = await whenReady(launchKillable(data, '--disk-reserve-bytes', '0'));
        const sent: Sent[] = [];
        const load = callUntilKilled(running.ready, running.ready.accounts, CONNECTIONS, createRandom(2), sent);
        const takes = async () => (await fetch(`${running.ready.url}/readyz`).catch(() => null))?.status === 200;
        while (await takes()) await sleep(20);
        await administer(running.ready, tokenOf(data), '/admin/stop', {}).catch(() => undefined);
        await load;
        const { code, stderr } = await running.ended;
        expect([0, 1]).toContain(code);
        expect(stderr).toMatch(/ENOSPC|disk is full|disk I\/O error/);
        expect(countOf(sent, 200)).toBeGreaterThan(40);
        // A journal that was closed gave back what it had ahead, which may be room enough for a start.
        disk.fill(0);
        expect((await outcry('start', '--port', '0', '--data', data)).stderr).toMatch(/^outcry: can't start: /m);
        disk.grow(512);
        await examine(data, sent);
      } finally {
        disk.unmount();
      }
    },
    WITHIN_MS,
  );
});
