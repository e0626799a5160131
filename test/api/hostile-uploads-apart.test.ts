// The rows of the hostile table (docs/ai-log.md 12) that need an exchange of their own: one whose clock can be put
// forward, one whose journal is days old, one with small limits, one whose disk fails. The number of a test is that of
// its row; the others are in hostile-uploads.test.ts.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { BODY_TIMEOUT_MS } from '../../src/api/front/limits/http-limits.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { cleanUp, newFolder, whenReady } from '../cli/process.ts';
import { connect as connectTo } from '../crash/connection.ts';
import { administer, launchWithFailingSyncs, startKillable } from '../crash/killable.ts';
import { expectStored, indexOf, log, LOGS, UPLOAD, uploader, warnings } from './ai-log-kit.ts';
import { ACCOUNT, startFront } from './front-kit.ts';
import { type Answer, type RawRequest, signedRequest, startKit, SYMBOL, type TestAccount } from './kit.ts';

const VALIDATE = '/capi/v2/ai/validate';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

afterEach(() => void vi.useRealTimers());
afterAll(cleanUp);

/** A signed upload as the bytes of one request. */
function asBytes({ headers = {}, body = '' }: RawRequest): string {
  const lines = Object.entries({
    Host: 'localhost',
    ...headers,
    'Content-Length': String(Buffer.byteLength(String(body))),
  });
  return `POST ${UPLOAD} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${String(body)}`;
}

const portOf = (url: string): number => Number(new URL(url).port);

describe('the hostile table: slow, and long after', () => {
  it('10: a slow sender is cut off after 30 s, and nothing of it is stored', async () => {
    const kit = await startFront(['--no-rate-limit-enabled']);
    try {
      kit.apply({ name: 'setAllowlist', account: ACCOUNT.uid, allowed: true, reason: '', actor: 'test' });
      const before = kit.apply({ name: 'tick' });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      const body = JSON.stringify(log());
      const bytes = asBytes(signedRequest(ACCOUNT, 'POST', UPLOAD, body, { timestamp: String(kit.knobs.nowMs) }));
      const socket = connect(portOf(kit.urls.url), '127.0.0.1', () => socket.write(bytes.slice(0, -1)));
      let said = '';
      socket.on('data', (chunk) => (said += chunk.toString()));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      while (vi.getTimerCount() === 0) await new Promise(setImmediate);
      vi.advanceTimersByTime(BODY_TIMEOUT_MS);
      await closed;
      expect(said).toBe('');
      expect(before.ok).toBe(true);
      expect((await kit.send({ target: '/readyz' })).json.sequence, 'no command came of it').toBe(6);
    } finally {
      await kit.close();
    }
  });

  it('22: the same body after three hours is a new leaf (V07 is not judged yet)', async () => {
    const kit = await startFront(['--no-rate-limit-enabled']);
    try {
      kit.apply({ name: 'setAllowlist', account: ACCOUNT.uid, allowed: true, reason: '', actor: 'test' });
      const body = JSON.stringify(log());
      const send = (): Promise<Answer> =>
        kit.send(signedRequest(ACCOUNT, 'POST', UPLOAD, body, { timestamp: String(kit.knobs.nowMs) }));
      const first = await send();
      expectStored(first);
      kit.knobs.nowMs += 10 * MINUTE_MS - 1;
      const within = await send();
      expect([indexOf(within), within.headers['ai-log-duplicate']]).toEqual([indexOf(first), '1']);
      kit.knobs.nowMs += 3 * HOUR_MS;
      const later = await send();
      expectStored(later);
      expect(later.headers['ai-log-duplicate']).toBeUndefined();
      expect(indexOf(later)).toBeGreaterThan(indexOf(first));
      expect(later.headers['ai-log-leaf']).not.toBe(first.headers['ai-log-leaf']);
    } finally {
      await kit.close();
    }
  });

  it('25: a log for an order three days old is stored, linked, and grade D', async () => {
    const { data, accepted, resting, filled } = await threeDaysAgo();
    const kit = await startKit(accepted, undefined, data);
    try {
      const upload = uploader(kit, kit.alice);
      const stillWorking = await upload(log({ orderId: resting, output: { decision: 'OPEN_LONG' } }));
      expectStored(stillWorking);
      expect(warnings(stillWorking)).toBe('');
      // Forgotten by the engine a day after its end, not by the read store (decision 0009).
      expectStored(await upload(log({ orderId: filled, output: { decision: 'OPEN_LONG' } })), 'ORDER_NOT_FOUND');
      const { list } = (await kit.get(kit.alice, LOGS)).json;
      expect(list.map(({ links }: { links: object[] }) => links)).toEqual([
        [{ orderId: filled, how: 'orderId' }],
        [{ orderId: resting, how: 'orderId' }],
      ]);
      expect((await kit.get(kit.alice, '/capi/v2/ai/coverage')).json).toMatchObject({
        counted: 2,
        covered: 0,
        grades: { A: 0, B: 0, C: 0, D: 2, U: 0 },
      });
    } finally {
      await kit.stop();
    }
  });
});

/**
 * A data folder whose journal is that of a real exchange, lived three days ago: alice has an order at rest and one that
 * filled.
 */
async function threeDaysAgo(): Promise<{ data: string; accepted: string[]; resting: string; filled: string }> {
  const kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  const resting = await kit.place(kit.alice, { match_price: '0', price: '80000' });
  await kit.place(kit.bob, { type: '2', match_price: '0', price: '90000' });
  const filled = await kit.place(kit.alice, {});
  await kit.app.stop();
  const data = mkdtempSync(join(tmpdir(), 'outcry-api-'));
  const then = await openJournal(join(kit.data, 'journal.log'), { readonly: true });
  const journal = await openJournal(join(data, 'journal.log'));
  const records = [...then.read()].map(({ sequence, timeMs, command }) => ({
    sequence,
    timeMs: timeMs - 3 * DAY_MS,
    text: JSON.stringify(
      command.name === 'setIndexPrice' ? { ...command, sourceTimeMs: command.sourceTimeMs - 3 * DAY_MS } : command,
    ),
  }));
  await journal.append(records);
  await journal.close();
  await then.close();
  for (const name of ['ailog-key', 'key-file']) cpSync(join(kit.data, name), join(data, name));
  await kit.stop();
  // The read store of that exchange knows other times: it is made anew, which is a loss that has to be accepted.
  const accepted = ['--no-rate-limit-enabled', '--accept-loss', `no-store@${records.length}`];
  return { data, accepted, resting, filled };
}

describe('the hostile table: a disk that fails, a client that goes', () => {
  it('37: when the journal can not be synced an upload is 503, never success, and has no leaf afterwards', async () => {
    const data = newFolder();
    const trigger = join(newFolder(), 'now');
    const broken = await whenReady(launchWithFailingSyncs(data, trigger, 1, '--no-market'));
    const who = broken.ready.accounts[0]!;
    const connection = connectTo(broken.ready.url);
    const upload = (on: typeof connection, body: string) => on.send(who, 'POST', UPLOAD, body);
    const [before, during, after] = [log(), log(), log()].map((body) => JSON.stringify(body)) as [
      string,
      string,
      string,
    ];
    const stored = await upload(connection, before);
    expect([stored.status, stored.body.data]).toEqual([200, 'upload success']);
    writeFileSync(trigger, '');
    for (const body of [during, after, during]) {
      const refused = await upload(connection, body);
      expect([refused.status, refused.body.code, refused.headers['ai-log-index']]).toEqual([503, '503', undefined]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    connection.close();
    await administer(broken.ready, readFileSync(join(data, 'admin-token'), 'utf8'), '/admin/stop', {});
    await broken.ended;

    const { ready, stop } = await startKillable(data, '--no-market');
    const again = connectTo(ready.url);
    const first = await upload(again, during);
    expect([first.status, first.headers['ai-log-duplicate'], Number(first.headers['ai-log-index'])]).toEqual([
      200,
      undefined,
      Number(stored.headers['ai-log-index']) + 1,
    ]);
    expect((await upload(again, before)).headers['ai-log-duplicate']).toBe('1');
    again.close();
    await stop();
  });

  it('37: of a client that has gone the journal decides, and a retry tells', async () => {
    const kit = await startKit();
    try {
      const hashes: string[] = [];
      for (const waitMs of [0, 0, 1, 2, 5, 10]) {
        const body = JSON.stringify(log());
        await sendAndGo(kit.url, asBytes(signedRequest(kit.alice, 'POST', UPLOAD, body)), waitMs);
        const retry = await kit.post(kit.alice, UPLOAD, body);
        expectStored(retry);
        const twice = await kit.post(kit.alice, UPLOAD, body);
        expect([indexOf(twice), twice.headers['ai-log-duplicate']]).toEqual([indexOf(retry), '1']);
        hashes.push((await kit.get(kit.alice, `/capi/v2/ai/log?index=${indexOf(retry)}`)).json.bodySha256);
      }
      const { list } = (await kit.get(kit.alice, `${LOGS}?limit=100`)).json;
      expect(list.map(({ bodySha256 }: { bodySha256: string }) => bodySha256).toReversed()).toEqual(hashes);
    } finally {
      await kit.stop();
    }
  });
});

/** Sends the whole request, and closes the socket without waiting for the answer. */
function sendAndGo(url: string, bytes: string, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(portOf(url), '127.0.0.1', () =>
      socket.write(bytes, () => setTimeout(() => socket.destroy(), waitMs)),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

describe('the hostile table: a flood', () => {
  const scopeOf = ({ headers }: Answer) => headers['x-ratelimit-scope'];

  it('a dry run counts in the volume of the day, whatever it answers', async () => {
    const kit = await startKit(['--ai-log-bytes-per-day', '1500']);
    try {
      const asked = (target: string, body: object): Promise<Answer> => kit.post(kit.alice, target, body);
      const long = { explanation: 'x'.repeat(500) };
      expect((await asked(VALIDATE, log(long))).json).toMatchObject({ ok: true });
      expect((await asked(VALIDATE, long)).json).toMatchObject({ ok: false });
      for (const target of [VALIDATE, UPLOAD]) {
        const refused = await asked(target, log(long));
        expect([refused.status, scopeOf(refused)], target).toEqual([429, 'volume']);
      }
      expect((await kit.post(kit.bob, VALIDATE, log(long))).status, 'another account').toBe(200);
      expect((await asked(UPLOAD, log())).status, 'what is left').toBe(200);
    } finally {
      await kit.stop();
    }
  });

  it('38: a flood is 429 by weight, then by volume; others are not in its way; 50 000 unknown members are 40017', async () => {
    const budget = 40;
    const kit = await startKit(
      ['--rate-limit-uid-budget', String(budget), '--ai-log-bytes-per-day', '30000'],
      (config) => ({
        rateLimit: { ...config.rateLimit, windowMs: 2_000, ip: { ...config.rateLimit.ip, chargePrivate: false } },
      }),
    );
    try {
      const upload = (account: TestAccount) => kit.post(account, UPLOAD, log({ explanation: 'x'.repeat(900) }));
      const flood = await Promise.all(Array.from({ length: 120 }, () => upload(kit.alice)));
      const stored = flood.filter(({ status }) => status === 200);
      const refused = flood.filter(({ status }) => status !== 200);
      const byWeight = refused.filter((answer) => scopeOf(answer) === 'uid');
      const byVolume = refused.filter((answer) => scopeOf(answer) === 'volume');
      expect(byWeight.length + byVolume.length).toBe(refused.length);
      for (const { status, json, headers } of refused) {
        expect([status, json.code]).toEqual([429, '429']);
        expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
      }
      expect(byWeight.length, 'beyond the weight of a window or two').toBeGreaterThanOrEqual(120 - 2 * budget);
      expect(stored.length, '30 000 bytes of about 1 000 each').toBeLessThanOrEqual(30);
      expect((await upload(kit.bob)).status, 'another account').toBe(200);

      await new Promise((resolve) => setTimeout(resolve, 2_100));
      const rest = await Promise.all(Array.from({ length: budget - 5 }, () => upload(kit.alice)));
      expect(rest.filter(({ status }) => status === 200).length + stored.length).toBeLessThanOrEqual(30);
      expect(scopeOf(rest.at(-1)!)).toBe('volume');
      expect(Number(rest.at(-1)!.headers['retry-after'])).toBeLessThanOrEqual(86_400);

      const members = `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":0`).join()}}`;
      const many = await startKit();
      const answer = await many.post(many.alice, UPLOAD, members);
      expect([answer.status, answer.json.code]).toEqual([400, '40017']);
      expect(answer.json.msg).toMatch(/^Parameter validation failed: tooManyValues at \$.k19999, byte \d+$/);
      await many.stop();
    } finally {
      await kit.stop();
    }
  });
});
