/**
 * The exchange a rehearsal plays on: a real one with its HTTP API, on a clock that is moved by hand, so that two hours
 * pass in seconds. Its market is the house, which quotes both sides of a price that goes up and down by rule.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminAsk, createAdminAsk } from './admin-ask.ts';
import { type Client, createClient } from '../../client/client.ts';
import { readConfig } from '../settings/config.ts';
import type { Driven } from '../driven.ts';
import { startApp } from '../start.ts';
import { manualClock } from '../../sequencer/clock.ts';
import { fundHouse, makerOf, PLAIN, priceText, sizeText } from '../../market/simulator/house.ts';

/** A minute past one, so that no funding falls due. */
const OPENS_MS = Date.UTC(2026, 0, 5, 1, 0, 0);
const MINUTE_MS = 60_000;
/** Sixty ticks of a real exchange are two here: often enough that no gap proves an outage. */
const STEP_MS = 30_000;

/** A contract that is traded: where its price is, how far it swings, how far from it the house quotes, and how much. */
interface Traded {
  readonly symbol: string;
  readonly price: number;
  readonly swing: number;
  readonly spread: number;
  readonly size: number;
}
export const BTC: Traded = { symbol: 'cmt_btcusdt', price: 90_000, swing: 600, spread: 5, size: 20 };
/** Quoted so wide that two teams can meet in between. */
export const ETH: Traded = { symbol: 'cmt_ethusdt', price: 3_000, swing: 5, spread: 30, size: 100 };
const SWING_MINUTES = 40;

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
  /** An account with a key. */
  readonly newKey: (label: string) => Promise<Key>;
  readonly client: (key: Partial<Key>) => Client;
  /** Lets time pass: prices, quotes and ticks, twice a minute; `atStep` at each moment. */
  pass(untilMs: number, atStep?: () => Promise<void>): Promise<void>;
  /** Nothing happens for so long, as if the exchange were not there. */
  vanish(ms: number): void;
  close(): Promise<void>;
}

/** Starts an exchange on a fresh data folder. */
export async function openStage(data: string, logLevel: 'silent' | 'warn'): Promise<Stage> {
  const time = manualClock(OPENS_MS);
  const clock = { ...time, goOnFrom: () => undefined, accept: () => null, aheadMs: () => 0, jumpMs: () => 0 };
  const flags = ['--port', '0', '--data', data, '--log-level', logLevel, '--origin', 'rehearsal.example/ailog'];
  // Hours of requests come within seconds, and the machine's time is what limits go by.
  flags.push('--no-rate-limit-enabled');
  const nowMs = (): number => time.nowMs();
  let driven: Driven | null = null;
  const drive = (parts: Driven): void => void (driven = parts);
  const app = await startApp(readConfig(flags, {}), { demo: false, clock, drive });
  const market = driven as unknown as Driven;
  const admin = createAdminAsk(app.adminUrl, readFileSync(join(data, 'admin-token'), 'utf8').trim());
  await openMarket(market, time.nowMs());
  const step = async (atStep?: () => Promise<void>): Promise<void> => {
    await Promise.all([quote(market, BTC, time.nowMs()), quote(market, ETH, time.nowMs())]);
    await market.submit({ name: 'tick' });
    await atStep?.();
  };
  return {
    url: app.url,
    admin,
    as: (token) => createAdminAsk(app.adminUrl, token),
    nowMs,
    async newKey(label) {
      const { uid } = await admin<{ uid: number }>('POST', '/admin/accounts', { label });
      await admin('POST', '/admin/accounts/deposit', { uid, amount: '10000' });
      return { uid, ...(await admin<Omit<Key, 'uid'>>('POST', '/admin/keys', { uid, permission: 'trade', ips: [] })) };
    },
    client: (key) => createClient({ url: app.url, ...key, nowMs, retries: 8, timeoutMs: 60_000 }),
    async pass(untilMs, atStep) {
      while (time.nowMs() < untilMs) {
        time.advance(Math.min(STEP_MS, untilMs - time.nowMs()));
        await step(atStep);
      }
    },
    vanish: (ms) => time.advance(ms),
    close: () => app.stop('the rehearsal is over'),
  };
}

/** Where the price is at a moment: up and down evenly, in whole units. */
function priceAt({ price, swing }: Traded, nowMs: number): number {
  const at = Math.floor((nowMs - OPENS_MS) / MINUTE_MS) % SWING_MINUTES;
  const quarter = SWING_MINUTES / 4;
  const out = at < quarter ? at : at < 3 * quarter ? 2 * quarter - at : at - 4 * quarter;
  return price + (out * swing) / quarter;
}

async function openMarket({ submit, state }: Driven, nowMs: number): Promise<void> {
  for (const traded of [BTC, ETH]) {
    const instrument = state.bySymbol.get(traded.symbol)!;
    await setPrice({ submit, state }, traded, nowMs);
    await fundHouse(state, submit, makerOf(instrument), instrument);
  }
}

function setPrice({ submit }: Pick<Driven, 'submit' | 'state'>, traded: Traded, nowMs: number): Promise<unknown> {
  const price = String(priceAt(traded, nowMs));
  return submit({ name: 'setIndexPrice', symbol: traded.symbol, price, sourceTimeMs: nowMs });
}

/** A new price, and the house's two orders around it. */
async function quote(driven: Driven, traded: Traded, nowMs: number): Promise<void> {
  const { submit, state } = driven;
  const instrument = state.bySymbol.get(traded.symbol)!;
  const { contract } = instrument;
  const { symbol } = traded;
  const house = makerOf(instrument);
  const mark = priceAt(traded, nowMs);
  const side = (buys: boolean) => {
    const price = (mark + (buys ? -traded.spread : traded.spread)) * 100_000_000;
    return submit({
      name: 'placeOrder',
      ...house,
      ...PLAIN,
      symbol,
      clientOrderId: `q${state.sequence.toString(36)}${buys ? 'b' : 's'}${nowMs.toString(36)}`,
      side: buys ? 'long' : 'short',
      effect: 'open',
      execution: 'normal',
      size: sizeText(instrument, Math.round((traded.size * 100_000_000) / contract.stepE8)),
      price: priceText(instrument, Math.round(price / contract.tickE8)),
    });
  };
  // One turn of the event loop, one write of the journal.
  await Promise.all([
    submit({ name: 'cancelAllOrders', ...house, symbol, kind: 'normal' }),
    setPrice(driven, traded, nowMs),
    side(true),
    side(false),
  ]);
}
