// Scenarios of a rehearsal: those that come with it, what they do to prices, books, feeds and accounts, and what is
// said of one that can't be. Over the administration, on an exchange with a market.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckpointInfo, RehearsalClock } from '../src/api/call/rehearsal.ts';
import type { ScenarioInfo, ScenarioList } from '../src/api/call/scenarios.ts';
import type { CheckupView } from '../src/api/shapes/checkup.ts';
import { createClient } from '../src/client/client.ts';
import { audit } from '../src/core/audit.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import { BUY, bestPrice } from '../src/core/matching/book.ts';
import { KNOWN_SCENARIOS } from '../src/rehearsal/scenario/known-scenarios.ts';
import { NoMarketLog, readMarketLog } from '../src/market/verify/market-log.ts';
import { TABLE } from '../src/market/world/table.ts';
import { FROM_MS, rehearsals } from './rehearsal-kit.ts';

const SYMBOL = 'cmt_btcusdt';
const OTHER = 'cmt_ethusdt';
const GOLD = 'cmt_goldusdt';
const MINUTE_MS = 60_000;
const SCENARIO = '/admin/v1/rehearsal/scenario';
const NAMES = ['flash-crash', 'slow-bleed', 'whipsaw', 'outage-at-funding', 'feed-gap', 'funding-squeeze'];
const open = rehearsals();
type Opened = Awaited<ReturnType<typeof open>>;

describe('a scenario', { timeout: 240_000 }, () => {
  let made: Opened;
  beforeAll(async () => {
    const gold = { ...TABLE.at(-1)!, symbol: GOLD, start: 2_400 };
    made = await open({ seed: 'h364', made: { headlines: true, contracts: [gold] } });
    // Fewer contracts take less time; `all` are those that are there.
    for (const { contract } of made.app.exchange.state.instruments.slice(3))
      await made.admin('POST', '/admin/contracts/delist', { symbol: contract.symbol });
    const contract = { ...DEFAULT_CONTRACTS.at(-1)!, id: 10_000_020, symbol: GOLD, base: 'GOLD' };
    await made.admin('POST', '/admin/contracts', { contract });
  }, 120_000);
  const step = (ms: number) => made.admin<RehearsalClock>('POST', '/admin/v1/rehearsal/step', { ms, wait: 60 });
  const run = (body: object) =>
    made.admin<ScenarioInfo>('POST', SCENARIO, body).catch((error: Error) => {
      throw new Error(error.message.replaceAll('\\"', '"'));
    });
  const events = (...list: object[]) => ({ scenario: { name: 'own', events: list } });
  const found = async () => (await made.admin<ScenarioList>('GET', SCENARIO)).running!;
  const bookOf = (symbol = SYMBOL) => made.app.exchange.state.bySymbol.get(symbol)!;
  const clientOf = (at: number) => createClient(made.keyOf(at));
  const buy = (at: number, symbol: string, size: string) => {
    const order = {
      symbol,
      client_oid: `${symbol}-${Math.random()}`,
      size,
      type: '1',
      order_type: '0',
      match_price: '1',
    };
    return clientOf(at).placeOrder(order as never);
  };

  it('is checked whole, and nothing happens: the eight that come with it, and one with a slip', async () => {
    const { sequence } = made.app.exchange;
    const { running, known } = await made.admin<ScenarioList>('GET', SCENARIO);
    expect(running).toBeNull();
    expect(known.map(({ name }) => name)).toEqual([...NAMES, 'liquidation-cascade', 'dry-book']);
    for (const { name, events: count } of known) {
      const info = await run({ name, check: true });
      expect(info.events).toHaveLength(count);
      const times = info.events.map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      if (name === 'outage-at-funding') expect(times[0]).toBe(FROM_MS + 8 * 60 * MINUTE_MS - 5 * MINUTE_MS);
    }
    const at = '+1s';
    const wrong = [
      [{ at, do: 'jump', symbol: SYMBOL }, /event 2 \(jump\), bp: found nothing, needs a number from -9000/],
      [{ at, do: 'jmp', symbol: SYMBOL, bp: 1 }, /event 2 \(jmp\), do: found "jmp", needs one of jump/],
      [{ at: 'noon', do: 'pause' }, /event 2 \(pause\), at: found "noon", needs a time with its zone/],
      [{ at: '2025-12-31T00:00:00Z', do: 'pause' }, /event 2 \(pause\), at.*from the begin on/],
      [{ at, do: 'drift', symbol: 'cmt_xyz', bp: 1, over: '1m' }, /event 2 \(drift\), symbol: found "cmt_xyz"/],
      [{ at, do: 'depth', all: true, times: 2 }, /event 2 \(depth\), for: found nothing, needs a span such as 5m/],
      [{ at, do: 'pause', why: 1 }, /event 2 \(pause\), why: found 1, needs no such field/],
      [{ at, do: 'liquidations', symbol: OTHER, usdt: 1e8 }, /event 2 \(liquidations\), usdt.*at most \d+ in cmt_eth/],
      [{ at, do: 'deposit', uid: 9_000_001, amount: '5' }, /event 2 \(deposit\), uid: found 9000001/],
      [{ at, do: 'faults', profile: 'x', for: '1m' }, /event 2 \(faults\), profile: found "x"/],
      [{ at, do: 'checkpoint', name: '../x' }, /event 2 \(checkpoint\), name/],
      [{ at, do: 'expect', maxMarkGapBp: 1, audit: true }, /event 2 \(expect\): .*needs one of audit/],
    ] as const;
    for (const [event, says] of wrong) await expect(run(events({ at, do: 'pause' }, event))).rejects.toThrow(says);
    await expect(run({ name: 'flash' })).rejects.toThrow(
      /60006|found "flash", needs a scenario, or one of flash-crash/,
    );
    await expect(run({})).rejects.toThrow('needs name');
    await expect(made.admin('POST', `${SCENARIO}/stop`, {})).rejects.toThrow('60005');
    expect(made.app.exchange.sequence).toBe(sequence);
  });

  it('crashes: prices, depth and a crowd that is liquidated, and whoever bet twenty times as much', async () => {
    await step(5_000);
    const both = { longLeverage: '20', shortLeverage: '20' };
    await clientOf(2).leverage({ symbol: SYMBOL, marginMode: 1, ...both } as never);
    await buy(2, SYMBOL, '0.9');
    const before = Number(bookOf().indexPrice);
    await run({ name: 'flash-crash' });
    await expect(run({ name: 'dry-book' })).rejects.toThrow('60005');
    await step(6 * MINUTE_MS);
    expect(Math.abs(Number(bookOf().indexPrice) / before / 0.88 - 1)).toBeLessThan(0.01);
    const { events: list } = await found();
    expect(list.filter(({ do: what }) => what === 'expect').map(({ state }) => state)).toEqual([
      'done',
      'done',
      'waiting',
      'waiting',
    ]);
    const account = made.app.accounts[2]!.uid;
    expect(made.app.exchange.state.accounts.get(account)!.holdings[bookOf().index]?.longSize ?? 0).toBe(0);
    expect(audit(made.app.exchange.state)).toEqual([]);
    const report = await made.admin<CheckupView>('GET', `/admin/v1/rehearsal/checkup?uid=${account}`);
    const liquidated = report.findings.find(({ id }) => id === 'D23');
    expect(liquidated).toMatchObject({ severity: 'warn', what: expect.stringContaining(`${SYMBOL} 2026-01-01T00:0`) });
    expect(await made.admin<ScenarioInfo>('POST', `${SCENARIO}/stop`, {})).toMatchObject({ isStopped: true });
    expect(made.app.hasFailed).toBe(false);
    const control = readFileSync(join(made.data, 'control.jsonl'), 'utf8');
    expect(control).toContain('"verb":"scenario","arguments":{"name":"flash-crash"');
    const log = readFileSync(join(made.data, 'market-log.jsonl'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes('"name":"flash-crash"'))).toHaveLength(6);
    // Its prices are not those of the seed alone, and verification says so.
    expect(() => readMarketLog(log)).toThrow(NoMarketLog);
    expect(() => readMarketLog(log)).toThrow(/flash-crash, a scenario of a rehearsal/);
  });

  it('takes the feed, the quotes, the trading and the exchange away for a while, and gives them back', async () => {
    await run(
      events(
        { at: '+1s', do: 'feedGap', symbol: SYMBOL, for: '20s' },
        { at: '+1s', do: 'halt', symbol: OTHER },
        { at: '+15s', do: 'resume', symbol: OTHER },
        { at: '+15s', do: 'house', off: 'maker', symbol: OTHER, for: '5s' },
        { at: '+30s', do: 'expect', symbol: SYMBOL, maxMarkGapBp: 100 },
        { at: '+30s', do: 'expect', all: true, minDepthUsdt: 1e11 },
        { at: '+30s', do: 'deposit', uid: 1_000_003, amount: '123' },
        { at: '+30s', do: 'checkpoint', name: 'calm' },
        { at: '+31s', do: 'faults', profile: { tooMany: 1 }, uid: 1_000_005, for: '5s' },
        { at: '+40s', do: 'outage', answer: '503', for: '5s' },
      ),
    );
    await step(12_500);
    expect(bookOf().markValid).toBe(false);
    await expect(buy(3, SYMBOL, '0.001')).rejects.toThrow();
    await expect(buy(3, OTHER, '0.01')).rejects.toThrow();
    await buy(3, 'cmt_solusdt', '0.1');
    await step(5_000);
    expect(bestPrice(bookOf(OTHER).book, BUY)).toBe(0);
    await step(14_000);
    expect(bestPrice(bookOf(OTHER).book, BUY)).toBeGreaterThan(0);
    await buy(3, SYMBOL, '0.001');
    const list = (await found()).events;
    expect(list.find(({ event }) => 'maxMarkGapBp' in event)).toMatchObject({ state: 'done' });
    const failed = list.find(({ event }) => 'minDepthUsdt' in event);
    expect(failed).toMatchObject({ state: 'failed', found: expect.stringContaining(SYMBOL) });
    expect(made.app.hasFailed).toBe(true);
    const { checkpoints } = await made.admin<{ checkpoints: readonly CheckpointInfo[] }>(
      'GET',
      '/admin/v1/rehearsal/checkpoints',
    );
    expect(checkpoints).toMatchObject([{ name: 'calm' }]);
    const market = () => fetch(`${made.app.url}/capi/v2/market/ticker?symbol=${SYMBOL}`);
    const { list: faults } = await made.admin<{ list: unknown[] }>('GET', '/admin/v1/rehearsal/faults');
    expect(faults).toMatchObject([{ uid: 1_000_005, profile: null }]);
    await step(9_500);
    expect([(await market()).status, (await fetch(`${made.app.url}/healthz`)).status]).toEqual([503, 200]);
    await step(6_000);
    expect((await market()).status).toBe(200);
    expect((await made.admin<{ list: unknown[] }>('GET', '/admin/v1/rehearsal/faults')).list).toEqual([]);
  });

  it('is of a world with headlines and rows for contracts of the operator', async () => {
    const told = await fetch(`${made.app.url}/capi/v2/market/headlines`);
    const texts = (await told.json()) as readonly { readonly text: string }[];
    // The seed has it in its thirtieth second, or one beside.
    expect(texts.map(({ text }) => text)).toContain('Issuer promises a statement on ETH after the holidays');
    expect(Number(bookOf(GOLD).indexPrice) / 1e8).toBeGreaterThan(1_900);
    expect(bestPrice(bookOf(GOLD).book, BUY)).toBeGreaterThan(0);
  });

  it('goes on over a stop, and pauses where it says', async () => {
    const before = Number(bookOf(OTHER).indexPrice);
    await run(
      events(
        { at: '+2s', do: 'jump', symbol: OTHER, bp: 500 },
        { at: '+8s', do: 'jump', symbol: OTHER, bp: 500 },
        { at: '+10s', do: 'pause' },
      ),
    );
    await step(5_000);
    await made.end();
    made = await open({ data: made.data });
    expect((await found()).events.map(({ state }) => state)).toEqual(['done', 'waiting', 'waiting']);
    const { virtualMs } = await made.admin<RehearsalClock>('GET', '/admin/clock');
    await made.admin('POST', '/admin/v1/rehearsal/run', { speed: 'max' });
    const clock = () => made.admin<RehearsalClock>('GET', '/admin/clock');
    await expect.poll(async () => (await clock()).mode, { timeout: 60_000 }).toBe('paused');
    const at = (await found()).events.at(-1)!.atMs;
    expect((await clock()).virtualMs).toBeGreaterThanOrEqual(Math.max(at, virtualMs));
    expect((await clock()).virtualMs).toBeLessThan(at + MINUTE_MS);
    expect(Number(bookOf(OTHER).indexPrice) / before).toBeGreaterThan(1.09);
  });
});

it('an outage over funding, and a feed that is gone meanwhile, cost nobody what the rules do not', {
  timeout: 120_000,
}, async () => {
  const settled: string[] = [];
  const { app, admin, keyOf } = await open({
    seed: 'f1',
    made: { fromMs: FROM_MS + 474 * MINUTE_MS },
    onEvents: (events) => {
      for (const event of events)
        if (event.name === 'fundingSettled' && event.paid > 0) settled.push(event.instrument.contract.symbol);
    },
  });
  const { state } = app.exchange;
  for (const { contract } of state.instruments.slice(2))
    await admin('POST', '/admin/contracts/delist', { symbol: contract.symbol });
  const step = (ms: number) => admin('POST', '/admin/v1/rehearsal/step', { ms, wait: 60 });
  await step(5_000);
  const client = createClient(keyOf(2));
  const both = { longLeverage: '20', shortLeverage: '20' };
  await client.leverage({ symbol: OTHER, marginMode: 1, ...both } as never);
  const order = { symbol: OTHER, client_oid: 'long', size: '20', type: '1', order_type: '0', match_price: '1' };
  await client.placeOrder(order as never);
  const { uid } = app.accounts[2]!;
  const [index, other] = [state.bySymbol.get(SYMBOL)!, state.bySymbol.get(OTHER)!];
  const held = () => state.accounts.get(uid)!.holdings[other.index]?.longSize ?? 0;
  const before = Number(index.indexPrice);
  const scenario = {
    name: 'outage-and-gap',
    events: [
      ...KNOWN_SCENARIOS.get('outage-at-funding')!.events,
      { at: 'funding-20s', do: 'feedGap', symbol: OTHER, for: '60s' },
      { at: 'funding+5s', do: 'jump', symbol: OTHER, bp: -1_000 },
      { at: 'funding+4m', do: 'expect', symbol: OTHER, maxMarkGapBp: 100 },
    ],
  };
  await admin('POST', SCENARIO, { scenario });
  const full = held();
  expect(full).toBeGreaterThan(0);
  // Half a minute after funding: the feed has been gone for longer than ten seconds, and what it hides is a fall.
  await step(6 * MINUTE_MS - 5_000 + 30_000);
  expect(await fetch(`${app.url}/capi/v2/market/time`)).toMatchObject({ status: 503 });
  expect([other.markValid, held(), settled]).toEqual([false, full, [SYMBOL]]);
  await step(15_000);
  expect([other.markValid, held()]).toEqual([true, 0]);
  await step(6 * MINUTE_MS);
  expect(Math.abs(Number(index.indexPrice) / before / 0.96 - 1)).toBeLessThan(0.01);
  const { running } = await admin<ScenarioList>('GET', SCENARIO);
  expect(running!.events.map(({ state: one }) => one)).toEqual(running!.events.map(() => 'done'));
  expect([app.hasFailed, audit(state), settled]).toEqual([false, [], [SYMBOL]]);
  const { findings } = await client.get<CheckupView>('/capi/v2/rehearsal/checkup').then(({ answer }) => answer);
  const liquidated = findings.find(({ id }) => id === 'D23');
  expect(liquidated!.what).toContain(`${OTHER} 2026-01-01T08:00:4`);
});
