/**
 * A crowd of accounts with open positions, made by real orders through `engine.apply`: for the benches of the engine.
 *
 * Accounts come in pairs that trade with each other at the index price, one long, one short, so that open interest is
 * equal and the book is empty when they are done. Every other pair is cross, every other isolated; leverage runs from
 * 5x to 20x.
 */
import { hash } from 'node:crypto';
import type { Command, OrderFields, Sequenced } from '../../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';

export const FIRST_ACCOUNT = 1_000_001;
export const START_MS = 1_767_225_600_000;
const LEVERAGES = [5, 8, 10, 12, 15, 20];

/** A contract a crowd trades in: its price at the start and the size of every position. */
export interface Market {
  readonly symbol: string;
  readonly price: number;
  readonly size: string;
}

export const MARKETS: readonly Market[] = [
  { symbol: 'cmt_btcusdt', price: 50_000, size: '0.02' },
  { symbol: 'cmt_ethusdt', price: 3_000, size: '0.4' },
  { symbol: 'cmt_solusdt', price: 150, size: '8' },
];

/** What an order has that asks for nothing more. */
export const PLAIN = {
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  positionMode: null,
  positionId: null,
} as const;

/** Sees every command and what it did. */
type OnApplied = (sequenced: Sequenced, outcome: Outcome) => void;

/** An engine under a clock of its own; every command must be accepted. */
export class Venue {
  readonly engine: Engine = createEngine((bytes) => hash('sha256', bytes, 'buffer'));
  timeMs = START_MS;
  #sequence = 0;
  #orders = 0;
  readonly #onApplied: OnApplied;

  constructor(onApplied: OnApplied) {
    this.#onApplied = onApplied;
  }

  apply(command: Command): Outcome {
    this.#sequence++;
    const sequenced = { sequence: this.#sequence, timeMs: this.timeMs, command };
    const outcome = this.engine.apply(sequenced, true);
    this.#onApplied(sequenced, outcome);
    if (!outcome.ok) throw new Error(`${command.name} was refused: ${JSON.stringify(outcome.reject)}`);
    return outcome;
  }

  open(account: number, symbol: string, side: 'long' | 'short', fields: Partial<OrderFields>): Outcome {
    this.#orders++;
    return this.apply({
      name: 'placeOrder',
      account,
      keyId: 'bench',
      channel: 'api',
      symbol,
      clientOrderId: `o${this.#orders}`,
      side,
      effect: 'open',
      execution: 'normal',
      size: '1',
      price: null,
      ...PLAIN,
      ...fields,
    });
  }

  setPrice(symbol: string, price: number): Outcome {
    return this.apply({ name: 'setIndexPrice', symbol, price: String(price), sourceTimeMs: this.timeMs });
  }
}

/** Opens the contracts and sets their first prices. */
export function openVenue(markets: readonly Market[], onApplied: OnApplied = () => undefined): Venue {
  const venue = new Venue(onApplied);
  const contracts = DEFAULT_CONTRACTS.map((spec) => ({ ...spec, markSource: 'index' as const }));
  venue.apply({ name: 'setParameters', contracts, exchange: {} });
  for (const { symbol, price } of markets) venue.setPrice(symbol, price);
  return venue;
}

/**
 * `accounts` accounts with one position in each market, funded with `cushion` times the margin their leverage needs.
 */
export function seat(
  venue: Venue,
  markets: readonly Market[],
  accounts: number,
  cushion: number,
  leverages = LEVERAGES,
): void {
  for (let pair = 0; pair < accounts / 2; pair++) {
    const marginMode = pair % 2 === 0 ? 'cross' : 'isolated';
    const leverage = leverages[pair % leverages.length]!;
    const [long, short] = [FIRST_ACCOUNT + 2 * pair, FIRST_ACCOUNT + 2 * pair + 1];
    for (const account of [long, short]) {
      const margin = markets.reduce((sum, { price, size }) => sum + (price * Number(size)) / leverage, 0);
      venue.apply({ name: 'deposit', account, amount: String(Math.ceil(margin * cushion)) });
      for (const { symbol } of markets)
        venue.apply({ ...caller(account), name: 'setLeverage', symbol, marginMode, long: leverage, short: leverage });
    }
    for (const { symbol, price, size } of markets) {
      const order = { size, price: String(price), marginMode } as const;
      venue.open(long, symbol, 'long', order);
      venue.open(short, symbol, 'short', order);
    }
  }
}

export function caller(account: number): { account: number; keyId: string; channel: 'api' } {
  return { account, keyId: 'bench', channel: 'api' };
}
