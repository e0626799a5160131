// The exchange is killed with SIGKILL while AI logs are uploaded many times at once, so that it ends between any two of
// their steps: body stored, log journaled, log applied, superfluous body removed. Every log that is in the journal has
// its body, and a sweep leaves nothing else.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { createUploadsUnderWay } from '../../src/api/front/limits/uploads-under-way.ts';
import { startBodySweep, SWEEP_PACE } from '../../src/publish/log/sweep-bodies.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { startStore } from '../../src/store/store.ts';
import { sendRaw, signedRequest } from '../api/kit.ts';
import { type Account, cleanUp, newFolder } from '../cli/process.ts';
import { PATIENCE_MS } from '../patience.ts';
import { startKillable } from './killable.ts';

const UPLOAD = '/capi/v2/order/uploadAiLog';
const KILLS = 3;
const CALLERS = 6;
const COPIES = 4;

const data = newFolder();
afterAll(cleanUp);

let made = 0;
const body = () =>
  JSON.stringify({ stage: 's', model: 'm', input: { n: ++made, text: 'x'.repeat(20_000) }, output: {} });

/** Uploads copies, and different bodies under one Idempotency-Key, until the sockets break; notes what was logged. */
async function uploadUntilKilled(url: string, account: Account, logged: string[]): Promise<void> {
  for (;;) {
    const same = body();
    const key = { headers: { 'Idempotency-Key': `k-${made}` } };
    const requests = Array.from({ length: COPIES }, (_, copy) => (copy < COPIES / 2 ? same : body()));
    const sent = requests.map(async (text) => {
      const { status, json } = await sendRaw(url, signedRequest(account, 'POST', UPLOAD, text, key));
      if (status === 200) logged.push(createHash('sha256').update(text).digest('hex'));
      else expect(json.code).toBe('40017');
    });
    if ((await Promise.allSettled(sent)).some(({ status }) => status === 'rejected')) return;
  }
}

function rows(query: string): string[] {
  const database = new DatabaseSync(join(data, 'outcry.db'), { readOnly: true });
  const found = database.prepare(query).all() as { found: string }[];
  database.close();
  return found.map(({ found: one }) => one);
}

it(
  'killed between any two steps of an upload, each log keeps its body and no other body stays',
  async () => {
    const answered: string[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      const { ready, stop } = await startKillable(data, '--no-market', '--no-rate-limit-enabled');
      const logged: string[] = [];
      const calls = Array.from({ length: CALLERS }, () =>
        uploadUntilKilled(ready.url, ready.accounts[kill % 2]!, logged),
      );
      // However slow the machine is, uploads are answered and others on their way when it ends.
      await expect.poll(() => logged.length, { timeout: PATIENCE_MS }).toBeGreaterThan(CALLERS);
      await new Promise((resolve) => setTimeout(resolve, 137 * kill));
      await stop('SIGKILL');
      await Promise.all(calls);
      answered.push(...logged);
    }

    const journal = await openJournal(join(data, 'journal.log'));
    const { sequence } = journal.end;
    await journal.close();
    const store = await startStore({
      databaseUrl: join(data, 'outcry.db'),
      journalPath: join(data, 'journal.log'),
      keyFilePath: join(data, 'key-file'),
      onFault: (fault) => expect.unreachable(fault.message),
    });
    store.announceDurable(sequence);
    while (store.projected() < sequence) await new Promise((resolve) => setTimeout(resolve, 20));
    const done = Promise.withResolvers<void>();
    const endSweep = startBodySweep(
      {
        store,
        sequencer: { sequence },
        uploads: createUploadsUnderWay(),
        clock: { nowMs: () => Date.now() + SWEEP_PACE.ageMs + 1_000 },
        log: { warn: (fields: unknown) => done.reject(fields), info: () => undefined },
      },
      { ...SWEEP_PACE, betweenPassesMs: 1, pauseMs: 1 },
    );
    const alone = 'SELECT h AS found FROM payload WHERE h NOT IN (SELECT h FROM ailog)';
    const check = setInterval(() => rows(alone).length === 0 && done.resolve(), 20);
    await done.promise.finally(() => clearInterval(check));
    endSweep();
    await store.stop();
    expect(rows('SELECT h AS found FROM ailog WHERE h NOT IN (SELECT h FROM payload)'), 'logs without body').toEqual(
      [],
    );
    const logged = new Set(rows('SELECT body_sha256 AS found FROM ailog'));
    expect(answered.filter((one) => !logged.has(one))).toEqual([]);
  },
  10 * 60_000,
);
