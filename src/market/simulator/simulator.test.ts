// The market over the real engine, in made-up time: every second eight beats and a tick, as the service sends them.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { audit } from '../../core/audit.ts';
import type { Command } from '../../core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import { createEngine, type Engine } from '../../core/engine.ts';
import { bestPrice, BUY, SELL } from '../../core/matching/book.ts';
import type { FundingSettled } from '../../core/turn/events.ts';
import type { Decision } from '../../core/turn/outcome.ts';
import type { Reject } from '../../core/language/rejects.ts';
import type { Instrument } from '../../core/state/records.ts';
import { manualClock } from '../../time/manual.ts';
import type { Submit } from '../submit.ts';
import { makerOf } from './house.ts';
import { walkSource } from '../source.ts';
import { createMarket } from './simulator.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const TRADER = 1_000_001;

function exchange(startMs = 1_767_250_800_000) {
  const clock = manualClock(startMs);
  const engine: Engine = createEngine(sha256);
  const commands: Command[] = [];
  const refused: Reject[] = [];
  const settled: FundingSettled[] = [];
  let bytes = 0;
  const apply = (command: Command) => {
    commands.push(command);
    bytes += JSON.stringify(command).length + 28;
    const outcome = engine.apply({ sequence: commands.length, timeMs: clock.nowMs(), command });
    for (const event of outcome.events) if (event.name === 'fundingSettled') settled.push(event);
    const rows = outcome.ok && Array.isArray(outcome.result) ? (outcome.result as Decision<unknown>[]) : [];
    refused.push(...[outcome, ...rows].flatMap((one) => ('ok' in one && !one.ok ? [one.reject] : [])));
    return outcome;
  };
  const submit = (async (command: Command) => apply(command)) as unknown as Submit;
  apply({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} });
  return { clock, engine, submit, apply, commands, refused, settled, bytes: () => bytes };
}

type Exchange = ReturnType<typeof exchange>;

async function runSeconds(run: Exchange, market: ReturnType<typeof createMarket>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (let beat = 0; beat < market.contracts; beat++) {
      run.clock.advance(125);
      await market.beat();
    }
    run.apply({ name: 'tick' });
  }
}

async function opened(seed = 7, startMs?: number) {
  const run = exchange(startMs);
  const market = createMarket({
    state: run.engine.state,
    submit: run.submit,
    clock: run.clock,
    seed,
    source: walkSource(seed, seed),
  });
  await market.open();
  return { run, market };
}

function quotesOf(instrument: Instrument, run: Exchange) {
  const orders = [...run.engine.state.accounts.get(makerOf(instrument).account)!.orders.values()];
  const bids = orders.filter(({ side, effect }) => (side === 'long') === (effect === 'open'));
  return { bids: bids.length, asks: orders.length - bids.length, orders };
}

function buy(run: Exchange, clientOrderId: string, size: string, price: string | null) {
  return run.apply({
    name: 'placeOrder',
    account: TRADER,
    keyId: 'k',
    channel: 'api',
    symbol: 'cmt_btcusdt',
    clientOrderId,
    side: 'long',
    effect: 'open',
    execution: price === null ? 'ioc' : 'normal',
    size,
    price,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: null,
  });
}

describe('the market', () => {
  it('quotes twelve levels on both sides of all contracts as soon as it is open', async () => {
    const { run } = await opened();
    expect(run.engine.state.instruments).toHaveLength(DEFAULT_CONTRACTS.length);
    for (const instrument of run.engine.state.instruments) {
      const { bids, asks } = quotesOf(instrument, run);
      expect([bids, asks], instrument.contract.symbol).toEqual([12, 12]);
      expect(bestPrice(instrument.book, BUY)).toBeLessThan(bestPrice(instrument.book, SELL));
    }
  });

  it('sends the same commands for the same seed, and others for another', async () => {
    const commandsOf = async (seed: number) => {
      const { run, market } = await opened(seed);
      await runSeconds(run, market, 20);
      return JSON.stringify(run.commands);
    };
    expect(await commandsOf(3)).toBe(await commandsOf(3));
    expect(await commandsOf(3)).not.toBe(await commandsOf(4));
  });

  it('trades for half an hour: full books, a tape, bounded positions, few commands, a small journal', async () => {
    const { run, market } = await opened();
    const before = { commands: run.commands.length, bytes: run.bytes() };
    const lasts = new Set<string>();
    let thin = 0;
    for (let minute = 0; minute < 30; minute++) {
      await runSeconds(run, market, 60);
      for (const instrument of run.engine.state.instruments) {
        lasts.add(`${instrument.contract.symbol} ${instrument.lastPrice}`);
        const { bids, asks } = quotesOf(instrument, run);
        if (Math.min(bids, asks) < 10) thin++;
      }
    }
    expect(thin).toBe(0);
    expect(lasts.size).toBeGreaterThan(100);
    expect((run.commands.length - before.commands) / 1800).toBeLessThan(30);
    expect((run.bytes() - before.bytes) / 1800).toBeLessThan(5000);
    for (const account of run.engine.state.accounts.values())
      for (const holding of account.holdings) {
        if (holding === undefined) continue;
        const { contract, mark } = holding.instrument;
        const value = ((holding.longSize + holding.shortSize) * mark * contract.valueUnit) / 1e8;
        expect(value, `${account.id} ${contract.symbol}`).toBeLessThan(500_000);
      }
  });

  it('has nothing refused, of no command and of no row, in five minutes', async () => {
    const { run, market } = await opened();
    await runSeconds(run, market, 300);
    expect(run.refused).toEqual([]);
  });

  it('fills an order at the touch, lets a large one walk the book, and follows it', async () => {
    const { run, market } = await opened();
    run.apply({ name: 'deposit', account: TRADER, amount: '1000000' });
    const [btc] = run.engine.state.instruments as [Instrument];
    const touch = bestPrice(btc.book, SELL);
    const small = buy(run, 'small', '0.001', String(touch / 10));
    expect(small.ok && run.engine.state.accounts.get(TRADER)!.holdings[0]!.longSize).toBe(10);
    const large = buy(run, 'large', '2', null);
    expect(large.ok).toBe(true);
    expect(btc.lastPrice).toBeGreaterThan(touch + 500);
    await runSeconds(run, market, 3);
    expect(bestPrice(btc.book, BUY)).toBeGreaterThan(touch);
  });

  it('adopts what the run before left, funds nobody twice, and uses new client order ids', async () => {
    const { run, market } = await opened();
    await runSeconds(run, market, 30);
    const { state } = run.engine;
    const [btc] = state.instruments as [Instrument];
    const standing = new Set(quotesOf(btc, run).orders.map((order) => order.id));
    const index = btc.indexPrice;
    run.clock.advance(60_000);
    const again = createMarket({ state, submit: run.submit, clock: run.clock, seed: 99, source: walkSource(99, 99) });
    const from = run.commands.length;
    await again.open();
    expect(run.commands.slice(from).map((command) => command.name)).not.toContain('deposit');
    expect(quotesOf(btc, run).orders.filter((order) => standing.has(order.id)).length).toBeGreaterThan(15);
    expect(Math.abs(Number(btc.indexPrice) / Number(index) - 1)).toBeLessThan(0.001);
    await runSeconds(run, again, 30);
    const ids = run.commands.flatMap((command) =>
      command.name === 'batchOrders' ? command.orders.map((order) => order.clientOrderId) : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('falls when it is shocked, at its next turn, and quotes around the new price', async () => {
    const { run, market } = await opened();
    const [btc, eth] = run.engine.state.instruments as [Instrument, Instrument];
    const before = [Number(btc.indexPrice), Number(eth.indexPrice)];
    const [shocked, ...others] = market.shock('cmt_btcusdt', -30_000_000);
    expect([shocked!.symbol, others]).toEqual(['cmt_btcusdt', []]);
    expect(Number(shocked!.to) / Number(shocked!.from)).toBeCloseTo(0.7, 5);
    expect(Number(btc.indexPrice)).toBe(before[0]);
    await runSeconds(run, market, 3);
    expect(Number(btc.indexPrice) / before[0]!).toBeCloseTo(0.7, 2);
    expect(Number(eth.indexPrice) / before[1]!).toBeCloseTo(1, 2);
    const middle = (bestPrice(btc.book, BUY) + bestPrice(btc.book, SELL)) / 2;
    expect((middle * btc.contract.tickE8) / Number(btc.indexPrice)).toBeCloseTo(1, 1);
    expect(market.shock(null, 10_000_000)).toHaveLength(market.contracts);
    expect(market.shock('cmt_nothing', 10_000_000)).toEqual([]);
  });

  it('leaves a halted contract alone and goes on with the others', async () => {
    const { run, market } = await opened();
    run.apply({ name: 'setContractState', symbol: 'cmt_ethusdt', state: 'HALTED' });
    const from = run.commands.length;
    await runSeconds(run, market, 30);
    const later = run.commands.slice(from);
    expect(
      later.some(
        (command) => 'symbol' in command && command.symbol === 'cmt_ethusdt' && command.name !== 'setIndexPrice',
      ),
    ).toBe(false);
    expect(later.some((command) => command.name === 'batchOrders' && command.symbol === 'cmt_btcusdt')).toBe(true);
  });
});

describe('funding of the market', () => {
  it('is settled in every contract at 08:00, 16:00 and 00:00 UTC, between those who hold positions', async () => {
    const hourMs = 3_600_000;
    const start = Date.parse('2026-01-01T07:57:00Z');
    const { run, market } = await opened(7, start);
    await runSeconds(run, market, 185);
    for (const boundary of ['2026-01-01T16:00:00Z', '2026-01-02T00:00:00Z']) {
      run.clock.advance(Date.parse(boundary) - 10_000 - run.clock.nowMs());
      await runSeconds(run, market, 15);
    }
    const boundaries = [1, 9, 17].map((hours) => start - 57 * 60_000 + hours * hourMs);
    expect(boundaries[0]).toBe(Date.parse('2026-01-01T08:00:00Z'));
    for (const { contract, nextFundingMs, fundingRateE8 } of run.engine.state.instruments) {
      const own = run.settled.filter(({ instrument }) => instrument.contract === contract);
      expect(own.map(({ fundingMs }) => fundingMs)).toEqual(boundaries);
      for (const { rateE8 } of own) expect(Math.abs(rateE8)).toBeLessThanOrEqual(contract.fundingCapE8);
      expect(own.at(-1)!.rateE8).toBe(fundingRateE8);
      expect(nextFundingMs).toBe(boundaries[2]! + 8 * hourMs);
    }
    const paying = run.settled.filter(({ paid }) => paid > 0);
    expect(paying.length).toBeGreaterThan(8);
    for (const { paid, received, dust } of paying) expect(BigInt(paid)).toBe(BigInt(received) + BigInt(dust));
    expect(audit(run.engine.state)).toEqual([]);
  });

  it('goes on without a contract that was delisted', async () => {
    const { run, market } = await opened();
    await runSeconds(run, market, 20);
    expect(run.apply({ name: 'delistContract', symbol: 'cmt_ethusdt' }).ok).toBe(true);
    const before = run.refused.length;
    await runSeconds(run, market, 20);
    expect(run.refused.length).toBe(before);
    expect(run.engine.state.bySymbol.get('cmt_ethusdt')!.book.orderCount).toBe(0);
    expect(audit(run.engine.state)).toEqual([]);
  });
});
