// Which clock (docs/rehearsal.md): each row of its table by what it says, on one rehearsal whose time moves by hours
// within seconds of the machine's; and no part of `src` asks the machine without a reason that stands here.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RehearsalClock } from '../src/api/call/rehearsal.ts';
import { type Client, createClient } from '../src/client/client.ts';
import { canonicalText } from '../src/core/text/canonical.ts';
import { DEFAULT_RULESET } from '../src/core/verification/ruleset.ts';
import { createAdminAsk } from '../src/rehearsal/admin-ask.ts';
import { USES } from './clock-uses.ts';
import { PATIENCE_MS } from './patience.ts';
import { connect, handshakeOf, PRIVATE, PUBLIC, type TestSocket } from './push/push-kit.ts';
import { FROM_MS, inLockstep, rehearsals } from './rehearsal-kit.ts';
import { stampedRequest } from './signed-request.ts';
import { blank, filesUnder, read } from './source.ts';

const SYMBOL = 'cmt_btcusdt';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const open = rehearsals();
let run: Awaited<ReturnType<typeof open>>;
let alice: Client;
let bob: Client;
let [publicly, privately, moderns]: TestSocket[] = [];
let nth = 0;
beforeAll(async () => {
  run = await open({
    hasMarket: false,
    flags: [
      '--ai-log-bytes-per-day',
      '4000',
      '--rate-limit-uid-budget',
      '200',
      '--keep-users',
      '1h',
      '--snapshot-commands',
      '0',
    ],
  });
  [alice, bob] = [0, 1].map((at) => createClient({ ...run.keyOf(at), retries: 0 })) as [Client, Client];
}, PATIENCE_MS);

const nowMs = (): number => run.app.exchange.time.nowMs();
const step = (ms: number) => run.admin<RehearsalClock>('POST', '/admin/v1/rehearsal/step', { ms, wait: 60 });
const until = (ms: number) => step(ms - nowMs());
const setPrice = (price = '90000') => run.admin('POST', '/admin/index-price', { symbol: SYMBOL, price });
const order = (fields: object) =>
  ({ symbol: SYMBOL, client_oid: `o${++nth}`, size: '0.01', order_type: 0, match_price: 0, ...fields }) as never;
/** Alice buys of Bob; Alice's order. */
async function trade(price = '90000'): Promise<string> {
  await setPrice(price);
  await bob.placeOrder(order({ type: 2, price }));
  return (await alice.placeOrder(order({ type: 1, price }))).order_id;
}
const SAME = { client_oid: 'the-same', type: 1, price: '80000' };
const log = (fields: object = {}): string =>
  JSON.stringify({ stage: 'Decision', model: 'm', input: { n: ++nth }, output: { decision: 'OPEN_LONG' }, ...fields });
const daily = (ms: number) => (Math.floor(ms / DAY) + 1) * DAY;

/** What shows each row of the table; text: the test elsewhere that does, by its file and name. */
const ROWS: Readonly<Record<string, (() => Promise<void>) | readonly [file: string, name: string]>> = {
  'Times of orders, fills and bills': async () => {
    const detail = await alice.detail({ orderId: await trade() });
    expect(Number(detail.createTime)).toBe(nowMs());
    const { list } = await alice.fills({ symbol: SYMBOL });
    expect(list[0]!.createdTime).toBe(nowMs());
    const { items } = await alice.bills({ limit: 5 });
    expect(items[0]!.cTime).toBe(nowMs());
  },
  'Candles, a ticker’s 24 hours': async () => {
    await trade('91000');
    const tradedMs = nowMs();
    const { order_id: orderId } = await alice.placeOrder(order(SAME));
    await alice.cancel_order({ orderId });
    await step(MINUTE);
    await setPrice();
    await expect(alice.placeOrder(order({ ...SAME, size: '0.02' }))).rejects.toThrow('DUPLICATE_CLIENT_OID');
    const bars = await alice.candles({ symbol: SYMBOL, granularity: '1m', limit: 3 });
    expect(bars.map(([openMs]) => Number(openMs))).toContain(nowMs() - (nowMs() % MINUTE));
    expect(Number((await alice.ticker({ symbol: SYMBOL })).base_volume)).toBeGreaterThan(0);
    await until(tradedMs + DAY + MINUTE);
    expect(Number((await alice.ticker({ symbol: SYMBOL })).base_volume)).toBe(0);
    const days = await alice.candles({ symbol: SYMBOL, granularity: '1d', limit: 3 });
    expect(days.map(([openMs]) => Number(openMs))).toContain(daily(tradedMs));
  },
  Funding: async () => {
    const fundingMs = (Math.floor(nowMs() / (8 * HOUR)) + 1) * 8 * HOUR;
    await until(fundingMs - SECOND);
    await trade();
    await step(2 * SECOND);
    const { items } = await alice.bills({ businessType: 'position_funding', limit: 1 } as never);
    expect(Math.floor(items[0]!.cTime / SECOND) * SECOND).toBe(fundingMs);
  },
  'Index prices going stale': async () => {
    await setPrice();
    await step(10 * SECOND);
    await alice.placeOrder(order({ type: 1, price: '80000' }));
    await step(SECOND);
    await expect(alice.placeOrder(order({ type: 1, price: '80000' }))).rejects.toThrow('no valid mark price');
  },
  'A `client_oid` being free again': async () => {
    // It ended a day ago (see candles).
    await setPrice();
    await alice.placeOrder(order(SAME));
  },
  'Answers to copies of a request': async () => {
    // By the machine's stamp it is valid still, however far the rehearsal has come.
    const stampMs = Date.now();
    const leverage = { symbol: 'cmt_ethusdt', marginMode: 1, longLeverage: '7', shortLeverage: '7' };
    const asked = [run.app.url, run.app.accounts[0]!, 'POST', '/capi/v2/account/leverage', stampMs, leverage] as const;
    const once = await stampedRequest(...asked);
    expect(once).toMatchObject({ status: 200 });
    const { sequence } = run.app.exchange;
    expect((await stampedRequest(...asked)).body).toMatchObject({ code: '200' });
    expect(run.app.exchange.sequence).toBe(sequence);
    await step(2 * MINUTE);
    const after = run.app.exchange.sequence;
    expect((await stampedRequest(...asked)).status).toBe(200);
    expect(run.app.exchange.sequence).toBe(after);
  },
  'Rate limits, `Retry-After`': async () => {
    const ask = () => bob.assets();
    const spend = async (): Promise<Error> => {
      for (;;) await ask();
    };
    const refused = await spend().catch((error: Error) => error);
    expect(refused.message).toContain('429');
    await step(11 * SECOND);
    await ask();
  },
  'Expiry of API keys': async () => {
    const { uid } = run.app.accounts[0]!;
    const wanted = { uid, permission: 'read', expiresMs: nowMs() + HOUR };
    const key = await run.admin<{ apiKey: string }>('POST', '/admin/keys', wanted);
    const client = createClient({ url: run.app.url, ...key, retries: 0 });
    await client.assets();
    await step(HOUR);
    await expect(client.assets()).rejects.toThrow('40753');
  },
  'Phases and outages of contests': async () => {
    const ruleset = canonicalText(DEFAULT_RULESET);
    const rulesetSha256 = createHash('sha256').update(ruleset).digest('hex');
    await run.admin('POST', '/admin/v1/rulesets', { ruleset });
    const startMs = nowMs() + HOUR;
    const times = { startMs, endMs: startMs + DAY, evidenceUntilMs: startMs + DAY + HOUR, boardHiddenFromMs: null };
    const rules = { channels: ['api'], maxOrdersPerMinute: 60, minFilledOrders: 0, publicBundle: 'orders' };
    const what = { coin: 'USDT', startBalance: '5000', symbols: [{ symbol: SYMBOL, maxLeverage: 20 }] };
    const config = { id: 'c', title: 'C', practice: true, ...times, ...what, ...rules, rulesetSha256 };
    await run.admin('POST', '/admin/v1/contests', { config: { ...config, score: { mode: 'return' } } });
    await run.admin('POST', '/admin/v1/contests/move', { contest: 'c', phase: 'registration' });
    const phase = async (): Promise<string> => (await alice.contestInfo({ id: 'c' })).phase;
    await step(HOUR - SECOND);
    expect(await phase()).toBe('registration');
    await step(2 * SECOND);
    expect(await phase()).toBe('live');
  },
  'Lateness of AI logs, their volume a day': async () => {
    const gradeAfter = async (ms: number): Promise<string> => {
      const orderId = await trade();
      await step(ms);
      await alice.call(
        'uploadAiLog',
        log({ orderId, output: { decision: 'OPEN_LONG', symbol: SYMBOL, size: '0.01' } }),
      );
      await step(SECOND);
      return (await alice.aiOrders({ limit: 1 }))[0]!.grade;
    };
    const [early, late] = [await gradeAfter(10 * SECOND), await gradeAfter(2 * HOUR)];
    expect([early, late]).toEqual(['B', 'D']);
    const large = { explanation: 'x'.repeat(3_750) };
    await expect(alice.call('uploadAiLog', log(large))).rejects.toThrow('of 4000 bytes');
    await until(daily(nowMs()));
    await alice.call('uploadAiLog', log(large));
  },
  'Daily settlement of copy trading': [
    'test/scenarios/copy.scn',
    'Copy trading is settled by the first tick of each UTC day',
  ],
  'How long rows are kept': [
    'test/store/retention.test.ts',
    'lets what the house did go after a day, and nothing of users',
  ],
  '`market/time`, `requestTime`': async () => {
    expect((await alice.marketTime()).timestamp).toBe(nowMs());
    const response = await fetch(`${run.app.url}/capi/v2/nothing`);
    expect(((await response.json()) as { requestTime: number }).requestTime).toBe(nowMs());
  },
  'Time fields of WebSockets': async () => {
    moderns = await connect(run.app.url, '/v3/ws/public');
    expect(Number((await moderns.next(({ event }) => event === 'connected')).time)).toBe(nowMs());
    publicly = await connect(run.app.url, PUBLIC);
    const timed = async (socket: TestSocket): Promise<number> => {
      socket.send({ event: 'ping' });
      return Number((await socket.next(({ event }) => event === 'pong')).time);
    };
    // That process is told the time each second, and with each message.
    await step(MINUTE);
    await expect.poll(() => timed(publicly!), { timeout: PATIENCE_MS }).toBe(nowMs());
    privately = await connect(run.app.url, PRIVATE, { headers: handshakeOf(run.app.accounts[0] as never) });
    expect(await timed(privately)).toBe(nowMs());
  },
  'HTTP’s `Date`': async () => {
    const { headers } = await fetch(`${run.app.url}/capi/v2/market/time`);
    expect(Math.abs(Date.parse(headers.get('date')!) - Date.now())).toBeLessThan(MINUTE);
    expect(Math.abs(nowMs() - Date.now())).toBeGreaterThan(DAY);
  },
  'Time-outs of connections and bodies': async () => {
    const { hostname, port } = new URL(run.app.url);
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.write('GET /capi/v2/market/time HTTP/1.1\r\nhost: x\r\n');
    await step(HOUR);
    const answered = new Promise<string>((resolve) => void socket.once('data', (data) => resolve(String(data))));
    socket.write('connection: close\r\n\r\n');
    expect(await answered).toContain(' 200 ');
  },
  'Pings of WebSockets, slow readers': async () => {
    await step(HOUR);
    for (const { ws, got } of [publicly!, privately!, moderns!]) {
      expect(ws.readyState).toBe(ws.OPEN);
      expect(got.filter(({ event, type }) => event === 'ping' || type === 'ping').length).toBeLessThan(20);
      ws.close();
    }
  },
  'Sessions of the operator’s page, its figures': async () => {
    const { code } = await run.admin<{ code: string }>('POST', '/admin/v1/codes', {});
    await step(5 * MINUTE);
    const { token } = await run.admin<{ token: string }>('POST', '/admin/v1/login', { code });
    await step(13 * HOUR);
    await createAdminAsk(run.app.adminUrl, token)('GET', '/admin/v1/me');
    const figures = () => run.admin<{ sequence: number }>('GET', '/admin/v1/overview');
    await figures();
    await setPrice();
    const { sequence } = run.app.exchange;
    await expect.poll(async () => (await figures()).sequence, { timeout: PATIENCE_MS }).toBe(sequence);
  },
  'Metrics, durations': async () => {
    const text = await (await fetch(`${run.app.url}/metrics`)).text();
    const [, seconds] = /^outcry_uptime_seconds (\S+)$/m.exec(text)!;
    expect(Number(seconds)).toBeLessThan((nowMs() - FROM_MS) / SECOND / 10);
  },
  'Log lines': ['src/app/lifecycle.test.ts', 'a line of a rehearsal also says what time it is there'],
  '`--timeout` of a lockstep': async () => {
    const untilMs = nowMs() + 3 * MINUTE;
    const { uid } = run.app.accounts[0]!;
    const { lockstep } = inLockstep({ agents: [uid], wallTimeoutMs: 20, untilMs });
    await run.admin('POST', '/admin/v1/rehearsal/lockstep', lockstep);
    await expect.poll(nowMs, { timeout: PATIENCE_MS }).toBe(untilMs);
    // The time is there; the step to it may be on its way still, and refuses.
    const ended = () =>
      run.admin('POST', '/admin/v1/rehearsal/lockstep', { off: true }).then(
        () => true,
        () => false,
      );
    await expect.poll(ended, { timeout: PATIENCE_MS }).toBe(true);
  },
  'Signing the AI log, snapshots, sweeps, syncs': async () => {
    const size = async (): Promise<number> =>
      Number((await (await fetch(`${run.app.url}/ailog/checkpoint`)).text()).split('\n')[1]);
    const before = await size();
    await alice.call('uploadAiLog', log());
    await expect.poll(size, { timeout: PATIENCE_MS }).toBeGreaterThan(before);
    // Ten minutes passed many times.
    expect(existsSync(join(run.data, 'snapshots')) ? readdirSync(join(run.data, 'snapshots')) : []).toEqual([]);
  },
};

const PAGE = 'docs/rehearsal.md';
const TABLE = [...read(PAGE).matchAll(/^\| (.+?) \| (rehearsal's|machine's|both) \| (.+?) \|$/gm)];

describe('which clock', { timeout: PATIENCE_MS }, () => {
  it('is told for everything, with a test for each', () => {
    expect(TABLE.map(([, what]) => what!.replaceAll("'", '’'))).toEqual(Object.keys(ROWS));
    expect(TABLE.length).toBeGreaterThanOrEqual(22);
  });

  it.each(Object.entries(ROWS))('%s', async (_, row) => {
    if (typeof row === 'function') return row();
    const [file, name] = row;
    expect(read(file)).toContain(name);
  });
});

describe('the machine’s clock', () => {
  it('is asked nowhere without a reason', () => {
    const known = USES.flatMap(([, uses]) => uses.trim().split(/\s*\n\s*/)).flatMap((line) => {
      const [path, ...members] = line.split(' ');
      return members.map((member) => `${path} ${member}`);
    });
    const sources = filesUnder('src', (path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
    const found = sources
      .filter((path) => !path.startsWith('src/time/') && !path.startsWith('src/web/'))
      .flatMap((path) => {
        const source = blank(read(path), { strings: true });
        const uses = [...source.matchAll(/\bmachine\s*\??\.\s*(\w+)/g)].map(([, one = '']) => one);
        const taken = [...source.matchAll(/\{([^{}]*)\} = machine\b/g)].flatMap(([, list = '']) => list.split(','));
        const members = [...uses, ...taken.map((one) => one.trim())];
        return [...new Set(members)].toSorted().map((member) => `${path} ${member}`);
      });
    expect(found.length).toBeGreaterThan(90);
    expect(
      found.filter((use) => !known.includes(use)),
      'uses without a reason',
    ).toEqual([]);
    expect(
      known.filter((use) => !found.includes(use)),
      'reasons without a use',
    ).toEqual([]);
  });

  it('and no other way to it is there than src/time', () => {
    const ways = /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bhrtime\b|\bset(Timeout|Interval)\b|node:timers/;
    const sources = filesUnder('src', (path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
    const found = sources.filter((path) =>
      ways.test(blank(read(path), { strings: !read(path).includes('node:timers') })),
    );
    expect(found).toEqual(['src/time/machine.ts']);
  });
});
