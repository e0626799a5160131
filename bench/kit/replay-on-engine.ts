/**
 * A workload as full commands through `engine.apply`: a thousand funded accounts, margin, ledger, events and invariants
 * on.
 *
 * Buys open longs, sells open shorts of the workload's users; a taker that would meet its own account's order is handed
 * to the next account, so that self-trade prevention changes no fill. The exchange has no command that moves an order:
 * a move is a cancel and a new order of what is left, two commands under one record. Each command object is made inside
 * the timed part, as reading a journal or a request would make it, and handed over as checked, as the sequencer does:
 * what that check costs is paid before the journal (0.1 µs a cancel, 0.3 µs an order). An untimed run counts from the
 * events and holds the results to the workload's.
 */
import type { Command, CommandOf, Sequenced } from '../../src/core/language/commands.ts';
import type { Execution } from '../../src/core/language/execution.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { OrderPlaced, Outcome } from '../../src/core/turn/outcome.ts';
import {
  BUY,
  firstOrder,
  levelsOf,
  NONE,
  nextOrder,
  orderCount,
  priceOf,
  SELL,
  sizeOf,
} from '../../src/core/matching/book.ts';
import { cancelCommand, decimal, next, placeCommand, sha256, SYMBOL } from './commands.ts';
import { FIRST_ACCOUNT, START_MS } from './crowd.ts';
import { HEADER_INTS, OP, RECORD_INTS, type Workload, type WorkloadExpected } from './workload.ts';

const ACCOUNTS = 1000;

interface Counts {
  fills: number;
  volume: number;
  notional: number;
  cancelHits: number;
  cancelMisses: number;
}

/**
 * Commands in compact form: the object the engine is given is made when its turn comes, as a journal or a request
 * would. None is kept: V8 would learn from those kept to make all of them in the old generation.
 */
interface CompactCommands {
  /** Account, and the order's id for cancels (0 for orders). */
  readonly accounts: Int32Array;
  readonly targets: Float64Array;
  readonly buys: Uint8Array;
  readonly executions: Execution[];
  readonly sizes: string[];
  /** null: market. */
  readonly prices: (string | null)[];
  readonly clientOrderIds: string[];
}

/** The commands of a workload: after the set-up those that fill the book, then the timed ones. */
export interface EngineCommands {
  readonly compact: CompactCommands;
  readonly prefill: number;
  readonly count: number;
  /** How many of the cancels are the first half of a move. */
  readonly moves: number;
}

function setUp(): Command[] {
  const contracts = DEFAULT_CONTRACTS.map((spec) => ({ ...spec, markSource: 'index' as const }));
  const commands: Command[] = [{ name: 'setParameters', contracts, exchange: { maxOpenOrders: 1000 } }];
  for (let user = 0; user < ACCOUNTS; user++)
    commands.push({ name: 'deposit', account: FIRST_ACCOUNT + user, amount: '1000000' });
  commands.push({ name: 'setIndexPrice', symbol: SYMBOL, price: '10000', sourceTimeMs: START_MS });
  return commands;
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
  const { words, prefill, commands } = workload;
  const engine = openEngine();
  const compact = roomFor(2 * (prefill + commands));
  const ids = new Map<number, { account: number; orderId: number }>();
  const apply = (command: Command): Outcome => {
    write(compact, command);
    return engine.apply(next(engine, command), true);
  };
  const place = (id: number, command: CommandOf<'placeOrder'>): void => {
    const placed = apply(command);
    if (!placed.ok) throw new Error(`${workload.kind}: order ${id} was rejected`);
    ids.set(id, { account: command.account, orderId: (placed.result as OrderPlaced).orderId });
  };
  let filledBook = 0;
  let moves = 0;
  for (let record = 0; record < prefill + commands; record++) {
    if (record === prefill) filledBook = compact.sizes.length;
    const base = HEADER_INTS + record * RECORD_INTS;
    const [op, side, id, user, price, size] = words.subarray(base, base + RECORD_INTS) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const buy = side === BUY;
    if (op === OP.cancel || op === OP.move) {
      const { account, orderId } = ids.get(id)!;
      const rest = engine.state.orders.get(orderId);
      apply(cancelCommand(account, orderId));
      if (op === OP.cancel) continue;
      if (rest?.record !== 'order') throw new Error(`${workload.kind}: order ${id} does not rest and cannot move`);
      place(id, placeCommand(account, buy, 'normal', decimal(rest.remaining, 4), decimal(price, 1), `m${record}`));
      moves++;
      continue;
    }
    const market = op === OP.market;
    const account = accountFor(engine, user, buy, market ? (buy ? 2_000_000_000 : 0) : price, size);
    const execution = op === OP.limit ? 'normal' : 'ioc';
    const text = market ? null : decimal(price, 1);
    place(id, placeCommand(account, buy, execution, decimal(size, 4), text, `o${id}`));
  }
  return { compact, prefill: filledBook, count: compact.sizes.length, moves };
}

/** An engine after the set-up. */
function openEngine(): Engine {
  const engine = createEngine(sha256);
  for (const command of setUp()) engine.apply(next(engine, command), true);
  return engine;
}

function roomFor(count: number): CompactCommands {
  return {
    accounts: new Int32Array(count),
    targets: new Float64Array(count),
    buys: new Uint8Array(count),
    executions: [],
    sizes: [],
    prices: [],
    clientOrderIds: [],
  };
}

function write(compact: CompactCommands, command: Command): void {
  const at = compact.sizes.length;
  const place = command.name === 'placeOrder' ? command : null;
  compact.accounts[at] = (command as { account: number }).account;
  compact.targets[at] = command.name === 'cancelOrder' ? (command.orderId ?? 0) : 0;
  compact.buys[at] = place?.side === 'long' ? 1 : 0;
  compact.executions.push(place?.execution ?? 'normal');
  compact.sizes.push(place?.size ?? '');
  compact.prices.push(place?.price ?? null);
  compact.clientOrderIds.push(place?.clientOrderId ?? '');
}

function commandAt(compact: CompactCommands, at: number): Command {
  const account = compact.accounts[at]!;
  const target = compact.targets[at]!;
  if (target !== 0) return cancelCommand(account, target);
  return placeCommand(
    account,
    compact.buys[at] === 1,
    compact.executions[at]!,
    compact.sizes[at]!,
    compact.prices[at]!,
    compact.clientOrderIds[at]!,
  );
}

/** All commands at their places, as a journal holds them. */
export function sequencedCommands({ compact, count }: EngineCommands): Sequenced[] {
  const commands = setUp();
  for (let at = 0; at < count; at++) commands.push(commandAt(compact, at));
  return commands.map((command, at) => ({ sequence: at + 1, timeMs: START_MS + at + 1, command }));
}

/** A fresh engine with the prefill done; `commands` runs the timed part once, `proof` too and tells what it came to. */
export function prepareOnEngine({ compact, prefill, count, moves }: EngineCommands): {
  commands: () => void;
  proof: () => WorkloadExpected;
  engine: Engine;
} {
  const engine = openEngine();
  for (let at = 0; at < prefill; at++) engine.apply(next(engine, commandAt(compact, at)), true);
  const commands = (): void => {
    for (let at = prefill; at < count; at++) engine.apply(next(engine, commandAt(compact, at)), true);
  };
  const proof = (): WorkloadExpected => {
    const counts: Counts = { fills: 0, volume: 0, notional: 0, cancelHits: -moves, cancelMisses: 0 };
    for (let at = prefill; at < count; at++) applyCounted(engine, next(engine, commandAt(compact, at)), counts);
    return resultsOf(engine, counts);
  };
  return { commands, proof, engine };
}

function applyCounted(engine: Engine, sequenced: Sequenced, counts: Counts): void {
  const outcome = engine.apply(sequenced, true);
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
  for (const side of [BUY, SELL] as const)
    for (const [, volume] of levelsOf(book, side, 1_000_000)) restingSize += volume;
  return { ...counts, notional: String(counts.notional), restingOrders: orderCount(book), restingSize };
}
