/**
 * Three seeded workloads for one contract: a random-walk mid, 1 000 users, integers only, the same bytes on every
 * machine.
 *
 * W1 trading: half limits of which 35 % cross, 5 % IOC and market, 45 % cancels, many of them late (the order is gone).
 * W2 quoting: 8 % crossing, every cancel hits. W3 repricing: 82 % moves of a resting order to a new price.
 *
 * As little-endian int32: a header of 8 (magic, version, prefill count, timed count, largest id + 1, lowest tick,
 * highest tick, seed), then records of 6 (op, side, order id, user, price, size). The prefill builds the book and is
 * not timed. `workloads.csv` keeps the SHA-256 and the expected results; an implementation that disagrees is wrong,
 * however fast.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bestOf, createWorkloadBook, matchTaker, restOrder, takeOut, type WorkloadBook } from './workload-book.ts';

export type WorkloadKind = 'W1' | 'W2' | 'W3';
export const WORKLOAD_KINDS: readonly WorkloadKind[] = ['W1', 'W2', 'W3'];

/** What a record asks for. */
export const OP = { limit: 0, ioc: 1, market: 2, cancel: 3, move: 4 } as const;
export const HEADER_INTS = 8;
export const RECORD_INTS = 6;

/**
 * What the timed commands must come to, and what rests after them. Notional is the sum of price × size of the fills.
 */
export interface WorkloadExpected {
  readonly fills: number;
  readonly volume: number;
  readonly notional: string;
  readonly cancelHits: number;
  readonly cancelMisses: number;
  readonly restingOrders: number;
  readonly restingSize: number;
}

export interface Workload {
  readonly kind: WorkloadKind;
  /** Header and records. */
  readonly words: Int32Array;
  readonly prefill: number;
  readonly commands: number;
  /** Larger than every order id. */
  readonly idLimit: number;
  readonly expected: WorkloadExpected;
}

interface Mix {
  readonly limit: number;
  readonly immediate: number;
  readonly move: number;
  readonly crossPercent: number;
  readonly restingTarget: number;
  readonly spread: number;
  readonly crossSize: number;
  readonly lateCancels: boolean;
}

const MIXES: Readonly<Record<WorkloadKind, Mix>> = {
  W1: {
    limit: 50,
    immediate: 5,
    move: 0,
    crossPercent: 35,
    restingTarget: 5000,
    spread: 256,
    crossSize: 40,
    lateCancels: true,
  },
  W2: {
    limit: 50,
    immediate: 5,
    move: 0,
    crossPercent: 8,
    restingTarget: 5000,
    spread: 256,
    crossSize: 100,
    lateCancels: false,
  },
  W3: {
    limit: 9,
    immediate: 3,
    move: 82,
    crossPercent: 33,
    restingTarget: 1000,
    spread: 1600,
    crossSize: 100,
    lateCancels: false,
  },
};

const MAGIC = 0x0b00c;
const VERSION = 1;
const LOWEST_TICK = 80_000;
const HIGHEST_TICK = 120_000;
const USERS = 1000;
const REMEMBERED_ENDED = 4096;
/** Above every price the generator makes: the limit of a market buy. */
const ANY_PRICE = 2 ** 30;

interface Generator {
  readonly mix: Mix;
  readonly book: WorkloadBook;
  readonly draw: (below: number) => number;
  readonly words: number[];
  /** Ids of the latest orders that ended, as a ring; late cancels draw from it. */
  readonly ended: Int32Array;
  endedCount: number;
  commands: number;
  nextId: number;
  mid: number;
  cancelHits: number;
  cancelMisses: number;
}

/** Makes a workload. The defaults are those of `workloads.csv`. */
export function generateWorkload(kind: WorkloadKind, commands = 1_000_000, seed = 42): Workload {
  const generator = createGenerator(MIXES[kind], seed);
  while (generator.book.live.length < generator.mix.restingTarget) placeLimit(generator, true);
  const prefill = generator.commands;
  Object.assign(generator.book, { fills: 0, volume: 0, notional: 0n });
  while (generator.commands < prefill + commands) emitNext(generator);
  const header = [MAGIC, VERSION, prefill, commands, generator.nextId, LOWEST_TICK, HIGHEST_TICK, seed];
  const words = new Int32Array(HEADER_INTS + generator.words.length);
  words.set(header);
  words.set(generator.words, HEADER_INTS);
  return { kind, words, prefill, commands, idLimit: generator.nextId, expected: expectedOf(generator) };
}

/** Makes a workload that `workloads.csv` knows and throws unless bytes and results are the recorded ones. */
export function knownWorkload(kind: WorkloadKind, commands = 1_000_000): Workload {
  const [names = [], ...rows] = readFileSync(new URL('./workloads.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const row = rows.find(([ofKind, count]) => ofKind === kind && Number(count) === commands);
  if (row === undefined) throw new Error(`workload: bench/kit/workloads.csv knows no ${kind} of ${commands} commands`);
  const workload = generateWorkload(kind, commands, Number(row[names.indexOf('seed')]));
  const found: Readonly<Record<string, unknown>> = { ...workload.expected, sha256: sha256Of(workload) };
  for (const [at, name] of names.entries())
    if (at > 2 && String(found[name]) !== row[at])
      throw new Error(`workload: ${kind} has ${name} ${String(found[name])}, recorded is ${row[at]}`);
  return workload;
}

/** SHA-256 of the workload's bytes as they would stand in a file, lower-case hex. */
export function sha256Of(workload: Workload): string {
  const bytes = new DataView(new ArrayBuffer(workload.words.length * 4));
  workload.words.forEach((word, index) => {
    bytes.setInt32(index * 4, word, true);
  });
  return createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex');
}

function createGenerator(mix: Mix, seed: number): Generator {
  return {
    mix,
    book: createWorkloadBook(),
    draw: mulberry32(seed),
    words: [],
    ended: new Int32Array(REMEMBERED_ENDED),
    endedCount: 0,
    commands: 0,
    nextId: 1,
    mid: 100_000,
    cancelHits: 0,
    cancelMisses: 0,
  };
}

/** A small, well-known 32-bit generator; `draw(n)` is a whole number from 0 to n − 1. */
export function mulberry32(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One timed command. The order of the draws is the workload: changing it changes every byte behind it. */
function emitNext(generator: Generator): void {
  const { mix, draw } = generator;
  if (generator.commands % 10 === 0) {
    generator.mid = Math.min(110_000, Math.max(90_000, generator.mid + draw(3) - 1));
  }
  let share = draw(100);
  if (share < mix.limit) return placeLimit(generator, false);
  share -= mix.limit;
  if (share < mix.immediate) return placeImmediate(generator);
  share -= mix.immediate;
  if (share < mix.move) return moveOrder(generator);
  cancelOrder(generator);
}

function placeLimit(generator: Generator, passive: boolean): void {
  const { mix, book, draw } = generator;
  const side = draw(2);
  const id = generator.nextId++;
  const user = draw(USERS);
  const crossing = !passive && draw(100) < mix.crossPercent;
  const price = crossing ? crossingPrice(generator, side) : passivePrice(generator, side);
  const size = 1 + draw(crossing ? mix.crossSize : 100);
  emit(generator, OP.limit, side, id, user, price, size);
  const left = matchTaker(book, side, price, size);
  if (left > 0) restOrder(book, { id, side, price, size: left });
  else rememberEnded(generator, id);
}

function placeImmediate(generator: Generator): void {
  const { mix, book, draw } = generator;
  const side = draw(2);
  const id = generator.nextId++;
  const user = draw(USERS);
  const size = 1 + draw(mix.crossSize);
  if (draw(2) === 0) {
    const price = crossingPrice(generator, side);
    emit(generator, OP.ioc, side, id, user, price, size);
    matchTaker(book, side, price, size);
  } else {
    emit(generator, OP.market, side, id, user, 0, size);
    matchTaker(book, side, side === 0 ? ANY_PRICE : 0, size);
  }
  rememberEnded(generator, id);
}

function moveOrder(generator: Generator): void {
  const { book } = generator;
  if (book.live.length === 0) return placeLimit(generator, true);
  const order = drawResting(generator);
  const price = passivePrice(generator, order.side);
  emit(generator, OP.move, order.side, order.id, 0, price, 0);
  takeOut(book, order);
  const left = matchTaker(book, order.side, price, order.size);
  if (left > 0) restOrder(book, { ...order, price, size: left });
  else rememberEnded(generator, order.id);
}

function cancelOrder(generator: Generator): void {
  const { mix, book, draw } = generator;
  if (book.live.length < mix.restingTarget) {
    if (mix.lateCancels) {
      const id = generator.ended[draw(Math.min(generator.endedCount, REMEMBERED_ENDED))] ?? 0;
      generator.cancelMisses++;
      return emit(generator, OP.cancel, 0, id, 0, 0, 0);
    }
    if (book.live.length < mix.restingTarget * 0.9) return placeLimit(generator, true);
  }
  const order = drawResting(generator);
  emit(generator, OP.cancel, order.side, order.id, 0, 0, 0);
  takeOut(book, order);
  rememberEnded(generator, order.id);
  generator.cancelHits++;
}

/** A price that does not cross: 1 to `spread` ticks from the mid, the smaller the likelier. */
function passivePrice(generator: Generator, side: number): number {
  const { draw, mid } = generator;
  const { spread } = generator.mix;
  const distance = 1 + Math.min(draw(spread), Math.min(draw(spread), draw(spread)));
  const price = withinTicks(side === 0 ? mid - distance : mid + distance);
  const opposite = bestOf(generator.book, 1 - side);
  if (opposite < 0) return price;
  return side === 0 ? Math.min(price, opposite - 1) : Math.max(price, opposite + 1);
}

/** A price at the other side's touch or up to two ticks through it. */
function crossingPrice(generator: Generator, side: number): number {
  const opposite = bestOf(generator.book, 1 - side);
  if (opposite < 0) return passivePrice(generator, side);
  return withinTicks(side === 0 ? opposite + generator.draw(3) : opposite - generator.draw(3));
}

function withinTicks(price: number): number {
  return Math.min(HIGHEST_TICK - 10, Math.max(LOWEST_TICK + 10, price));
}

function drawResting(generator: Generator) {
  const { book, draw } = generator;
  const id = book.live[draw(book.live.length)] ?? 0;
  const order = book.orders.get(id);
  if (order === undefined) throw new Error(`workload: order ${id} is listed as resting but unknown`);
  return order;
}

function rememberEnded(generator: Generator, id: number): void {
  generator.ended[generator.endedCount++ & (REMEMBERED_ENDED - 1)] = id;
}

function emit(
  generator: Generator,
  op: number,
  side: number,
  id: number,
  user: number,
  price: number,
  size: number,
): void {
  generator.words.push(op, side, id, user, price, size);
  generator.commands++;
}

function expectedOf(generator: Generator): WorkloadExpected {
  const { book } = generator;
  let restingSize = 0;
  for (const order of book.orders.values()) restingSize += order.size;
  return {
    fills: book.fills,
    volume: book.volume,
    notional: book.notional.toString(),
    cancelHits: generator.cancelHits,
    cancelMisses: generator.cancelMisses,
    restingOrders: book.live.length,
    restingSize,
  };
}

/** @throws Error when what a run came to is not what the workload expects */
export function requireSame({ kind, expected }: Workload, found: WorkloadExpected): void {
  for (const [what, value] of Object.entries(expected)) {
    const got = found[what as keyof WorkloadExpected];
    if (got !== value) throw new Error(`${kind}: ${what} should be ${value}, found ${got}`);
  }
}
