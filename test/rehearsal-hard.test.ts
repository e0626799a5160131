// A rehearsal treated badly: killed while its time passes as fast as it goes, read after each of many advances, and
// asked a thousand things at once by its operator and its agents. How often is set by REHEARSAL_TIMES: 1 by default,
// for 100 advances and 600 calls; 100 and 167 are what these were accepted with.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../src/app/settings/config.ts';
import { createClient } from '../src/client/client.ts';
import { openJournal } from '../src/sequencer/journal/journal-file.ts';
import { createRandom } from '../src/market/random.ts';
import { openRehearsal, type RehearsalApp } from '../src/rehearsal/timed/rehearsal.ts';
import { outcryArgs, root } from './cli/process.ts';
import { amongOthers } from './patience.ts';
import { FROM_MS, inLockstep, rehearsals } from './rehearsal-kit.ts';
import { stampedRequest } from './signed-request.ts';

const TIMES = Number(process.env['REHEARSAL_TIMES'] ?? 1);
const PATIENCE_MS = 240_000 * TIMES;
const SECOND = 1_000;
/** A request that is answered later waits for somebody; longer on a machine that is busy. */
const STUCK_MS = amongOthers(5_000);

/** None answers 500 for itself, or hangs: what does is a fault of ours. */
const PROFILES = [
  { tooMany: 0.3, errorBefore: { p: 0.3, status: 503 }, dropAfter: 0.2 },
  { latency: { before: { p50Ms: 500, p99Ms: 5_000 }, after: { p50Ms: 50, p99Ms: 500 } } },
  { staleReads: { p: 1, lagMs: 5_000 }, ws: { dropEveryMs: 1_000 } },
  'none',
];

const open = rehearsals();
const folder = mkdtempSync(join(tmpdir(), 'outcry-hard-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of a folder, each as its time and text. */
async function commandsOf(data: string): Promise<string[]> {
  const journal = await openJournal(join(data, 'journal.log'), { readonly: true });
  try {
    return [...journal.read()].map(({ timeMs, command }) => `${timeMs} ${JSON.stringify(command)}`);
  } finally {
    await journal.close();
  }
}

function openAt(data: string): Promise<RehearsalApp> {
  const mark = { fromMs: FROM_MS, seed: 'killed', accounts: 0, balance: '0', hasMarket: true };
  const flags = ['--port', '0', '--admin-port', '0', '--data', data, '--log-level', 'silent', '--no-warm-up'];
  return openRehearsal(readConfig(flags, {}), {}, { mark, timestamps: 'either', begins: null });
}

it(
  'killed while time passes as fast as it goes, it goes on from a beginning of what would have been',
  async () => {
    const data = join(folder, 'killed');
    const args = ['rehearse', '--data', data, '--port', '0', '--admin-port', '0', '--seed', 'killed', '--speed', 'max'];
    const child = spawn(process.execPath, [...outcryArgs(), ...args, '--no-warm-up'], { cwd: root, stdio: 'ignore' });
    const ended = new Promise((resolve) => void child.once('exit', resolve));
    // The file is longer than what is in it.
    const written = (): Promise<number> =>
      commandsOf(data).then(
        ({ length }) => length,
        () => 0,
      );
    await expect.poll(written, { timeout: PATIENCE_MS, interval: 200 }).toBeGreaterThan(300);
    child.kill('SIGKILL');
    await ended;
    const before = await commandsOf(data);
    const again = await openAt(data);
    const goesOnMs = again.control.clock().virtualMs;
    await again.control.step(goesOnMs + 5 * SECOND);
    expect(await again.exchange.ask('audit', null)).toMatchObject({ ok: true, failures: [] });
    await again.stop();
    const whole = await openAt(join(folder, 'whole'));
    await whole.control.step(goesOnMs + SECOND);
    await whole.stop();
    const undisturbed = await commandsOf(join(folder, 'whole'));
    expect(before.length).toBeGreaterThan(300);
    expect(undisturbed.slice(0, before.length)).toEqual(before);
  },
  PATIENCE_MS,
);

it(
  'shows every reader where it has come to, after each of many advances',
  async () => {
    const { app, keyOf } = await open({ hasMarket: false, flags: ['--no-rate-limit-enabled'] });
    const client = createClient({ ...keyOf(0), retries: 0 });
    const { uid } = app.accounts[0]!;
    const random = createRandom(8);
    for (let nth = 1; nth <= 100 * TIMES; nth++) {
      await app.exchange.submit({ name: 'deposit', account: uid, amount: `${nth}` });
      const ms = 1 + random.below(3_000);
      await app.control.step(app.control.clock().virtualMs + ms);
      const [{ items }, { timestamp }] = await Promise.all([client.bills({ limit: 1 }), client.marketTime()]);
      expect(Number(items[0]!.amount)).toBe(nth);
      expect(timestamp - items[0]!.cTime).toBe(ms);
    }
  },
  PATIENCE_MS,
);

it(
  'withstands calls at random: no fault, nobody waits unnamed, no key passes for another',
  async () => {
    const { app, admin } = await open({ hasMarket: false, flags: ['--no-rate-limit-enabled'] });
    const { accounts, url, adminUrl } = app;
    const random = createRandom(15);
    const pick = <One>(all: readonly One[]): One => all[random.below(all.length)]!;
    /** Between two branches nobody serves one. */
    const clock = () => {
      try {
        return app.control.clock();
      } catch {
        return { barrier: 0, waitingFor: [], virtualMs: FROM_MS };
      }
    };
    const now = (): number => clock().virtualMs;
    const token = readFileSync(join(app.data, 'admin-token'), 'utf8').trim();
    const statuses = new Map<number, number>();
    const carriedOut = new Set<string>();
    let begun = 0;
    const underWay = new Map<number, { readonly what: string; readonly uid: number | null; readonly atMs: number }>();
    /** Its status; 0: the branch was going. */
    const asked = async (what: string, uid: number | null, ask: () => Promise<number>): Promise<void> => {
      const nth = ++begun;
      underWay.set(nth, { what, uid, atMs: performance.now() });
      const status = await ask().catch(() => 0);
      underWay.delete(nth);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) carriedOut.add(what);
      expect(status, what).not.toBe(500);
      // Not all that is left to ask is asked of nobody.
      if (status === 0) await expect.poll(() => app.control.clock(), { timeout: PATIENCE_MS }).toBeDefined();
    };
    const operator = (path: string, body: object) =>
      asked(path, null, async () => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        const response = await fetch(`${adminUrl}/admin/v1/rehearsal/${path}`, init);
        await response.text();
        return response.status;
      });
    const agent = (path: string, body: object) => {
      const who = pick(accounts);
      return asked(path, who.uid, async () => {
        return (await stampedRequest(url, who, 'POST', `/capi/v2/${path}`, Date.now() - random.below(20_000), body))
          .status;
      });
    };
    const { lockstep } = inLockstep({ stepMs: SECOND, wallTimeoutMs: 200 });
    const oneIn = (n: number): boolean => random.below(n) === 0;
    const aUid = (): number => pick([...accounts, { uid: 7 }]).uid;
    const anEvent = (): object => ({
      at: `+${1 + random.below(20)}s`,
      ...pick<object>([
        { do: 'halt', all: true },
        { do: 'resume', all: true },
        { do: 'outage', for: '2s', answer: pick(['503', 'drop', 'shout']) },
        { do: 'faults', all: true, profile: pick(PROFILES), for: '5s' },
        { do: 'deposit', uid: aUid(), amount: '1' },
        { do: 'checkpoint', name: 'one' },
        { do: 'pause' },
        { do: 'expect', audit: true },
        { do: 'jump', all: true, bp: 10 },
      ]),
    });
    const calls: readonly (() => Promise<void>)[] = [
      () => agent('rehearsal/join', {}),
      () => agent('rehearsal/join', {}),
      () => agent('rehearsal/leave', {}),
      () => agent('rehearsal/pass', { barrier: clock().barrier ?? 0 }),
      () => agent('rehearsal/pass', { barrier: random.below(9), untilMs: now() + random.below(9_000) - 1_000 }),
      () => agent('rehearsal/pass', { barrier: clock().barrier ?? 0, wakeOn: ['fill'], actions: [] }),
      () => agent('account/leverage', { symbol: 'cmt_btcusdt', marginMode: 1, longLeverage: '5', shortLeverage: '5' }),
      () => operator('run', { speed: pick([1, 100, 'max', -1]), untilMs: now() + random.below(20_000) }),
      () => operator('pause', {}),
      () => operator('step', { ms: random.below(5_000), wait: 1 }),
      () => operator('lockstep', pick([lockstep, { ...lockstep, order: 'sealed' }, { off: true }])),
      () => operator('checkpoints', { name: pick(['one', 'two', '../three']) }),
      () => operator('checkpoints/fork', { name: pick(['one', 'none']), as: `f${random.below(4)}` }),
      () => operator('checkpoints/delete', { name: pick(['one', 'two']) }),
      () => (random.below(12) === 0 ? operator('checkpoints/restore', { name: 'one' }) : operator('pause', {})),
      () => operator('branches/delete', { name: `f${random.below(4)}` }),
      () => operator('scenario', { scenario: { name: 'random', events: [anEvent(), anEvent()] }, check: oneIn(3) }),
      () => operator('scenario', { name: pick(['flash-crash', 'dry-book', 'none']) }),
      () => operator('scenario/stop', {}),
      () => operator('faults', { uid: aUid(), profile: pick(PROFILES) }),
      () => operator('faults/clear', oneIn(2) ? {} : { uid: aUid() }),
    ];
    const began = process.memoryUsage().heapUsed;
    const some = async (): Promise<void> => {
      for (let nth = 0; nth < 100 * TIMES; nth++) await pick(calls)();
    };
    const watched = setInterval(() => {
      const named = new Set(clock().waitingFor);
      for (const { what, uid, atMs } of underWay.values())
        if (performance.now() - atMs > STUCK_MS && !(named.size > 0)) stuck.add(`${what} of ${uid}`);
    }, SECOND);
    const stuck = new Set<string>();
    await Promise.all(Array.from({ length: 6 }, some));
    clearInterval(watched);
    expect([...stuck]).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(50 * TIMES);
    expect([...carriedOut]).toEqual(expect.arrayContaining(['scenario', 'scenario/stop', 'faults', 'faults/clear']));
    expect(process.memoryUsage().heapUsed - began).toBeLessThan(400 * 1024 * 1024);
    // What an agent may, it may for itself alone, and the operator's alone stays so.
    const { status } = await fetch(`${adminUrl}/admin/v1/rehearsal/pause`, { method: 'POST' });
    expect(status).toBe(401);
    const inAnother = (): Promise<boolean> =>
      admin('POST', '/admin/v1/rehearsal/lockstep', { ...lockstep, agents: [accounts[1]!.uid] }).then(
        () => true,
        () => false,
      );
    await expect.poll(inAnother, { timeout: PATIENCE_MS }).toBe(true);
    const foreign = await stampedRequest(url, accounts[0]!, 'POST', '/capi/v2/rehearsal/pass', Date.now(), {
      barrier: clock().barrier ?? 0,
    });
    expect(foreign).toMatchObject({ status: 409, body: { code: '60002' } });
  },
  PATIENCE_MS,
);
