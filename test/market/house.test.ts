// The house of the living market on the real engine, in made-up time: what it may quote and pay, in which order it
// acts, and that it goes on from what it saved.
import { describe, expect, it } from 'vitest';
import { MadeUpMarket } from '../../src/env/made-up-market.ts';
import { auditRules } from '../../src/core/audit.ts';
import { isHouse } from '../../src/core/language/accounts.ts';
import type { Command, OrderFields } from '../../src/core/language/commands.ts';
import { E8 } from '../../src/core/num/units.ts';
import type { Instrument, Order } from '../../src/core/state/records.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import { callerOf, isBuy, makerOf, memberOf, takerOf, tradeOf } from '../../src/market/house/accounts.ts';
import { House } from '../../src/market/house/house.ts';
import { limitOf } from '../../src/market/house/taker.ts';
import { PLAIN } from '../../src/market/house/texts.ts';
import { keyOf } from '../../src/market/world/draws.ts';
import { World, type WorldState } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';

const BTC = 'cmt_btcusdt';

function passed(seed: string, seconds: number): MadeUpMarket {
  const market = new MadeUpMarket(seed);
  for (let second = 0; second < seconds; second++) market.pass();
  return market;
}

const instrumentOf = (market: MadeUpMarket, symbol = BTC): Instrument => market.engine.state.bySymbol.get(symbol)!;
const quotesOf = (market: MadeUpMarket, instrument: Instrument): Order[] =>
  [...market.engine.state.accounts.get(makerOf(instrument))!.orders.values()].filter(
    (order) => order.instrument === instrument,
  );

function order(size: string, price: string | null, more: Partial<OrderFields> = {}): OrderFields {
  const clientOrderId = `u${Math.trunc(Number(size) * 1e6)}-${price}`;
  return { clientOrderId, side: 'long', effect: 'open', execution: 'ioc', size, price, ...PLAIN, ...more };
}

/** The first block of the next second: what is sent in one turn. */
function nextTurn(house: House, second: number): readonly Command[] {
  return house.eighth(second, 0).next().value as readonly Command[];
}

describe('the house', () => {
  it('quotes outside of fair, pays within its reach, and is never refused', () => {
    const market = new MadeUpMarket('properties');
    const { state } = market.engine;
    const seen = { quotes: 0, takes: 0, liquidations: 0, commands: 0 };
    const wrong: string[] = [];
    market.hooks = {
      afterTurn() {
        for (const instrument of state.instruments) {
          const fair = market.house.fairOf(instrument);
          if (fair === null) continue;
          const { ticks, half } = fair;
          for (const quote of quotesOf(market, instrument)) {
            const away = isBuy(quote) ? ticks - quote.price : quote.price - ticks;
            seen.quotes += 1;
            if (away < (0.3 * half * ticks) / 10_000 - 1e-6)
              wrong.push(`${instrument.contract.symbol} quotes at ${away}`);
          }
        }
      },
      onApplied(_command, { events }) {
        seen.commands += 1;
        for (const event of events) {
          if (event.name !== 'fillMade' || event.price === 0) continue;
          const { order } = event.taker;
          if (order.cause !== 'wanted') seen.liquidations += 1;
          if (!isHouse(order.account.id) || order.cause !== 'wanted' || order.execution !== 'ioc') continue;
          const limit = limitOf(market.house.fairOf(event.instrument)!, isBuy(order));
          seen.takes += 1;
          if (isBuy(order) ? event.price > limit : event.price < limit)
            wrong.push(`takes at ${event.price}, limit ${limit}`);
        }
      },
    };
    for (let second = 0; second < 1_800; second++) market.pass();
    expect(wrong).toEqual([]);
    expect(market.refused).toBe(0);
    expect(seen.quotes).toBeGreaterThan(400_000);
    expect(seen.takes).toBeGreaterThan(2_000);
    expect(seen.commands / 1_800).toBeLessThan(40);
    expect(auditRules(state)).toEqual([]);
    // Nobody else traded: what the house holds is its own against its own, and its money is what it was given.
    for (const { longSize, shortSize } of state.instruments) expect(longSize).toBe(shortSize);
    const quoted = state.instruments.filter((instrument) => market.house.fairOf(instrument) !== null);
    const members = quoted.map((instrument) => state.accounts.get(memberOf(instrument, 0))?.fees);
    expect(members.every((fees) => fees?.takerFeeE8 === 0 && fees.makerFeeE8 === 0)).toBe(true);
  });

  it('is the same again from a seed, and goes on from what it saved', () => {
    const [one, other, third] = [passed('again', 60), passed('again', 60), passed('other', 60)];
    expect(stateHash(one.engine.state, sha256)).toBe(stateHash(other.engine.state, sha256));
    expect(stateHash(third.engine.state, sha256)).not.toBe(stateHash(one.engine.state, sha256));
    const { state } = other.engine;
    const world = new World({ seed: 'again', sha256, second: 0 });
    world.restore(structuredClone(other.market.weather.save()) as WorldState);
    const house = new House({ state, world, key: keyOf('again', sha256) });
    expect(house.opening()).toEqual([]);
    house.restore(structuredClone(other.house.save()), other.second);
    const turn = nextTurn(house, other.second);
    expect(turn).toEqual(nextTurn(one.house, one.second));
    expect(turn.length).toBeGreaterThan(8);
  });

  it('acts for one contract after the other: cancels, the index, quotes', () => {
    const market = passed('order', 30);
    const makers = new Map(market.engine.state.instruments.map((one) => [makerOf(one), one.contract.symbol]));
    const rank = { cancelBatchOrders: 0, setIndexPrice: 1, batchOrders: 2 } as Record<string, number>;
    const acts = nextTurn(market.house, market.second).map((command) => ({
      symbol: 'symbol' in command ? command.symbol : makers.get((command as { account: number }).account),
      rank: rank[command.name],
    }));
    const symbols = market.engine.state.instruments.map(({ contract }) => contract.symbol);
    const places = acts.map(({ symbol, rank: at }) => symbols.indexOf(symbol!) * 3 + at!);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(acts.map(({ symbol }) => symbol)).size).toBe(8);
  });

  it('closes before it opens', () => {
    expect(tradeOf(true, 10, 100)).toEqual({ side: 'short', effect: 'close', size: 10 });
    expect(tradeOf(true, 10, 6)).toEqual({ side: 'short', effect: 'close', size: 6 });
    expect(tradeOf(true, 10, 4)).toEqual({ side: 'long', effect: 'open', size: 10 });
    expect(tradeOf(false, 10, 0)).toEqual({ side: 'short', effect: 'open', size: 10 });
    const market = passed('closing', 900);
    const { state } = market.engine;
    for (const instrument of state.instruments)
      for (const account of [makerOf(instrument), takerOf(instrument)]) {
        const { longSize = 0, shortSize = 0 } = state.accounts.get(account)?.holdings[instrument.index] ?? {};
        const less = (Math.min(longSize, shortSize) * instrument.contract.valueUnit * instrument.mark) / E8;
        expect(less, `${account}: what it holds on both sides, USDT`).toBeLessThan(60_000);
      }
  });

  it('has nothing on the book of a halted contract, whose index goes on, and leaves a delisted one alone', () => {
    const market = passed('halted', 20);
    const btc = instrumentOf(market);
    market.submit<'setContractState'>({ name: 'setContractState', symbol: BTC, state: 'HALTED' });
    const names = (symbol: string): string[] =>
      nextTurn(market.house, market.second).flatMap((one) =>
        'symbol' in one && one.symbol === symbol ? one.name : [],
      );
    market.pass();
    expect(quotesOf(market, btc)).toEqual([]);
    expect(names(BTC)).toEqual(['setIndexPrice']);
    market.submit<'setContractState'>({ name: 'setContractState', symbol: BTC, state: 'TRADING' });
    market.pass();
    expect(quotesOf(market, btc).length).toBeGreaterThan(15);
    for (let second = 0; second < 5; second++) market.pass();
    expect(quotesOf(market, btc).length).toBeGreaterThan(25);
    market.submit<'delistContract'>({ name: 'delistContract', symbol: BTC });
    expect(names(BTC)).toEqual([]);
    expect(names('cmt_ethusdt')).toContain('setIndexPrice');
    for (let second = 0; second < 5; second++) market.pass();
    expect(market.refused).toBe(0);
  });

  it('cancels orders of its makers that it does not know', () => {
    const market = passed('unknown', 10);
    const btc = instrumentOf(market);
    const price = String(Math.floor(btc.mark * 0.9) / 10);
    const old = order('0.01', price, { execution: 'normal', clientOrderId: 'h1x-0' });
    const placed = market.submit<'placeOrder'>({ name: 'placeOrder', ...callerOf(makerOf(btc)), symbol: BTC, ...old });
    expect(placed.ok).toBe(true);
    market.pass();
    expect(quotesOf(market, btc).map(({ clientOrderId }) => clientOrderId)).not.toContain('h1x-0');
  });

  it('tops up an account that lost most of its funds, at midnight', () => {
    const lastSecond = Math.floor(new MadeUpMarket('x').second / 86_400) * 86_400 + 86_399;
    const market = new MadeUpMarket('poor', { firstSecond: lastSecond - 5 });
    const btc = instrumentOf(market);
    for (let second = 0; second < 3; second++) market.pass();
    const account = makerOf(btc);
    market.submit<'withdraw'>({ name: 'withdraw', account, amount: '350000000' });
    const amount = (): number => Number(market.engine.state.accounts.get(account)!.shared.amount) / E8;
    expect(amount()).toBeLessThan(60_000_000);
    expect(market.market.house.toppedUp).toBe(0);
    for (let second = 0; second < 4; second++) market.pass();
    expect(amount()).toBeGreaterThan(390_000_000);
    expect(market.market.house.toppedUp).toBeCloseTo(350_000_000, -7);
  });
});

describe('a shock', () => {
  it('moves all contracts or none, and makes those that moved livelier', () => {
    const market = passed('shock', 10);
    const rows = (market.market.weather as World).rows;
    const [before] = rows.map(({ price, burst }) => ({ price, burst }));
    expect(market.market.shock(BTC, -0.01 * E8, 'x')).toHaveLength(1);
    market.pass();
    expect(rows[0]!.price / before!.price).toBeCloseTo(0.99, 3);
    expect(rows[0]!.burst - before!.burst).toBeCloseTo(100 / 60, 1);
    expect(rows[1]!.burst).toBeLessThan(0.5);
    expect(market.refused).toBe(0);
  });

  it('that would leave a price no index may have is refused, and moves nothing', () => {
    const market = passed('shock', 3);
    const doge = 'cmt_dogeusdt';
    const shocks = (rate: number): void => void market.market.shock(doge, rate * E8, 'x');
    for (let down = 0; down < 4; down++) shocks(-0.9);
    expect(() => shocks(-0.9)).toThrow(
      /cmt_dogeusdt would go from 0.00001\d* to 0.000001\d+, needs a price from 0.00001 to 10000/,
    );
    market.pass();
    expect(() => market.market.shock(null, -0.9 * E8, 'x')).toThrow(RangeError);
    const { price } = (market.market.weather as World).rows[0]!;
    market.pass();
    expect((market.market.weather as World).rows[0]!.price / price).toBeCloseTo(1, 3);
    for (let up = 0; up < 29; up++) shocks(1);
    expect(() => shocks(1)).toThrow('to 10000');
    market.pass();
    expect(instrumentOf(market, doge).indexPrice).toBeGreaterThan(5_000 * E8);
  });

  it('moves no contract that is delisted', () => {
    const market = passed('shock', 3);
    market.submit<'delistContract'>({ name: 'delistContract', symbol: BTC });
    expect(market.market.shock(BTC, 0.1 * E8, 'x')).toEqual([]);
  });
});
