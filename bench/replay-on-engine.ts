/**
 * A workload as full commands through `engine.apply`: a thousand funded accounts, margin, ledger, events and invariants on.
 *
 * Buys open longs, sells open shorts of the workload's users; a taker that would meet its own account's order is handed to the
 * next account, so that self-trade prevention changes no fill. Commands are built before the timed part, as the journal
 * would hand them over. What is counted comes from the events, inside the timed part.
 */
import { hash } from 'node:crypto';
import type { Command, Sequenced } from '../src/core/commands.ts';
import { DEFAULT_CONTRACTS } from '../src/core/contract-defaults.ts';
import { createEngine, type Engine } from '../src/core/engine.ts';
import { BUY, firstOrder, levelsOf, NONE, nextOrder, orderCount, priceOf, SELL, sizeOf } from '../src/core/matching/book.ts';
import { HEADER_INTS, OP, RECORD_INTS, type Workload, type WorkloadExpected } from './workload.ts';

const ACCOUNTS = 1000;
const FIRST_ACCOUNT = 1_000_001;
const SYMBOL = 'cmt_btcusdt';
const START_MS = 1_767_225_600_000;
const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

interface Counts {
  fills: number;
  volume: number;
  notional: number;
  cancelHits: number;
  cancelMisses: number;
}

/** The commands of a workload, ready to apply: set-up and prefill, then the timed ones. */
export interface EngineCommands {
  readonly prefill: readonly Sequenced[];
  readonly timed: readonly Sequenced[];
}

function setUp(): Command[] {
  const contracts = DEFAULT_CONTRACTS.map((spec) => ({ ...spec, markSource: 'index' as const }));
  const commands: Command[] = [{ name: 'setParameters', contracts, exchange: { maxOpenOrders: 1000 } }];
  for (let user = 0; user < ACCOUNTS; user++) commands.push({ name: 'deposit', account: FIRST_ACCOUNT + user, amount: '1000000' });
  commands.push({ name: 'setIndexPrice', symbol: SYMBOL, price: '10000', sourceTimeMs: START_MS });
  return commands;
}

function decimal(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

/** The account that places the order: its user, or the next one that owns nothing it would meet. */
function accountFor(engine: Engine, user: number, buy: boolean, limit: number, size: number): number {
  const { book, resting } = engine.state.instruments[0]!;
  const met = new Set<number>();
  let left = size;
  for (let slot = firstOrder(book, buy ? SELL : BUY); slot !== NONE && left > 0; slot = nextOrder(book, slot)) {
    if (buy ? priceOf(book, slot) > limit : priceOf(book, slot) < limit) break;
    met.add(resting[slot]!.account.id);
    left -= sizeOf(book, slot);
  }
  let account = FIRST_ACCOUNT + user;
  while (met.has(account)) account = FIRST_ACCOUNT + ((account - FIRST_ACCOUNT + 1) % ACCOUNTS);
  return account;
}

/** Builds the commands by running them once: cancels need the ids that the engine gives. */
export function buildCommands(workload: Workload): EngineCommands {
  const engine = createEngine(sha256);
  const all: Sequenced[] = [];
  const ids = new Map<number, { account: number; orderId: number }>();
  const run = (command: Command): unknown => {
    const sequenced = { sequence: all.length + 1, timeMs: START_MS + all.length, command };
    all.push(sequenced);
    const outcome = engine.apply(sequenced);
    return outcome.ok ? outcome.result : null;
  };
  setUp().forEach(run);
  const { words } = workload;
  let prefill = 0;
  for (let record = 0; record < workload.prefill + workload.commands; record++) {
    if (record === workload.prefill) prefill = all.length;
    const base = HEADER_INTS + record * RECORD_INTS;
    const [op, side, id, user, price, size] = words.subarray(base, base + RECORD_INTS) as unknown as [number, number, number, number, number, number];
    if (op === OP.cancel) {
      const target = ids.get(id)!;
      run({ name: 'cancelOrder', account: target.account, keyId: 'k', channel: 'api', orderId: target.orderId, clientOrderId: null });
      continue;
    }
    const buy = side === BUY;
    const limit = op === OP.market ? (buy ? 2_000_000_000 : 0) : price;
    const account = accountFor(engine, user, buy, limit, size);
    const placed = run({
      name: 'placeOrder',
      account,
      keyId: 'k',
      channel: 'api',
      symbol: SYMBOL,
      clientOrderId: `o${id}`,
      side: buy ? 'long' : 'short',
      effect: 'open',
      execution: op === OP.limit ? 'normal' : 'ioc',
      size: decimal(size, 4),
      price: op === OP.market ? null : decimal(price, 1),
      takeProfit: null,
      stopLoss: null,
      marginMode: null,
      positionMode: null,
      positionId: null,
    }) as { orderId: number } | null;
    if (placed === null) throw new Error(`${workload.kind}: order ${id} was rejected`);
    ids.set(id, { account, orderId: placed.orderId });
  }
  return { prefill: all.slice(0, prefill), timed: all.slice(prefill) };
}

/** A fresh engine with the prefill done; `commands` runs the timed part once, `results` tells what it came to. */
export function prepareOnEngine({ prefill, timed }: EngineCommands): {
  commands: () => void;
  results: () => WorkloadExpected;
  engine: Engine;
} {
  const engine = createEngine(sha256);
  for (const sequenced of prefill) engine.apply(sequenced);
  const counts: Counts = { fills: 0, volume: 0, notional: 0, cancelHits: 0, cancelMisses: 0 };
  const commands = (): void => {
    for (const sequenced of timed) applyCounted(engine, sequenced, counts);
  };
  return { commands, results: () => resultsOf(engine, counts), engine };
}

function applyCounted(engine: Engine, sequenced: Sequenced, counts: Counts): void {
  const outcome = engine.apply(sequenced);
  for (const event of outcome.events) {
    if (event.name !== 'fillMade') continue;
    counts.fills++;
    counts.volume += event.size;
    counts.notional += event.price * event.size;
  }
  if (sequenced.command.name !== 'cancelOrder') return;
  if (outcome.ok) counts.cancelHits++;
  else counts.cancelMisses++;
}

function resultsOf(engine: Engine, counts: Counts): WorkloadExpected {
  const { book } = engine.state.instruments[0]!;
  let restingSize = 0;
  for (const side of [BUY, SELL] as const) for (const [, volume] of levelsOf(book, side, 1_000_000)) restingSize += volume;
  return { ...counts, notional: String(counts.notional), restingOrders: orderCount(book), restingSize };
}
