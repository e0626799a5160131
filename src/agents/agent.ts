/**
 * One scripted agent: looks at some contracts, lets its strategy decide, puts the reason on record and then sends the
 * order the reason is of, bound to it by hash. It uses the HTTP API with a key of its own, as anybody does, and knows
 * nothing that the API does not say.
 *
 * It keeps at most a few positions, as large as its strategy ventures, and stops opening when its money runs low. A
 * position that ventures much has a stop loss from its opening on, which the exchange holds. Decisions not to trade are
 * recorded now and then, not each time.
 */
import type { Client } from '../client/client.ts';
import { OutcryError } from '../client/errors.ts';
import { coinOf } from './figures.ts';
import type { Held, Idea, Level, Risk, Strategy, View } from './strategy.ts';
import { type Contract, tradingContracts } from './contracts.ts';

export interface AgentParts {
  readonly strategy: Strategy;
  readonly client: Pick<
    Client,
    | 'contracts'
    | 'candles'
    | 'depth'
    | 'allPosition'
    | 'assets'
    | 'current'
    | 'cancel_order'
    | 'leverage'
    | 'placeOrder'
    | 'uploadAiLog'
  >;
  /** Whole numbers below n, of the market's seed. */
  readonly below: (n: number) => number;
  /** 32 bytes of a text, as hex. */
  readonly sha256: (text: string) => string;
  readonly nowMs: () => number;
}

export interface Agent {
  /**
   * Looks, decides and acts once; `looks` is how many contracts it goes through for something to do. Once `signal` is
   * aborted it looks no further.
   */
  turn(looks: number, signal?: AbortSignal): Promise<void>;
}

const CANDLES = 31;
const DEPTH = 15;
const MOST_HELD = 2;
/** USDT an order is worth that ventures little: one, two or three times this. */
const ORDER_VALUE = 100;
/** USDT below which nothing is opened any more. */
const LEAST_MONEY = 2_000;
/** Of so many turns without an order one is put on record. */
const QUIET_TURNS = 5;

export function createAgent(parts: AgentParts): Agent {
  const { strategy, client, below } = parts;
  let contracts: readonly Contract[] = [];
  let next = 0;
  let quiet = 0;

  return {
    async turn(looks, signal) {
      if (contracts.length === 0) {
        contracts = await tradingContracts(client);
        next = below(Math.max(1, contracts.length));
      }
      await cancelResting(client);
      const held = await heldOf(client, parts.nowMs());
      const money = held.size < MOST_HELD ? await moneyOf(client) : 0;
      const mayOpen = money >= LEAST_MONEY;
      const free = mayOpen ? Array.from({ length: looks }, () => contracts[next++ % contracts.length]!) : [];
      const seen = [...contracts.filter(({ symbol }) => held.has(symbol)), ...free];
      let last: readonly [Contract, Idea] | null = null;
      for (const contract of new Set(seen)) {
        if (signal?.aborted === true) return;
        const idea = strategy.decide(await viewOf(client, contract, held.get(contract.symbol) ?? null));
        last = [contract, idea];
        if (idea.decision === 'HOLD') continue;
        quiet = 0;
        return act(parts, { contract, idea, held: held.get(contract.symbol) ?? null, money });
      }
      if (last !== null && ++quiet % QUIET_TURNS === 0) await record(parts, ...last, null);
    },
  };
}

/** Cancels the orders that rested since its last turn and were not taken. */
async function cancelResting(client: AgentParts['client']): Promise<void> {
  for (const { order_id: orderId } of await client.current()) await client.cancel_order({ orderId });
}

async function heldOf(client: AgentParts['client'], nowMs: number): Promise<ReadonlyMap<string, Held>> {
  const rows = await client.allPosition();
  return new Map(
    rows.map((row) => [
      row.symbol,
      {
        side: row.side === 'LONG' ? 'LONG' : 'SHORT',
        size: row.size,
        entry: Number((Number(row.open_value) / Number(row.size)).toPrecision(7)),
        forMs: nowMs - row.created_time,
      },
    ]),
  );
}

async function moneyOf(client: AgentParts['client']): Promise<number> {
  return Number((await client.assets()).find(({ coinName }) => coinName === 'USDT')?.available ?? 0);
}

async function viewOf(client: AgentParts['client'], contract: Contract, held: Held | null): Promise<View> {
  const { symbol, tick } = contract;
  const [candles, depth] = await Promise.all([
    client.candles({ symbol, granularity: '1m', limit: CANDLES, sort: 'asc' }),
    client.depth({ symbol, limit: DEPTH }),
  ]);
  const levels = (rows: readonly (readonly [string, string])[]): Level[] =>
    rows.map(([price, size]) => [Number(price), Number(size)]);
  const closes = candles.map((candle) => Number(candle[4]));
  return { symbol, tick, closes, bids: levels(depth.bids), asks: levels(depth.asks), held };
}

interface Act {
  readonly contract: Contract;
  readonly idea: Idea;
  readonly held: Held | null;
  /** USDT it has free. */
  readonly money: number;
}

/** The reason first, then the order, which says by its id what the reason was. */
async function act(parts: AgentParts, { contract, idea, held, money }: Act): Promise<void> {
  const { client, strategy, sha256 } = parts;
  const size = held === null ? sizeOf(parts, contract, idea, money) : held.size;
  const body = await record(parts, contract, idea, size);
  const types = { OPEN_LONG: 1, OPEN_SHORT: 2, CLOSE_LONG: 3, CLOSE_SHORT: 4, HOLD: 1 } as const;
  const risk = held === null ? strategy.risk : null;
  const { symbol } = contract;
  try {
    if (risk !== null) await client.leverage({ symbol, marginMode: 1, longLeverage: risk.leverage });
    await client.placeOrder({
      symbol,
      client_oid: `ai1-${sha256(body).slice(0, 32)}`,
      size,
      type: types[idea.decision],
      ...(risk === null ? {} : { presetStopLossPrice: stopOf(contract, idea, risk) }),
      ...(idea.price === null
        ? { order_type: 0, match_price: 1 }
        : { order_type: 1, match_price: 0, price: idea.price.toFixed(contract.priceDecimals) }),
    });
  } catch (error) {
    if (!(error instanceof OutcryError) || error.status >= 500) throw error;
    await refused(parts, contract, idea, error);
  }
}

function sizeOf({ below, strategy }: AgentParts, contract: Contract, idea: Idea, money: number): string {
  const { step, sizeDecimals, least } = contract;
  const { risk } = strategy;
  const worth = risk === null ? ORDER_VALUE * (1 + below(3)) : money * risk.share * risk.leverage;
  return Math.max(least, Math.floor(worth / priceOf(idea) / step) * step).toFixed(sizeDecimals);
}

/** The price of its stop loss, on a tick. */
function stopOf({ tick, priceDecimals }: Contract, idea: Idea, { stop }: Risk): string {
  const away = idea.decision === 'OPEN_LONG' ? 1 - stop : 1 + stop;
  return (Math.round((priceOf(idea) * away) / tick) * tick).toFixed(priceDecimals);
}

/** Price it opens at: its limit, or what it saw. */
function priceOf({ figures, price }: Idea): number {
  return price ?? Number(figures['last']);
}

/** Uploads the reason; returns the bytes that were recorded. */
async function record(
  { strategy, client }: AgentParts,
  contract: Contract,
  idea: Idea,
  size: string | null,
): Promise<string> {
  const { decision, price, figures, reason } = idea;
  const { symbol } = contract;
  const body = JSON.stringify({
    stage: 'Decision',
    model: strategy.model,
    input: { symbol, ...figures },
    output: {
      decision,
      symbol,
      ...(size === null ? {} : { size }),
      ...(price === null ? {} : { price: price.toFixed(contract.priceDecimals) }),
    },
    explanation: reason,
  });
  await client.uploadAiLog(body);
  return body;
}

/** Uploads that an order was wanted and refused, so that the refusal is on record too. */
async function refused({ strategy, client }: AgentParts, { symbol }: Contract, idea: Idea, error: OutcryError) {
  await client.uploadAiLog({
    stage: 'Order Execution',
    model: strategy.model,
    input: { symbol, wanted: idea.decision },
    output: { refused: error.code, message: error.message },
    explanation: `The exchange took no order for ${coinOf(symbol)}: ${error.message}`.slice(0, 1_000),
  });
}
