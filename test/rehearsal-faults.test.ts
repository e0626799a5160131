// Faults of a rehearsal's accounts, over real sockets: what is lost on the way, what is late, stale or kept back, that
// the same requests meet the same faults, and that nothing of it touches what the exchange decided.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaultsInForce } from '../src/api/call/faults.ts';
import type { RehearsalClock, Woken } from '../src/api/call/rehearsal.ts';
import type { CheckupView } from '../src/api/shapes/checkup.ts';
import { audit } from '../src/core/audit.ts';
import { delayOf, readProfile } from '../src/rehearsal/faults/profile.ts';
import { PROFILES } from '../src/rehearsal/faults/profiles.ts';
import type { DemoAccount } from '../src/demo/demo-accounts.ts';
import { connect, PRIVATE } from './push/push-kit.ts';
import { FROM_MS, inLockstep, rehearsals } from './rehearsal-kit.ts';

const SYMBOL = 'cmt_btcusdt';
const PLACE = '/capi/v2/order/placeOrder';
const DEPTH = `/capi/v2/market/depth?symbol=${SYMBOL}`;
const ASSETS = '/capi/v2/account/assets';
const CURRENT = '/capi/v2/order/current';
const FAULTS = '/admin/v1/rehearsal/faults';
const open = rehearsals();
type Opened = Awaited<ReturnType<typeof open>>;

/** Status, body and fault of an answer; null: none came. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly fault: string | null;
}

let stamp = 0;

async function ask(
  url: string,
  who: DemoAccount,
  method: string,
  path: string,
  fields?: object,
): Promise<Answer | null> {
  stamp = Math.max(stamp + 1, Date.now());
  const text = fields === undefined ? '' : JSON.stringify(fields);
  const sign = createHmac('sha256', who.secret).update(`${stamp}${method}${path}${text}`).digest('base64');
  const headers = {
    'ACCESS-KEY': who.apiKey,
    'ACCESS-PASSPHRASE': who.passphrase,
    'ACCESS-TIMESTAMP': String(stamp),
    'ACCESS-SIGN': sign,
    'Content-Type': 'application/json',
  };
  try {
    const response = await fetch(url + path, { method, headers, ...(text === '' ? {} : { body: text }) });
    const { status } = response;
    return { status, text: await response.text(), fault: response.headers.get('x-outcry-fault') };
  } catch {
    return null;
  }
}

/** A limit order far from the price. */
const order = (more: object) => {
  const usual = { symbol: SYMBOL, size: '0.001', type: '1', order_type: '0', match_price: '0', price: '50000' };
  return { ...usual, ...more };
};

const started = async (options: Parameters<typeof open>[0] = {}): Promise<Opened> => {
  const made = await open({ hasMarket: false, flags: ['--no-rate-limit-enabled'], ...options });
  await made.admin('POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
  return made;
};
const revealing = { scenario: null, faults: null, isRevealing: true };
const set = ({ admin }: Opened, body: object) => admin<{ list: readonly FaultsInForce[] }>('POST', FAULTS, body);
const ordersOf = ({ app }: Opened, uid: number) => app.exchange.state.accounts.get(uid)!.orders;
const placedAs = (made: Opened, uid: number, name: string) =>
  ordersOf(made, uid)
    .values()
    .find(({ clientOrderId }) => clientOrderId === name)!;
const step = ({ admin }: Opened, ms: number) =>
  admin<RehearsalClock>('POST', '/admin/v1/rehearsal/step', { ms, wait: 60 });

describe('faults', { timeout: 240_000 }, () => {
  let made: Opened;
  let url: string;
  let alice: DemoAccount;
  let bob: DemoAccount;
  beforeAll(async () => {
    made = await started({ plans: revealing });
    url = made.app.url;
    [alice, bob] = made.app.accounts as [DemoAccount, DemoAccount];
  });
  const place = (who: DemoAccount, more: object) => ask(url, who, 'POST', PLACE, order(more));

  it('lose answers, never orders: those that are sent until they are answered are there once', async () => {
    await set(made, { uid: bob.uid, profile: { errorAfter: 0.2, dropAfter: 0.1, only: ['placeOrder'] } });
    let [lost, placed] = [0, 0];
    const cancelAll = () => ask(url, bob, 'POST', '/capi/v2/order/cancelAllOrders', { cancelOrderType: 'normal' });
    for (let n = 0; n < 300; n++) {
      for (;;) {
        const answer = await place(bob, { client_oid: `b-${n}` });
        if (answer?.status === 200) break;
        lost += 1;
        expect([undefined, 500, 502, 504]).toContain(answer?.status);
      }
      if (n % 100 !== 99) continue;
      // So many may work at once. It is none of the operations that are hit.
      placed += ordersOf(made, bob.uid).size;
      expect(await cancelAll()).toMatchObject({ status: 200, fault: null });
    }
    expect(lost).toBeGreaterThan(80);
    expect(placed).toBe(300);
    const { list } = await made.admin<{ list: readonly FaultsInForce[] }>('GET', FAULTS);
    const [{ requests, hits }] = list as [FaultsInForce];
    expect(requests).toBe(300 + lost);
    expect(hits.errorAfter! + hits.dropAfter!).toBe(lost);
    expect(hits.errorAfter! / requests).toBeCloseTo(0.2, 1);
    expect(audit(made.app.exchange.state)).toEqual([]);
  });

  it('hit the same requests again, and others by another seed; who sends twice without an id is told', async () => {
    const runs: string[] = [];
    for (const seed of ['one', 'one', 'two']) {
      await set(made, { uid: alice.uid, seed, profile: { errorBefore: 0.1, errorAfter: { p: 0.2, status: 502 } } });
      const met: string[] = [];
      for (let n = 0; n < 40; n++) {
        const answer = await place(alice, {});
        met.push(answer?.fault ?? '-');
        if (answer?.fault === 'errorAfter') {
          expect(answer).toMatchObject({ status: 502, text: expect.stringContaining('<h1>502 Bad Gateway</h1>') });
          await place(alice, {});
        }
      }
      runs.push(met.join());
    }
    expect(runs[0]).toBe(runs[1]);
    expect(runs[2]).not.toBe(runs[0]);
    expect(runs[0]).toMatch(/errorBefore.*errorAfter|errorAfter.*errorBefore/);
    await made.admin('POST', `${FAULTS}/clear`, { uid: alice.uid });
    const report = await made.admin<CheckupView>('GET', `/admin/v1/rehearsal/checkup?uid=${alice.uid}`);
    const sent = report.findings.find(({ id }) => id === 'D05');
    expect(sent?.severity).toBe('fail');
    expect(sent?.evidence.length).toBeGreaterThan(1);
    const met = Object.fromEntries(report.figures.faults.map(({ fault, count }) => [fault, count]));
    expect(met['errorAfter']).toBeGreaterThan(5);
    expect(Object.keys(met).toSorted()).toEqual(['errorAfter', 'errorBefore']);
  });

  it('refuse, cut and hold back, each as its name says, and only what they are for', async () => {
    const before = ordersOf(made, alice.uid).size;
    const met = async (profile: object): Promise<Answer | null> => {
      await set(made, { profile });
      return place(alice, { client_oid: `x-${JSON.stringify(profile).length}` });
    };
    expect(await met({ tooMany: 1 })).toMatchObject({ status: 429, fault: 'tooMany' });
    expect(await met({ errorBefore: { p: 1, status: 503 } })).toMatchObject({ status: 503, fault: 'errorBefore' });
    expect(await met({ dropBefore: { p: 1 } })).toBeNull();
    expect(ordersOf(made, alice.uid).size).toBe(before);
    const begun = performance.now();
    expect(await met({ hang: { p: 1, ms: 300 } })).toMatchObject({ status: 200, fault: 'hang' });
    expect(performance.now() - begun).toBeGreaterThan(290);
    expect(await met({ tooMany: 1, only: ['assets'] })).toMatchObject({ status: 200, fault: null });
    expect(await met({ tooMany: 1, to: FROM_MS - 1 })).toMatchObject({ status: 200, fault: null });
    // An account's own come before everybody's; a rehearsal's own operations, and pages, meet none.
    await set(made, { profile: { dropBefore: 1 } });
    await set(made, { uid: alice.uid, profile: { ws: { lagMs: 1 }, tooMany: 0 } });
    expect(await ask(url, alice, 'GET', ASSETS)).toMatchObject({ status: 200 });
    expect(await ask(url, bob, 'GET', ASSETS)).toBeNull();
    expect((await fetch(`${url}/capi/v2/rehearsal/clock`)).status).toBe(200);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const { list } = await made.admin<{ list: unknown[] }>('POST', `${FAULTS}/clear`, {});
    expect(list).toEqual([]);
    expect(await ask(url, bob, 'GET', ASSETS)).toMatchObject({ status: 200, fault: null });
  });

  it('show what was, to whom they are for', async () => {
    await set(made, { uid: alice.uid, profile: { staleReads: { p: 1, lagMs: 5_000 } } });
    const read = async (target: string) => JSON.parse((await ask(url, alice, 'GET', target))!.text) as object;
    const targets = [`${CURRENT}?symbol=${SYMBOL}`, DEPTH];
    for (const target of targets) await read(target);
    const were = await Promise.all(targets.map((target) => read(target)));
    expect((await place(alice, { client_oid: 'stale', price: '60000' }))?.status).toBe(200);
    await step(made, 5_000);
    expect(await read(targets[0]!)).toEqual(were[0]);
    expect({ ...(await read(DEPTH)), timestamp: 0 }).toEqual({ ...were[1], timestamp: 0 });
    expect(
      ordersOf(made, alice.uid)
        .values()
        .some(({ clientOrderId }) => clientOrderId === 'stale'),
    ).toBe(true);
    await step(made, 6_000);
    expect(JSON.stringify(await read(targets[0]!))).toContain('stale');
    await made.admin('POST', `${FAULTS}/clear`, {});
  });

  it('lose, repeat, delay and cut what a private connection is told', async () => {
    await ask(url, alice, 'POST', '/capi/v2/order/cancelAllOrders', { cancelOrderType: 'normal' });
    // The last one is stale by now, and nobody could order.
    await made.admin('POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
    const sign = (timestamp: string) =>
      createHmac('sha256', alice.secret)
        .update(timestamp + PRIVATE)
        .digest('base64');
    const socketOf = async () => {
      const timestamp = String((stamp = Math.max(stamp + 1, Date.now())));
      const headers = { 'ACCESS-KEY': alice.apiKey, 'ACCESS-PASSPHRASE': alice.passphrase };
      const signed = { ...headers, 'ACCESS-TIMESTAMP': timestamp, 'ACCESS-SIGN': sign(timestamp) };
      const socket = await connect(url, PRIVATE, { headers: signed });
      await socket.subscribe('orders');
      return socket;
    };
    const socket = await socketOf();
    const told = (name: string) => socket.got.filter((one) => JSON.stringify(one).includes(`"${name}"`)).length;
    const tell = async (name: string, ws: object): Promise<void> => {
      await set(made, { uid: alice.uid, profile: { ws } });
      expect((await place(alice, { client_oid: name }))?.status).toBe(200);
    };
    await tell('ws-lost', { lose: 1 });
    await tell('ws-twice', { repeat: 1 });
    await expect.poll(() => told('ws-twice')).toBe(2);
    await tell('ws-late', { lagMs: 2_000 });
    await tell('ws-now', {});
    await expect.poll(() => told('ws-now')).toBe(1);
    expect([told('ws-lost'), told('ws-late')]).toEqual([0, 0]);
    await step(made, 3_000);
    await expect.poll(() => told('ws-late')).toBe(1);
    const versions = socket.got.flatMap((one) => {
      const message = one as { readonly msg?: { readonly previousVersion?: number; readonly version?: number } };
      return message.msg?.previousVersion === undefined ? [] : [message.msg];
    });
    const gaps = versions.filter((one, at) => at > 0 && one.previousVersion! > versions[at - 1]!.version!);
    expect(gaps.length).toBeGreaterThan(0);
    const report = await made.admin<CheckupView>('GET', `/admin/v1/rehearsal/checkup?uid=${alice.uid}`);
    expect(report.findings.map(({ id }) => id)).toContain('D19');
    await set(made, { uid: alice.uid, profile: { ws: { dropEveryMs: 2_000 } } });
    const next = await socketOf();
    await step(made, 4_000);
    await Promise.all([socket.closed(), next.closed()]);
    await made.admin('POST', `${FAULTS}/clear`, {});
  });

  it('are refused with the place of what is wrong, and what is needed', async () => {
    const wrong = [
      [{ profile: 'flakey' }, /profile.*flakey.*home-wifi/],
      [{ profile: { errorAfter: 1.5 } }, /errorAfter.*1\.5.*number from 0 to 1/],
      [{ profile: { errorAfter: 0.6, dropAfter: 0.6 } }, /chances.*sum up to 1/],
      [{ profile: { latency: { before: { p50Ms: 9, p99Ms: 1 } } } }, /latency, before, p99Ms.*number from 9/],
      [{ profile: { errorsAfter: 0.1 } }, /errorsAfter.*no such field/],
      [{ profile: { only: ['placeOrders'] } }, /only.*placeOrders.*operation/],
      [{ profile: { staleReads: { p: 1, lagMs: 90_000 } } }, /lagMs.*from 1 to 60000/],
      [{ profile: { to: 'soon' } }, /to: found .*soon.*time with its zone/],
      [{ profile: 'flaky', seed: 'é' }, /seed.*ASCII/],
      [{ profile: 'flaky', uid: 1_999_999 }, /uid.*1999999.*account/],
      [{}, /profile is missing/],
    ] as const;
    for (const [body, says] of wrong) await expect(set(made, body)).rejects.toThrow(says);
    for (const { profile } of Object.values(PROFILES)) readProfile(profile, 'x', new Set());
  });
});

describe('delays', { timeout: 120_000 }, () => {
  it('meet the quantiles they are given', () => {
    const delays = { p50Ms: 80, p99Ms: 900, maxMs: 4_000 };
    const all = Array.from({ length: 10_000 }, (_, n) => delayOf(delays, (n + 0.5) / 10_000));
    expect(Math.abs(all[4_999]! / 80 - 1)).toBeLessThan(0.05);
    expect(Math.abs(all[9_899]! / 900 - 1)).toBeLessThan(0.05);
    expect(all.at(-1)).toBe(4_000);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
  });

  it('move the clock inside a turn, and are refused where another agent waits for it', async () => {
    const made = await started({ begins: inLockstep({ agents: [1_000_003] }) });
    const [, , carol, dave] = made.app.accounts as [DemoAccount, DemoAccount, DemoAccount, DemoAccount];
    const { url } = made.app;
    const clock = async () => (await made.admin<RehearsalClock>('GET', '/admin/clock')).virtualMs;
    const latency = { before: { p50Ms: 80, p99Ms: 900 }, after: { p50Ms: 50, p99Ms: 200 } };
    await set(made, { uid: carol.uid, profile: { latency } });
    await ask(url, carol, 'POST', '/capi/v2/rehearsal/join', {});
    for (let n = 0; n < 10; n++) {
      const sentMs = await clock();
      expect((await ask(url, carol, 'POST', PLACE, order({ client_oid: `d-${n}` })))?.status).toBe(200);
      const placed = placedAs(made, carol.uid, `d-${n}`);
      const log = readFileSync(join(made.data, 'control.jsonl'), 'utf8');
      expect(log).toContain('"verb":"faults"');
      const answeredMs = await clock();
      expect(placed.createdMs - sentMs).toBeGreaterThanOrEqual(40);
      expect(answeredMs - placed.createdMs).toBeGreaterThanOrEqual(25);
    }
    await expect(made.admin('POST', '/admin/v1/rehearsal/lockstep', { agents: [carol.uid, dave.uid] })).rejects.toThrow(
      /60005.*|latency/,
    );
    expect(await ask(url, dave, 'POST', '/capi/v2/rehearsal/join', {})).toMatchObject({ status: 409 });
    // Sealed, they are carried out when they have arrived, each by its delay.
    const agents = [carol.uid, dave.uid];
    await made.admin('POST', '/admin/v1/rehearsal/lockstep', { agents, order: 'sealed', stepMs: 10_000 });
    await set(made, { uid: dave.uid, profile: { errorAfter: { p: 1, status: 504 } } });
    const joined = async (who: DemoAccount) =>
      JSON.parse((await ask(url, who, 'POST', '/capi/v2/rehearsal/join', {}))!.text) as Woken;
    const at = await joined(carol);
    await joined(dave);
    const pass = async (who: DemoAccount, name: string) => {
      const actions = [{ method: 'POST', path: PLACE, body: order({ client_oid: name }) }];
      const body = { barrier: at.barrier, actions };
      return JSON.parse((await ask(url, who, 'POST', '/capi/v2/rehearsal/pass', body))!.text) as Woken;
    };
    const [one, two] = await Promise.all([pass(carol, 'sealed-1'), pass(dave, 'sealed-2')]);
    expect(one.results).toMatchObject([{ ok: true }]);
    expect(two.results).toMatchObject([{ ok: false, error: { code: '504' } }]);
    expect(placedAs(made, dave.uid, 'sealed-2').createdMs).toBe(at.virtualMs);
    expect(placedAs(made, carol.uid, 'sealed-1').createdMs - at.virtualMs).toBeGreaterThanOrEqual(40);
  });

  it('pass with time that runs, stay over a stop, and go on counting', async () => {
    const made = await started({
      plans: { scenario: null, faults: { profile: 'far-away', uid: 1_000_003 }, isRevealing: true },
    });
    const { data, end } = made;
    const carol = made.app.accounts[2]!;
    // While time stands nobody would ever be answered.
    expect((await ask(made.app.url, carol, 'GET', ASSETS))?.status).toBe(200);
    await made.admin('POST', '/admin/v1/rehearsal/run', { speed: 20 });
    const answer = await ask(made.app.url, carol, 'POST', PLACE, order({ client_oid: 'running' }));
    expect(answer).toMatchObject({ status: 200, fault: 'latency' });
    const [placed] = ordersOf(made, carol.uid).values();
    expect(placed!.createdMs).toBeGreaterThanOrEqual(FROM_MS + 80);
    // Nor would one that is on its way when it comes to stand.
    const dave = made.app.accounts[3]!;
    await set(made, { uid: dave.uid, profile: { latency: { before: { p50Ms: 600_000, p99Ms: 600_000 } } } });
    const late = ask(made.app.url, dave, 'GET', ASSETS);
    await expect.poll(() => made.app.control.delays.isIdle).toBe(false);
    await made.admin('POST', '/admin/v1/rehearsal/pause', {});
    expect(await late).toMatchObject({ status: 200, fault: 'latency' });
    await made.admin('POST', `${FAULTS}/clear`, { uid: dave.uid });
    await end();
    const again = await open({ data, hasMarket: false });
    const { list } = await again.admin<{ list: readonly FaultsInForce[] }>('GET', FAULTS);
    expect(list).toMatchObject([{ uid: carol.uid, profile: 'far-away', seed: 'demo', requests: 2 }]);
  });
});
