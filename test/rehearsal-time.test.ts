// An exchange whose time is driven, over HTTP: time stands, steps and passes; its folders are no other exchange's; and
// agents in lockstep give the same commands however long they think.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { LockstepSettings, RehearsalClock, Woken } from '../src/api/call/rehearsal.ts';
import type { CheckupView } from '../src/api/shapes/checkup.ts';
import { readConfig } from '../src/app/settings/config.ts';
import { startApp } from '../src/app/start.ts';
import { createClient } from '../src/client/client.ts';
import { createAdminAsk } from '../src/rehearsal/admin-ask.ts';
import { Shelf } from '../src/rehearsal/branches/shelf.ts';
import { openRehearsal, type RehearsalApp, type RehearsalOptions } from '../src/rehearsal/timed/rehearsal.ts';
import { journalHash } from '../src/folder/replay/journal-hash.ts';
import { type Signer, stampedRequest } from './signed-request.ts';

const FROM_MS = Date.UTC(2026, 0, 1);
const SYMBOL = 'cmt_btcusdt';
const MINUTE_MS = 60_000;
/** How often a run is repeated; ten times, with thoughts of up to two seconds, is what it was accepted with. */
const RUNS = Number(process.env['LOCKSTEP_RUNS'] ?? 3);
const THINKS_MS = RUNS > 3 ? 2_000 : 100;
const PATIENCE_MS = 80_000 * RUNS;
const AGENTS_PATHS = ['checkup', 'clock', 'export', 'join', 'leave', 'pass'];

const folders: string[] = [];
const running: RehearsalApp[] = [];
afterAll(async () => {
  for (const app of running) await app.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-time-'));
  folders.push(folder);
  return join(folder, 'data');
}

const flagsOf = (data: string): string[] => [
  '--port',
  '0',
  '--admin-port',
  '0',
  '--data',
  data,
  '--log-level',
  'error',
  '--no-warm-up',
];

async function open(data = newFolder(), options: Partial<RehearsalOptions> & { readonly seed?: string } = {}) {
  const { seed = 'demo', ...others } = options;
  const mark = { fromMs: FROM_MS, seed, accounts: 3, balance: '5000', hasMarket: true };
  const app = await openRehearsal(
    readConfig(flagsOf(data), {}),
    {},
    { mark, timestamps: 'either', begins: null, ...others },
  );
  running.push(app);
  const admin = createAdminAsk(app.adminUrl, readFileSync(join(data, 'admin-token'), 'utf8').trim());
  const step = (ms: number) => admin<RehearsalClock>('POST', '/admin/v1/rehearsal/step', { ms, wait: 60 });
  const end = async () => {
    running.splice(running.indexOf(app), 1);
    await app.stop();
  };
  return { app, admin, step, data, end, client: (at: number) => createClient({ url: app.url, ...app.accounts[at]! }) };
}

const lockstep = (agents: readonly number[], order: LockstepSettings['order']): RehearsalOptions['begins'] => ({
  lockstep: { stepMs: MINUTE_MS, agents, order, wallTimeoutMs: 0, onTimeout: 'pass', others: 'refuse' },
});

type Answer = Woken & { readonly state: string };

describe('a rehearsal', { timeout: PATIENCE_MS }, () => {
  it('stands until it is told to step, and every read shows where it has come to', async () => {
    const { app, admin, step, client } = await open();
    const before = await admin<RehearsalClock>('GET', '/admin/clock');
    expect(before).toMatchObject({ mode: 'paused', state: 'ready', virtualMs: FROM_MS, branch: 'main' });
    const clock = await step(2 * MINUTE_MS);
    expect(clock).toMatchObject({ state: 'ready', virtualMs: FROM_MS + 2 * MINUTE_MS });
    const response = await fetch(`${app.url}/capi/v2/market/candles?symbol=${SYMBOL}&granularity=1m&limit=2`);
    expect(response.headers.get('x-outcry-rehearsal')).toBe(`main ${FROM_MS + 2 * MINUTE_MS}`);
    const bars = (await response.json()) as readonly (readonly string[])[];
    expect(bars.map(([openMs]) => Number(openMs))).toContain(FROM_MS + MINUTE_MS);
    // The machine's own timestamps are taken, and the command is stamped with the rehearsal's time.
    const placed = await client(0).placeOrder({
      symbol: SYMBOL,
      client_oid: 'one',
      size: '0.001',
      type: '1',
      order_type: '0',
      match_price: '1',
    } as never);
    const order = await client(0).detail({ orderId: placed.order_id });
    expect(Number((order as { readonly createTime: string }).createTime)).toBe(FROM_MS + 2 * MINUTE_MS);
    const [assets] = (await client(2).assets()) as readonly { readonly equity: string }[];
    expect(Number(assets!.equity)).toBe(5_000);
    // Whoever drives the clock knows what comes: no contest counts here.
    const drafted = (config: object) =>
      admin<{ config: object; faults: readonly object[] }>('POST', '/admin/v1/contests/check', { config });
    expect((await drafted({})).config).toMatchObject({ practice: true, disclosure: { what: 'full' } });
    const field = 'config.practice';
    expect((await drafted({})).faults).not.toContainEqual(expect.objectContaining({ field }));
    expect((await drafted({ practice: false })).faults).toContainEqual(expect.objectContaining({ field }));
    const startMs = FROM_MS + 10 * MINUTE_MS;
    const symbols = [{ symbol: SYMBOL, maxLeverage: 20 }];
    const config = { id: 'real', practice: false, startMs, endMs: startMs + MINUTE_MS, symbols };
    const counting = admin('POST', '/admin/v1/contests', { config: { ...config, rulesetSha256: '0'.repeat(64) } });
    await expect(counting).rejects.toThrow('config.practice is false, needs true in a rehearsal');
  });

  it('passes at a pace, and stands when it is paused', async () => {
    const { admin } = await open();
    await admin('POST', '/admin/v1/rehearsal/run', { speed: 50 });
    const clockOf = () => admin<RehearsalClock>('GET', '/admin/clock');
    await expect.poll(async () => (await clockOf()).virtualMs, { timeout: 60_000 }).toBeGreaterThan(FROM_MS + 2_000);
    const paused = await admin<RehearsalClock>('POST', '/admin/v1/rehearsal/pause', {});
    expect(paused).toMatchObject({ mode: 'paused', state: 'ready' });
    expect((await clockOf()).virtualMs).toBe(paused.virtualMs);
    await expect(admin('POST', '/admin/v1/rehearsal/step', { untilMs: FROM_MS })).rejects.toThrow(/60005.*only|60005/);
    await expect(admin('POST', '/admin/clock/accept', { reason: 'x' })).rejects.toThrow('60004');
  });

  it('stands for its operator when an agent thinks for too long, and says who did what to its time', async () => {
    const { app, admin, step, data } = await open(newFolder(), { begins: { speed: 1 } });
    const { uid } = app.accounts[0]!;
    const settings = { agents: [uid], wallTimeoutMs: 20, onTimeout: 'pause', others: 'allow' };
    await admin('POST', '/admin/v1/rehearsal/lockstep', settings);
    const clockOf = () => admin<RehearsalClock>('GET', '/admin/clock');
    const mode = async () => (await clockOf()).mode;
    await expect.poll(mode, { timeout: 60_000 }).toBe('paused');
    await step(1_000);
    const lines = readFileSync(join(data, 'control.jsonl'), 'utf8').trim().split('\n');
    const [begun, , late, stepped] = lines.map((line) => JSON.parse(line) as object);
    expect(begun).toMatchObject({ verb: 'run', arguments: { speed: 1 }, by: 'start' });
    expect(late).toMatchObject({ verb: 'pause', arguments: { why: `${uid} thought for longer than 20 ms` } });
    expect([late, stepped]).toMatchObject([{ by: 'exchange' }, { verb: 'step', by: 'operator' }]);
    const report = await admin<CheckupView>('GET', `/admin/v1/rehearsal/checkup?uid=${uid}`);
    expect(report.unrepeatable).toMatch(/^a lockstep took orders of accounts .*; time passed by itself/);
    await admin('POST', '/admin/v1/rehearsal/lockstep', { agents: [uid], wallTimeoutMs: 20, onTimeout: 'leave' });
    await expect.poll(async () => (await clockOf()).waitingFor, { timeout: 60_000 }).toEqual([]);
    expect(await mode()).toBe('lockstep');
    await admin('POST', '/admin/v1/rehearsal/lockstep', { off: true });
    // A disk that is nearly full is looked at each ten minutes of its time.
    const untilMs = (await clockOf()).virtualMs + 60 * MINUTE_MS;
    await admin('POST', '/admin/v1/rehearsal/run', { speed: 'max', untilMs });
    const free = vi.spyOn(Shelf.prototype, 'free').mockReturnValue(1_000);
    await expect.poll(mode, { timeout: 60_000 }).toBe('paused');
    expect((await clockOf()).virtualMs).toBeLessThan(untilMs);
    await expect(admin('POST', '/admin/v1/rehearsal/run', {})).rejects.toThrow('0 MiB are free');
    free.mockRestore();
  });

  it('takes timestamps near the clocks it was told of', async () => {
    const { app } = await open(newFolder(), { timestamps: 'virtual' });
    const [who] = app.accounts;
    const refused = await stampedRequest(app.url, who!, 'GET', '/capi/v2/account/assets', Date.now());
    expect(refused).toMatchObject({ status: 400, body: { code: '40008' } });
    expect((refused.body as { hint: string }).hint).toContain(String(FROM_MS));
    expect(await stampedRequest(app.url, who!, 'GET', '/capi/v2/account/assets', FROM_MS)).toMatchObject({
      status: 200,
    });
  });

  it('goes on from a stop in its own folder, which no other exchange takes', async () => {
    const first = await open();
    await first.step(MINUTE_MS);
    const { sequence } = first.app.exchange;
    await first.end();
    const config = readConfig(flagsOf(first.data), {});
    await expect(startApp(config, { demo: false })).rejects.toThrow('whose time is invented');
    const again = await open(first.data, { seed: 'another' });
    expect(again.app.mark.seed).toBe('demo');
    expect(again.app.exchange.sequence).toBe(sequence);
    expect(await again.step(MINUTE_MS)).toMatchObject({ virtualMs: FROM_MS + 2 * MINUTE_MS });
    const other = newFolder();
    const plain = await startApp(readConfig(flagsOf(other), {}), { demo: false });
    const admin = createAdminAsk(plain.adminUrl, readFileSync(join(other, 'admin-token'), 'utf8').trim());
    const path = (name: string): string => `/admin/v1/rehearsal/${name}`;
    for (const name of ['run', 'pause', 'step', 'lockstep', 'checkpoints', 'branches/delete'])
      await expect(admin('POST', path(name), {}), name).rejects.toThrow('60001');
    for (const name of ['scenario/stop', 'faults', 'faults/clear'])
      await expect(admin('POST', path(name), {}), name).rejects.toThrow('60001');
    for (const name of ['checkpoints/restore', 'checkpoints/fork', 'checkpoints/delete', 'scenario'])
      await expect(admin('POST', path(name), { name: 'x' }), name).rejects.toThrow('60001');
    for (const name of ['checkpoints', 'branches', 'checkup?uid=1000001', 'export?uid=1000001', 'scenario', 'faults'])
      await expect(admin('GET', path(name)), name).rejects.toThrow('60001');
    const { uid } = await admin<{ uid: number }>('POST', '/admin/accounts', { label: 'somebody' });
    const key = await admin<Signer>('POST', '/admin/keys', { uid });
    const { paths } = (await (await fetch(`${plain.url}/openapi.json`)).json()) as { paths: Record<string, object> };
    const ours = Object.entries(paths).filter(([path]) => path.startsWith('/capi/v2/rehearsal/'));
    expect(ours.map(([path]) => path.split('/').at(-1)).toSorted()).toEqual(AGENTS_PATHS);
    for (const [path, methods] of ours) {
      const [[method, described]] = Object.entries(methods) as [[string, object]];
      expect(described).toMatchObject({ tags: ['rehearsal'], 'x-rehearsal': true });
      const body = method === 'post' ? {} : undefined;
      const refused = { status: 404, body: { code: '60001', hint: 'only in rehearsal' } };
      const signed = await stampedRequest(plain.url, key, body ? 'POST' : 'GET', path, Date.now(), body);
      expect(signed, path).toMatchObject(refused);
      const unsigned = await fetch(plain.url + path, { method });
      expect({ status: unsigned.status, body: await unsigned.json() }, path).toMatchObject(refused);
    }
    await plain.stop();
    await expect(open(other)).rejects.toThrow('no rehearsal');
  });
});

const PLANS = {
  scenario: { name: 'jumps', events: [{ at: '+40s', do: 'jump', all: true, bp: 50 }] },
  faults: { profile: { latency: { before: { p50Ms: 80, p99Ms: 900 } } } },
  isRevealing: false,
};

/** Agents that look, trade and think for a random time, over a number of steps; the hash of the commands. */
async function play(order: LockstepSettings['order'], uids: readonly number[], steps: number): Promise<string> {
  // What happens by a plan happens again; delays are for agents that nobody waits for.
  const plans = { ...PLANS, faults: order === 'sealed' ? PLANS.faults : null };
  const made = await open(newFolder(), { begins: lockstep(uids, order), plans });
  const { app, data, end } = made;
  await Promise.all(
    uids.map(async (uid) => {
      const who = app.accounts.find((one) => one.uid === uid)!;
      const ask = async (path: string, body: object) => {
        const { body: answer } = await stampedRequest(app.url, who, 'POST', path, Date.now(), body);
        return answer as Answer;
      };
      const think = () => new Promise((resolve) => setTimeout(resolve, Math.random() * THINKS_MS));
      let at = await ask('/capi/v2/rehearsal/join', {});
      for (let n = 0; n < steps; n++) {
        await think();
        const bought = { symbol: SYMBOL, client_oid: `${uid}-${n}`, size: '0.001', type: n % 2 === 0 ? '1' : '3' };
        const body = { ...bought, order_type: '0', match_price: '1' };
        const place = { method: 'POST', path: '/capi/v2/order/placeOrder', body };
        if (order === 'turns') await ask(place.path, body);
        await think();
        // Steps of different length live together.
        const untilMs = at.virtualMs + (uid % 2 === 0 ? 20_000 : 30_000);
        const pass = { barrier: at.barrier, untilMs, ...(order === 'sealed' ? { actions: [place] } : {}) };
        at = await ask('/capi/v2/rehearsal/pass', pass);
        expect(at).toMatchObject({ state: 'woken', virtualMs: untilMs });
        if (order === 'sealed') expect(at.results).toMatchObject([{ ok: true }]);
      }
      await ask('/capi/v2/rehearsal/leave', {});
    }),
  );
  await end();
  return (await journalHash(join(data, 'journal.log'))).hash;
}

describe('lockstep', { timeout: PATIENCE_MS }, () => {
  it('gives the same commands whatever agents think for, in turns', async () => {
    const hashes = [];
    for (let run = 0; run < RUNS; run++) hashes.push(await play('turns', [1_000_001, 1_000_002], 4));
    expect(new Set(hashes).size).toBe(1);
  });

  it('gives the same commands whatever agents think for, sealed', async () => {
    const all = [1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_005];
    const hashes = [];
    for (let run = 0; run < RUNS; run++) hashes.push(await play('sealed', all, 3));
    expect(new Set(hashes).size).toBe(1);
  });

  it('refuses others, a wrong barrier, and answers the same pass again', async () => {
    const { app, admin } = await open(newFolder(), { begins: lockstep([1_000_001], 'turns') });
    const [agent, other] = app.accounts;
    const ask = (who: typeof agent, path: string, body: object) =>
      stampedRequest(app.url, who!, 'POST', `/capi/v2/rehearsal/${path}`, Date.now(), body);
    expect(await ask(agent, 'join', {})).toMatchObject({ status: 200, body: { barrier: 0, reason: 'joined' } });
    const leverage = { symbol: SYMBOL, marginMode: 1, longLeverage: '5' };
    const asked = [app.url, other!, 'POST', '/capi/v2/account/leverage', Date.now(), leverage] as const;
    expect(await stampedRequest(...asked)).toMatchObject({ status: 409, body: { code: '60002' } });
    expect(await ask(agent, 'pass', { barrier: 7 })).toMatchObject({ status: 409, body: { code: '60003' } });
    expect(await ask(other, 'pass', { barrier: 0 })).toMatchObject({ status: 409, body: { code: '60002' } });
    await expect(admin('POST', '/admin/v1/rehearsal/run', {})).rejects.toThrow('60004');
    const [once, again] = await Promise.all([ask(agent, 'pass', { barrier: 0 }), ask(agent, 'pass', { barrier: 0 })]);
    expect(once).toMatchObject({ status: 200, body: { barrier: 1, virtualMs: FROM_MS + MINUTE_MS, reason: 'time' } });
    expect(again.body).toEqual(once.body);
  });

  it('wakes an agent for a fill, a price and a liquidation, at the next second', async () => {
    const { app } = await open(newFolder(), { begins: lockstep([1_000_001], 'turns') });
    const [agent] = app.accounts;
    const ask = async (path: string, body: object) =>
      (await stampedRequest(app.url, agent!, 'POST', path, Date.now(), body)).body as Answer;
    await ask('/capi/v2/rehearsal/join', {});
    const ticker = await fetch(`${app.url}/capi/v2/market/ticker?symbol=${SYMBOL}`);
    const { best_bid: price } = (await ticker.json()) as { readonly best_bid: string };
    const resting = {
      symbol: SYMBOL,
      client_oid: 'rests',
      size: '0.001',
      type: '1',
      order_type: '0',
      match_price: '0',
    };
    await ask('/capi/v2/order/placeOrder', { ...resting, price });
    const untilMs = FROM_MS + 60 * MINUTE_MS;
    const woken = await ask('/capi/v2/rehearsal/pass', { barrier: 0, untilMs, wakeOn: ['fill'] });
    expect(woken).toMatchObject({ reason: 'event', fills: 1 });
    expect(woken.virtualMs % 1_000).toBe(0);
    expect(woken.virtualMs).toBeLessThan(untilMs);
    // For a price, and for a liquidation; else when it said, and as much later as it says it thought.
    const { barrier } = woken;
    const moved = await ask('/capi/v2/rehearsal/pass', { barrier, untilMs, wakeOn: [`price:${SYMBOL}:0.01`] });
    expect(moved).toMatchObject({ reason: 'event', barrier: barrier + 1 });
    const soonMs = moved.virtualMs + 1_000;
    const late = await ask('/capi/v2/rehearsal/pass', { barrier: barrier + 1, untilMs: soonMs, thoughtMs: 440 });
    expect(late).toMatchObject({ reason: 'time', virtualMs: soonMs + 440 });
    await ask('/capi/v2/account/leverage', { symbol: SYMBOL, marginMode: 1, longLeverage: '20', shortLeverage: '20' });
    await ask('/capi/v2/order/placeOrder', { ...resting, client_oid: 'much', size: '1.5', match_price: '1' });
    app.control.scenarios.run({ name: 'fall', events: [{ at: '+5s', do: 'jump', symbol: SYMBOL, bp: -1_000 }] });
    const last = { barrier: barrier + 2, untilMs, wakeOn: ['liquidation'] };
    expect(await ask('/capi/v2/rehearsal/pass', last)).toMatchObject({ reason: 'event' });
  });
});
