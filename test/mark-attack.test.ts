// Two accounts with dust against the mark: on an empty book, on a thin one and beside the house of `start`, and in the
// last seconds of a contest. Then what can be had for money: no more than docs/rules.md says, and at its price.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contestBoard } from '../src/core/contest/facts.ts';
import type { ContestConfig } from '../src/core/language/contest-config.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import { EIGHTHS } from '../src/market/house/house.ts';
import { Market } from '../src/market/market.ts';
import { keyOf } from '../src/market/world/draws.ts';
import { World } from '../src/market/world/world.ts';
import { sha256 } from '../src/store/sha256.ts';
import { ALICE, BOB, CARL, DORA, HONEST, START_MS, type Venue, venue } from './mark-kit.ts';

const INDEX = 50_000;
/** The impact notional of BTC, USDT. */
const NOTIONAL = 25_000;
const WINDOW_S = 150;

/** The honest one is short 1 BTC at 20x, sold to the first attacker, with little to spare. */
function sellToThem({ index, deposit, opens }: Venue): void {
  index(INDEX);
  deposit(ALICE, 10_000);
  deposit(BOB, 10_000);
  deposit(HONEST, 2_670);
  opens(ALICE, 'long', 1, INDEX);
  opens(HONEST, 'short', 1, INDEX);
}

/** Quotes of a thousandth far above the index, and a trade of the least size between them. */
function quoteDust({ opens }: Venue, index = INDEX): void {
  opens(BOB, 'short', 0.001, index * 1.14);
  opens(ALICE, 'long', 0.001, index * 1.138);
  opens(BOB, 'short', 0.0001, index * 1.138);
}

/** Bids above the index and asks beside them, of so many impact notionals each, and trades worth one. */
function quoteForMoney({ opens, cancels }: Venue, notionals: number, part: number): void {
  const size = (NOTIONAL * notionals * 1.0005) / (INDEX * (1 + part));
  for (const account of [CARL, DORA]) cancels(account);
  opens(CARL, 'long', size, INDEX * (1 + part));
  opens(DORA, 'short', size, INDEX * (1 + part + 0.0008));
}

function tradeForMoney({ opens }: Venue, part: number): void {
  opens(DORA, 'short', (NOTIONAL * 1.002) / INDEX, INDEX * (1 + part));
}

const EIGHTH_MS = 125;

/** The house, open around the world of a seed. */
function beside(one: Venue, seed = 'seven'): Market {
  const second = one.clock.nowMs() / 1_000;
  const weather = new World({ seed, sha256, second });
  const market = new Market({ state: one.exchange.state, weather, key: keyOf(seed, sha256) });
  one.watch((events) => market.see(events));
  for (const command of market.opening()) one.apply(command);
  passSeconds(one, market, 1);
  return market;
}

function passSeconds(one: Venue, market: Market, seconds: number, each = () => {}): number {
  let worst = 0;
  for (let left = seconds; left > 0; left--) {
    const second = Math.floor(one.clock.nowMs() / 1_000);
    for (let eighth = 0; eighth < EIGHTHS; eighth++) {
      for (const commands of market.eighth(second, eighth)) for (const command of commands) one.apply(command);
      each();
      one.clock.advance(EIGHTH_MS);
    }
    one.apply({ name: 'tick' });
    if (Math.abs(one.off()) > Math.abs(worst)) worst = one.off();
  }
  return worst;
}

describe('dust', () => {
  it('moves no mark on an empty book, and nobody is liquidated', () => {
    const one = venue();
    sellToThem(one);
    for (let second = 0; second < 200; second++) {
      if (second % 4 === 0) quoteDust(one);
      one.tick();
      expect(one.off(), `after ${second} s`).toBe(0);
    }
    expect(one.shortOf(HONEST)).toBe(10_000);
    expect(one.equity(HONEST)).toBeCloseTo(2_640, 6);
  });

  it('moves none where others quote a little, whom it buys out of its way', () => {
    const one = venue();
    sellToThem(one);
    one.deposit(CARL, 10_000);
    for (let second = 0; second < 200; second++) {
      if (second % 20 === 0) {
        one.opens(CARL, 'short', 0.01, INDEX * 1.002);
        one.opens(CARL, 'long', 0.01, INDEX * 0.998);
        one.opens(ALICE, 'long', 0.01, INDEX * 1.002);
        quoteDust(one);
      }
      one.tick();
      expect(one.off(), `after ${second} s`).toBe(0);
    }
    expect(one.shortOf(HONEST)).toBe(10_000);
  });

  it('moves none where others hold the notional on both sides', () => {
    const one = venue();
    sellToThem(one);
    one.deposit(CARL, 1_000_000);
    for (let level = 1; level <= 10; level++) {
      one.opens(CARL, 'short', 0.2, INDEX * (1 + level / 2_000));
      one.opens(CARL, 'long', 0.2, INDEX * (1 - level / 2_000));
    }
    quoteDust(one);
    for (let second = 0; second < 200; second++) {
      one.tick();
      expect(one.off(), `after ${second} s`).toBe(0);
    }
  });

  it('moves it beside the house no more than the house itself does', () => {
    const offAfter = (attack: (one: Venue) => void): number => {
      const one = venue();
      const market = beside(one);
      one.deposit(ALICE, 10_000);
      one.deposit(BOB, 10_000);
      return Math.abs(passSeconds(one, market, 60, () => attack(one)));
    };
    const usual = offAfter(() => undefined);
    const attacked = offAfter((one) => {
      one.opens(BOB, 'short', 0.0001, null);
      one.opens(ALICE, 'long', 0.0001, (Number(one.instrument.indexPrice) / 1e8) * 1.05);
    });
    expect(usual).toBeLessThan(0.0002);
    expect(attacked).toBeLessThan(usual + 0.0001);
  });

  it('in any orders, together worth less than the notional, leaves the mark what it is without them', () => {
    const move = fc.record({
      who: fc.constantFrom(ALICE, BOB),
      side: fc.constantFrom('long' as const, 'short' as const),
      part: fc.integer({ min: -1_200, max: 1_200 }),
      steps: fc.integer({ min: 1, max: 400 }),
      isMarket: fc.boolean(),
      seconds: fc.integer({ min: 0, max: 40 }),
      index: fc.option(fc.integer({ min: 49_000, max: 51_000 })),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const [one, other] = [venue(), venue()];
        for (const exchange of [one, other]) exchange.index(INDEX);
        one.deposit(ALICE, 1_000_000);
        one.deposit(BOB, 1_000_000);
        let spent = 0;
        for (const { who, side, part, steps, isMarket, seconds, index } of moves) {
          // At their dearest, since a market order has no price of its own.
          const worth = (steps / 10_000) * 51_000 * 1.15;
          spent += worth;
          if (spent >= NOTIONAL) break;
          one.opens(who, side, steps / 10_000, isMarket ? null : INDEX * (1 + part / 10_000));
          for (const exchange of [one, other]) {
            if (index !== null) exchange.index(index);
            exchange.tick(seconds);
          }
          expect(one.instrument.mark).toBe(other.instrument.mark);
        }
      }),
    );
  });
});

const CONTEST: ContestConfig = {
  id: 'c1',
  title: 'c1',
  practice: false,
  startMs: START_MS + 60_000,
  endMs: START_MS + 11 * 60_000,
  evidenceUntilMs: START_MS + 20 * 60_000,
  boardHiddenFromMs: null,
  coin: 'USDT',
  startBalance: '10000',
  symbols: [{ symbol: 'cmt_btcusdt', maxLeverage: 20 }],
  channels: ['api'],
  maxOrdersPerMinute: 60,
  minFilledOrders: 0,
  publicBundle: 'orders',
  disclosure: { what: 'none', delayMs: 0 },
  rulesetSha256: '',
  score: { mode: 'return' },
};

/** A live contest in which the honest team is short 1 BTC against the first attackers', up to `beforeMs` its end. */
function inContest(beforeMs: number, fields: Partial<ContestConfig> = {}): Venue {
  const one = venue();
  one.index(INDEX);
  const saltKey = Buffer.alloc(32, 7).toString('base64');
  one.apply({ name: 'openAiLog', origin: 'test', vkey: 'test+0', saltKey });
  const put = one.apply({ name: 'putRuleset', ruleset: '{"name":"rules"}' });
  const { sha256: rulesetSha256 } = (put as unknown as { result: { sha256: string } }).result;
  const done = [one.apply({ name: 'createContest', config: { ...CONTEST, rulesetSha256, ...fields } })];
  done.push(one.apply({ name: 'moveContest', contest: 'c1', phase: 'registration' }));
  for (const account of [ALICE, BOB, HONEST, CARL, DORA]) {
    const who = { account, keyId: 'k', channel: 'api' as const };
    const entry = { contest: 'c1', modelClass: 'llm' as const, models: ['m'], members: [`m${account}`] };
    done.push(one.apply({ name: 'registerTeam', ...who, ...entry, teamName: `Team ${account}` }));
    done.push(one.apply({ name: 'setTeam', contest: 'c1', team: `t${account - 1_000_000}`, state: 'approved' }));
  }
  expect(done.filter(({ ok }) => !ok)).toEqual([]);
  one.tick(60);
  one.opens(ALICE, 'long', 1, INDEX);
  one.opens(HONEST, 'short', 1, INDEX);
  one.tick((CONTEST.endMs - beforeMs - one.clock.nowMs()) / 1_000);
  return one;
}

/** Return of the honest team on the final board. */
function honestReturn({ exchange }: Venue): number {
  const contest = exchange.state.contest.contests.get('c1')!;
  expect(contest.phase).toBe('review');
  const row = contestBoard(contest, CONTEST.endMs).rows.find(({ standing }) => standing.team === 't3')!;
  return Number(row.standing.metrics.return8) / 1e8;
}

/** A taker's fee on 50,000, of 10,000. */
const FEE = -0.003;

describe('a contest', () => {
  it('ends as it would, when two teams with dust attack 2.5 seconds before', () => {
    const one = inContest(3_000);
    one.clock.advance(500);
    quoteDust(one);
    one.tick(3);
    expect(honestReturn(one)).toBeCloseTo(FEE, 8);
    expect(one.shortOf(HONEST)).toBe(10_000);
  });

  it('is decided by the median of its last minutes, so that two paid for change nothing', () => {
    const end = (fields: Partial<ContestConfig>): number => {
      const one = inContest(110_000, fields);
      quoteForMoney(one, 1.5, 0.04);
      one.tick(108);
      tradeForMoney(one, 0.04);
      quoteForMoney(one, 1.5, 0.04);
      one.tick(2);
      expect(one.off()).toBeGreaterThan(fields.markSource === 'index' ? -1 : 0.01);
      return honestReturn(one);
    };
    expect(end({})).toBeLessThan(-0.05);
    expect(end({ finalMinutes: 5 })).toBeCloseTo(FEE, 8);
    expect(end({ markSource: 'index' })).toBeCloseTo(FEE, 8);
  });
});

describe('what the mark costs', () => {
  /** How far quotes that stand for so long, with their trades at the end, get it. */
  function moved(notionals: number, part: number, seconds: number): number {
    const one = venue();
    one.index(INDEX);
    for (const account of [CARL, DORA]) one.deposit(account, 100_000);
    quoteForMoney(one, notionals, part);
    one.tick(seconds - 1);
    tradeForMoney(one, part);
    quoteForMoney(one, notionals, part);
    one.tick();
    return one.off();
  }

  it('is a notional on both sides for each percent, for all of the window', () => {
    expect(moved(1, 0.049, WINDOW_S)).toBeCloseTo(0.01, 4);
    expect(moved(2, 0.049, WINDOW_S)).toBeCloseTo(0.02, 4);
    expect(moved(5, 0.049, WINDOW_S)).toBeCloseTo(0.049, 4);
    expect(moved(5, 0.049, WINDOW_S / 2)).toBeCloseTo(0.049 / 2, 4);
    expect(moved(5, 0.049, 1)).toBeLessThan(0.049 / WINDOW_S + 1e-6);
    expect(moved(50, 0.14, WINDOW_S)).toBe(0);
  });

  it('is the distance to whoever sells into their bids', () => {
    const one = venue();
    one.index(INDEX);
    for (const account of [HONEST, CARL, DORA]) one.deposit(account, 100_000);
    quoteForMoney(one, 5, 0.049);
    one.tick(WINDOW_S);
    one.opens(HONEST, 'short', 2.3, INDEX * 1.049);
    // A minute later the trade counts no more, and without their bids nothing does.
    one.tick(61);
    expect(one.off()).toBe(0);
    // 2.3 BTC sold 2,450 above the index, less the taker's fee.
    expect(one.equity(HONEST) - 100_000).toBeCloseTo(2.3 * 2_450 - 2.3 * INDEX * 1.049 * 0.0006, 6);
  });

  it('is more than it is worth beside the house: a million for some thousandths', () => {
    const one = venue('cmt_ltcusdt');
    const market = beside(one);
    one.deposit(ALICE, 1_000_000);
    const leverage = { symbol: 'cmt_ltcusdt', marginMode: 'cross', long: 5, short: 5 } as const;
    one.apply({ name: 'setLeverage', account: ALICE, keyId: 'k', channel: 'api', ...leverage });
    const worst = passSeconds(one, market, 160, () => void one.opens(ALICE, 'long', 100, null));
    expect(worst).toBeGreaterThan(0.001);
    expect(worst).toBeLessThan(0.005);
    expect(one.equity(ALICE)).toBeLessThan(998_000);
  });

  it('is what docs/rules.md says of each contract', () => {
    const rules = readFileSync(new URL('../docs/rules.md', import.meta.url), 'utf8').split('\n');
    for (const { symbol, impactNotional, makerFee, takerFee } of DEFAULT_CONTRACTS) {
      const notional = Number(impactNotional);
      const fees = notional * (Number(makerFee) + Number(takerFee));
      const figures = [notional, notional / 100, 5 * notional, (5 * notional * 5) / 100, fees];
      const row = `| ${symbol} | ${figures.map((one) => one.toLocaleString('en')).join(' | ')} |`;
      expect(rules).toContain(row);
    }
  });
});
