/**
 * The exchange a rehearsal plays on: a real one with its HTTP API, on a clock that is moved by hand, so that days pass
 * in a minute. Its market is the house, which quotes both sides of a price that is given half minute by half minute,
 * and trades a little itself.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminAsk, createAdminAsk } from './admin-ask.ts';
import { type Client, createClient } from '../client/client.ts';
import type { Instrument } from '../core/state/records.ts';
import type { Traded } from './market.ts';
import { readConfig } from '../app/settings/config.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { startApp } from '../app/start.ts';
import { manualTime } from '../time/manual.ts';
import { callerOf, freeOf, type HouseCaller, holdingOf, makerOf, takerOf, tradeOf } from '../market/house/accounts.ts';
import { PLAIN, priceText, sizeText, stepsFor } from '../market/house/texts.ts';

/** A minute past one, so that no funding falls due in the first hours. */
const OPENS_MS = Date.UTC(2026, 0, 5, 1, 0, 0);
/** Thirty ticks of a real exchange are one here: often enough that no gap proves an outage. */
const HALF_MINUTE_MS = 30_000;
const E8 = 100_000_000;
const MILLION = 1_000_000;
/** Funds of each account of the house. */
const FUNDS = '20000000';
/** Value of the house's own trade of each half minute, USDT. */
const TRADED = 300;

export interface Key {
  readonly uid: number;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface Stage {
  readonly url: string;
  readonly admin: AdminAsk;
  /** Asks as a person with a token. */
  readonly as: (token: string) => AdminAsk;
  readonly nowMs: () => number;
  /** Half minutes since it opened: where the market's prices are. */
  readonly half: () => number;
  /** An account with a key and this much money. */
  readonly newKey: (label: string) => Promise<Key>;
  readonly client: (key: Partial<Key>) => Client;
  /** Lets time pass: prices, quotes and ticks, twice a minute; `atStep` at each moment. */
  pass(untilMs: number, atStep?: () => Promise<void>): Promise<void>;
  /** Nothing happens for so long, as if the exchange were not there. */
  vanish(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly market: readonly Traded[];
  readonly logLevel: 'silent' | 'warn';
}

/** Starts an exchange on a fresh data folder. */
export async function openStage(data: string, { market, logLevel }: StageOptions): Promise<Stage> {
  const time = manualTime(OPENS_MS);
  const flags = ['--port', '0', '--data', data, '--log-level', logLevel, '--origin', 'rehearsal.example/ailog'];
  // Days of requests come within a minute, and the machine's time is what limits go by.
  flags.push('--no-rate-limit-enabled');
  const nowMs = (): number => time.nowMs();
  const half = (): number => Math.floor((time.nowMs() - OPENS_MS) / HALF_MINUTE_MS);
  const app = await startApp(readConfig(flags, {}), { demo: false, time, isDriven: true });
  const house = houseOf(app.exchange, market);
  const admin = createAdminAsk(app.adminUrl, readFileSync(join(data, 'admin-token'), 'utf8').trim());
  await house.open(nowMs());
  return {
    url: app.url,
    admin,
    as: (token) => createAdminAsk(app.adminUrl, token),
    nowMs,
    half,
    async newKey(label) {
      const { uid } = await admin<{ uid: number }>('POST', '/admin/accounts', { label });
      await admin('POST', '/admin/accounts/deposit', { uid, amount: '10000' });
      return { uid, ...(await admin<Omit<Key, 'uid'>>('POST', '/admin/keys', { uid, permission: 'trade', ips: [] })) };
    },
    client: (key) => createClient({ url: app.url, ...key, nowMs, retries: 8, timeoutMs: 60_000 }),
    async pass(untilMs, atStep) {
      while (time.nowMs() < untilMs) {
        await time.advance(Math.min(HALF_MINUTE_MS, untilMs - time.nowMs()));
        await house.turn(half(), nowMs());
        await atStep?.();
      }
    },
    vanish: (ms) => time.advance(ms),
    close: () => app.stop('the rehearsal is over'),
  };
}

interface House {
  open(nowMs: number): Promise<void>;
  /** New prices, the house's orders around them, and a tick: one turn of the event loop, one write of the journal. */
  turn(half: number, nowMs: number): Promise<void>;
}

function houseOf({ submit, state }: Exchange, market: readonly Traded[]): House {
  const traded = market.map((one) => ({ ...one, instrument: state.bySymbol.get(one.symbol)! }));
  const quoted = traded.filter(({ depth }) => depth > 0);
  const setPrices = (half: number, nowMs: number): readonly Promise<unknown>[] =>
    traded.map(({ symbol, priceAt, instrument }) => {
      const price = priceText(instrument, ticksOf(instrument, priceAt(half)));
      return submit({ name: 'setIndexPrice', symbol, price, sourceTimeMs: nowMs });
    });
  const place = (instrument: Instrument, nowMs: number, { caller, buys, value, price }: HouseOrder) => {
    const closable = freeOf(holdingOf(state, caller.account, instrument), buys ? 'short' : 'long');
    const wanted = stepsFor(instrument, value, price ?? instrument.mark);
    // Its position is closed once there is enough of it for a whole order.
    const trade = tradeOf(buys, wanted, closable < wanted ? 0 : closable);
    return submit({
      name: 'placeOrder',
      ...caller,
      ...PLAIN,
      symbol: instrument.contract.symbol,
      clientOrderId: `${nowMs.toString(36)}${buys ? 'b' : 's'}`,
      side: trade.side,
      effect: trade.effect,
      execution: price === null ? 'ioc' : 'normal',
      size: sizeText(instrument, trade.size),
      price: price === null ? null : priceText(instrument, price),
    });
  };
  const quote = ({ instrument, priceAt, spreadPpm, depth }: (typeof traded)[number], half: number, nowMs: number) =>
    [true, false].map((buys) => {
      const price = ticksOf(instrument, priceAt(half) * (1 + (buys ? -spreadPpm : spreadPpm) / MILLION));
      return place(instrument, nowMs, { caller: callerOf(makerOf(instrument)), buys, value: depth, price });
    });
  return {
    async open(nowMs) {
      await Promise.all(setPrices(0, nowMs));
      for (const { instrument } of quoted)
        for (const account of [makerOf(instrument), takerOf(instrument)]) {
          await submit({ name: 'deposit', account, amount: FUNDS });
          const { symbol } = instrument.contract;
          const both = { marginMode: 'cross', long: 1, short: 1 } as const;
          await submit({ name: 'setLeverage', ...callerOf(account), symbol, ...both });
        }
    },
    async turn(half, nowMs) {
      // Old quotes stay until the prices are set: what these trigger finds somebody to trade with.
      const prices = setPrices(half, nowMs);
      const cancels = quoted.map(({ instrument, symbol }) =>
        submit({ name: 'cancelAllOrders', ...callerOf(makerOf(instrument)), symbol, kind: 'normal' }),
      );
      const quotes = quoted.flatMap((one) => quote(one, half, nowMs));
      // Without trades a last price would stand still, and with it all that waits for one.
      const trades = quoted.map(({ instrument }) =>
        place(instrument, nowMs, {
          caller: callerOf(takerOf(instrument)),
          buys: half % 2 === 0,
          value: TRADED,
          price: null,
        }),
      );
      await Promise.all([...prices, ...cancels, ...quotes, ...trades, submit({ name: 'tick' })]);
    },
  };
}

interface HouseOrder {
  readonly caller: HouseCaller;
  readonly buys: boolean;
  /** USDT. */
  readonly value: number;
  /** Null: at market. */
  readonly price: number | null;
}

/** A price in whole ticks of a contract. */
function ticksOf({ contract }: Instrument, price: number): number {
  return Math.max(1, Math.round((price * E8) / contract.tickE8));
}
