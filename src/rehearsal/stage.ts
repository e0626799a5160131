/**
 * The exchange a contest is rehearsed on: one whose time is driven (timed/), so that days pass in a minute. Its market
 * is the house, which quotes both sides of a price that is given half minute by half minute, and trades a little
 * itself; teams act while time stands.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminAsk, createAdminAsk } from './admin-ask.ts';
import { type Client, createClient } from '../client/client.ts';
import type { Instrument } from '../core/state/records.ts';
import type { Traded } from './market.ts';
import { readConfig } from '../app/settings/config.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Command } from '../core/language/commands.ts';
import { RANKS } from '../time/timeline.ts';
import { openRehearsal } from './timed/rehearsal.ts';
import { callerOf, freeOf, type HouseCaller, holdingOf, makerOf, takerOf, tradeOf } from '../market/house/accounts.ts';
import { PLAIN, priceText, sizeText, stepsFor } from '../market/house/texts.ts';

/** A minute past one, so that no funding falls due in the first hours. */
const OPENS_MS = Date.UTC(2026, 0, 5, 1, 0, 0);
/** Thirty ticks of a real exchange are one here: often enough that no gap proves an outage. */
const HALF_MINUTE_MS = 30_000;
/** Time waits while the read store is further behind than this, in commands. */
const MOST_BEHIND = 20_000;
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
  /** Gives its AI log's name, key and salts. */
  readonly seed?: number;
  readonly logLevel: 'silent' | 'warn';
}

/** Starts an exchange on a fresh data folder. */
export async function openStage(data: string, { market, seed = 0, logLevel }: StageOptions): Promise<Stage> {
  const flags = ['--port', '0', '--data', data, '--log-level', logLevel];
  // A team does in one moment what it would spread over half a minute.
  flags.push('--no-rate-limit-enabled');
  const mark = { fromMs: OPENS_MS, seed: `contest ${seed}`, accounts: 0, balance: '0', hasMarket: false };
  // Not for others: it is open to them, so it has no accounts whose keys everybody knows.
  const how = { mark, timestamps: 'either', begins: null, isPublic: true, isByHand: true } as const;
  const app = await openRehearsal(readConfig(flags, {}), {}, how);
  const { exchange, timeline } = app.served;
  const { nowMs } = timeline;
  const half = (): number => Math.floor((nowMs() - OPENS_MS) / HALF_MINUTE_MS);
  const house = houseOf(exchange, market);
  const admin = createAdminAsk(app.adminUrl, readFileSync(join(data, 'admin-token'), 'utf8').trim());
  house.open(nowMs());
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
      while (nowMs() < untilMs) {
        const turnMs = Math.min(nowMs() + HALF_MINUTE_MS, untilMs);
        timeline.at(turnMs, RANKS.flow, () => house.turn(half(), turnMs));
        await timeline.advanceTo(turnMs);
        if (exchange.behind > MOST_BEHIND) await exchange.caughtUp();
        await atStep?.();
      }
    },
    vanish: (ms) => timeline.advanceTo(nowMs() + ms),
    close: () => app.stop('the rehearsal is over'),
  };
}

interface House {
  open(nowMs: number): void;
  /** New prices, the house's orders around them, and a tick. */
  turn(half: number, nowMs: number): void;
}

function houseOf({ driven, state }: Exchange, market: readonly Traded[]): House {
  const traded = market.map((one) => ({ ...one, instrument: state.bySymbol.get(one.symbol)! }));
  const quoted = traded.filter(({ depth }) => depth > 0);
  const pricesAt = (half: number, nowMs: number): readonly Command[] =>
    traded.map(({ symbol, priceAt, instrument }) => {
      const price = priceText(instrument, ticksOf(instrument, priceAt(half)));
      return { name: 'setIndexPrice', symbol, price, sourceTimeMs: nowMs };
    });
  const orderOf = (instrument: Instrument, nowMs: number, { caller, buys, value, price }: HouseOrder): Command => {
    const closable = freeOf(holdingOf(state, caller.account, instrument), buys ? 'short' : 'long');
    const wanted = stepsFor(instrument, value, price ?? instrument.mark);
    // Its position is closed once there is enough of it for a whole order.
    const trade = tradeOf(buys, wanted, closable < wanted ? 0 : closable);
    return {
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
    };
  };
  const quote = ({ instrument, priceAt, spreadPpm, depth }: (typeof traded)[number], half: number, nowMs: number) =>
    [true, false].map((buys) => {
      const price = ticksOf(instrument, priceAt(half) * (1 + (buys ? -spreadPpm : spreadPpm) / MILLION));
      return orderOf(instrument, nowMs, { caller: callerOf(makerOf(instrument)), buys, value: depth, price });
    });
  return {
    open(nowMs) {
      const funded = quoted.flatMap(({ instrument }) =>
        [makerOf(instrument), takerOf(instrument)].flatMap((account): readonly Command[] => {
          const { symbol } = instrument.contract;
          const both = { marginMode: 'cross', long: 1, short: 1 } as const;
          return [
            { name: 'deposit', account, amount: FUNDS },
            { name: 'setLeverage', ...callerOf(account), symbol, ...both },
          ];
        }),
      );
      driven.carryOut([...pricesAt(0, nowMs), ...funded]);
    },
    turn(half, nowMs) {
      // Old quotes stay until the prices are set: what these trigger finds somebody to trade with.
      const cancels = quoted.map(
        ({ instrument, symbol }): Command => ({
          name: 'cancelAllOrders',
          ...callerOf(makerOf(instrument)),
          symbol,
          kind: 'normal',
        }),
      );
      const quotes = quoted.flatMap((one) => quote(one, half, nowMs));
      // Without trades a last price would stand still, and with it all that waits for one.
      const trades = quoted.map(({ instrument }) => {
        const caller = callerOf(takerOf(instrument));
        return orderOf(instrument, nowMs, { caller, buys: half % 2 === 0, value: TRADED, price: null });
      });
      driven.carryOut([...pricesAt(half, nowMs), ...cancels, ...quotes, ...trades, { name: 'tick' }]);
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
