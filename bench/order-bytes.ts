/**
 * What an order of a user leaves, in bytes.
 *
 * On disk for ever: of the read store by table and index, in pages of SQLite as they lie, and of the compressed
 * journal. Twenty accounts on the allowlist send orders to each other, so each order
 * has a leaf: of five two pairs meet and one is cancelled, 0.8 fills and 1.6 bills an order. A third of the client
 * order ids commits to a log, a third are 32 random hex digits, a third are counted. Goals: 700 bytes
 * and 100.
 *
 * In memory once it has ended, of one replica (a process has two): a day of orders with client order ids of 32
 * characters that find nobody, as many as are remembered at most, then a second such day, on which as many are
 * forgotten as end. Goals: 80 bytes held, and the second day adds nothing.
 *
 * Options: `--orders` on disk (30000), `--remembered` a day in memory (1000000), `--folder` for the files.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Outcome } from '../src/core/turn/outcome.ts';
import type { Sequenced } from '../src/core/language/commands.ts';
import { compressClosed } from '../src/sequencer/journal/compress.ts';
import { openJournal } from '../src/sequencer/journal/journal-file.ts';
import { commandText } from '../src/sequencer/journal/record.ts';
import type { Database } from '../src/store/database/db.ts';
import { openDatabase } from '../src/store/database/open-database.ts';
import { makeTables } from '../src/store/database/schema.ts';
import { createKeeping, KEEP_ALL } from '../src/store/upkeep/keep.ts';
import { retentionSteps } from '../src/store/upkeep/retention.ts';
import { createProjector } from '../src/store/write/projector.ts';
import { caller, FIRST_ACCOUNT, MARKETS, openVenue, PLAIN, type Venue } from './kit/crowd.ts';
import { interleave, type Measurement } from './kit/interleave.ts';
import { type BenchOptions, countOption, inFolder, type Result } from './kit/result.ts';

const ACCOUNTS = 20;
const ORDERS_A_SECOND = 300;
const GOALS = { store: 700, journal: 100, memory: 80, growth: 0.1 };
const TRADERS = 1_000;
const BATCH_ROWS = 4_000;
const JOURNAL_BATCH = 500;
const SEGMENT_BYTES = 8 * 1024 * 1024;
const DAY_MS = 86_400_000;

export async function run(options: BenchOptions): Promise<Result> {
  const orders = countOption(options, 'orders', 30_000);
  const remembered = countOption(options, 'remembered', 1_000_000);
  const { rows, store, journal } = await inFolder(options, (folder) => measureDisk(folder, orders));
  const replica = { name: 'replica', module: new URL(import.meta.url), function: 'measureMemory', options: remembered };
  const { first = 0, second = 0 } = (await interleave([replica], 1)).get('replica')![0]!;
  const isSmall = store <= GOALS.store && journal <= GOALS.journal;
  const isForgotten = first <= GOALS.memory && second <= first * (1 + GOALS.growth);
  return {
    name: 'order-bytes',
    rows: [...rows, rowOf('memory, held by one replica', first, second)],
    remarks: [
      `${orders} orders on disk. Goals: ${GOALS.store} in the read store, ${GOALS.journal} in the journal: ${isSmall ? 'met' : 'missed'}.`,
      `${remembered} orders a day in memory, heap and array buffers after garbage collection; the second figure is after a second day. Goals: ${GOALS.memory}, and no more then: ${isForgotten ? 'met' : 'missed'}.`,
    ],
    goalMet: isSmall && isForgotten,
  };
}

async function measureDisk(folder: string, orders: number) {
  const file = join(folder, 'outcry.db');
  const journal = await openJournal(join(folder, 'journal.log'), { segmentBytes: SEGMENT_BYTES });
  const database = openDatabase(file);
  await makeTables(database);
  const before = sizesOf(file);
  const last = await live({ database, append: (batch) => journal.append(batch) }, orders);
  await journal.close();
  const first = sizesOf(file);
  await letGo(database, last.timeMs + 2 * DAY_MS);
  const later = sizesOf(file);
  await database.close();
  const an = (sizes: Sizes, name: string): number => ((sizes.get(name) ?? 0) - (before.get(name) ?? 0)) / orders;
  const names = [...later.keys()].filter((name) => an(first, name) >= 0.5).sort((a, b) => an(first, b) - an(first, a));
  const sum = (sizes: Sizes): number => names.reduce((all, name) => all + an(sizes, name), 0);
  const ofJournal = await compressedBytes(join(folder, 'journal.log'), journal.end.endOffset / orders);
  const rows = [
    ...names.map((name) => rowOf(name, an(first, name), an(later, name))),
    rowOf('read store, all', sum(first), sum(later)),
    rowOf('journal, compressed', ofJournal, ofJournal),
  ];
  return { rows, store: sum(first), journal: ofJournal };
}

function rowOf(what: string, bytes: number, later: number) {
  return { 'bytes an order': what, 'as written': bytes.toFixed(1), 'after its day': later.toFixed(1) };
}

type Sizes = ReadonlyMap<string, number>;

/** Bytes of the pages of each table and index. */
function sizesOf(path: string): Sizes {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT name, SUM(pgsize) AS bytes FROM dbstat GROUP BY name').all();
  database.close();
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
}

interface Kept {
  readonly database: Database;
  readonly append: (batch: { sequence: number; timeMs: number; text: string }[]) => Promise<void>;
}

/** Gives the last command. */
async function live({ database, append }: Kept, orders: number): Promise<Sequenced> {
  const projector = await createProjector(database);
  let pending: { sequence: number; timeMs: number; text: string }[] = [];
  let last: Sequenced | null = null;
  const venue = openVenue(MARKETS, (sequenced: Sequenced, outcome: Outcome) => {
    last = sequenced;
    pending.push({ ...sequenced, text: commandText(sequenced.command) });
    projector.project(sequenced, outcome);
  });
  const write = async (isLast: boolean): Promise<void> => {
    if (isLast || projector.pending >= BATCH_ROWS) await projector.flush();
    if (!isLast && pending.length < JOURNAL_BATCH) return;
    await append(pending);
    pending = [];
  };
  openLog(venue);
  for (let at = 0; at < orders; at++) {
    venue.timeMs += at % 3 === 0 ? Math.floor(3_000 / ORDERS_A_SECOND) : 0;
    order(venue, at);
    if (at % 1_000 === 0) for (const { symbol, price } of MARKETS) venue.setPrice(symbol, price);
    await write(false);
  }
  await write(true);
  return last!;
}

function openLog(venue: Venue): void {
  const saltKey = Buffer.alloc(32, 3).toString('base64');
  venue.apply({ name: 'openAiLog', origin: 'bench.example/ailog', vkey: 'vkey', saltKey });
  for (let account = FIRST_ACCOUNT; account < FIRST_ACCOUNT + ACCOUNTS; account++) {
    venue.apply({ name: 'deposit', account, amount: '100000000' });
    venue.apply({ name: 'setAllowlist', account, allowed: true, reason: 'bench', actor: 'bench' });
  }
}

/** One that rests, one that meets it, the same again, and one that is cancelled. */
function order(venue: Venue, at: number): void {
  const step = at % 5;
  const round = Math.floor(at / 5);
  const market = MARKETS[round % MARKETS.length]!;
  const account = FIRST_ACCOUNT + ((round * 5 + step) % ACCOUNTS);
  const isTaker = step % 2 === 1;
  /** What an account opened in a market it closes the next time it comes there. */
  const visit = Math.floor(round / (ACCOUNTS / 5) / MARKETS.length);
  const by = { account, keyId: `ak_${hash('md5', String(account)).slice(0, 12)}`, channel: 'api' } as const;
  const placed = venue.apply({
    ...by,
    name: 'placeOrder',
    symbol: market.symbol,
    clientOrderId: clientOrderId(at),
    side: step === 0 || step === 3 ? 'long' : 'short',
    effect: step < 4 && visit % 2 === 1 ? 'close' : 'open',
    execution: isTaker ? 'ioc' : 'normal',
    size: String(Number((Number(market.size) * (1 + (Math.floor(visit / 2) % 7))).toFixed(2))),
    price: String(Number((market.price * (1 - (round % 50) / 10_000)).toFixed(1))),
    ...PLAIN,
  });
  if (step < 4) return;
  const { orderId } = (placed as { readonly result: { readonly orderId: number } }).result;
  venue.apply({ ...by, name: 'cancelOrder', orderId, clientOrderId: null });
}

function clientOrderId(at: number): string {
  const digits = hash('md5', `order ${at}`);
  return at % 3 === 0 ? `ai1-${digits}` : at % 3 === 1 ? digits : `agent-${at.toString(36)}`;
}

/** What of it goes after a day: the fees as the exchange's own book shows them. */
async function letGo(database: Database, nowMs: number): Promise<void> {
  const keeping = createKeeping({ ...KEEP_ALL, house: DAY_MS });
  keeping.reach(nowMs);
  for (const step of await retentionSteps(database, keeping)) while (await step()) continue;
}

/** What is left of so many bytes, as of the segments that were closed. */
async function compressedBytes(path: string, bytes: number): Promise<number> {
  let [whole, left] = [0, 0];
  for (let one = await compressClosed(path); one !== null; one = await compressClosed(path)) {
    whole += one.bytes;
    left += one.compressedBytes;
  }
  return (bytes * left) / whole;
}

/** Bytes an order that is remembered after one day of them and after two, in this process. */
export function measureMemory(orders: number): Measurement {
  const venue = openVenue(MARKETS);
  venue.apply({ name: 'setParameters', contracts: [], exchange: { indexStaleMs: 10 * DAY_MS } });
  for (let at = 0; at < TRADERS; at++) venue.apply({ name: 'deposit', account: FIRST_ACCOUNT + at, amount: '100000' });
  dayOf(venue, 20_000, 0);
  venue.timeMs += 2 * DAY_MS;
  venue.setPrice(MARKETS[0]!.symbol, MARKETS[0]!.price);
  const before = heldBytes();
  const [first, second] = [1, 2].map((number) => {
    dayOf(venue, orders, number);
    return (heldBytes() - before) / orders;
  });
  return { first: first!, second: second! };
}

function heldBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A day with so many orders, evenly spread, that find nobody and end at once. */
function dayOf(venue: Venue, orders: number, number: number): void {
  const from = venue.timeMs;
  for (let at = 0; at < orders; at++) {
    venue.timeMs = from + Math.floor((at * DAY_MS) / orders);
    const command = {
      ...caller(FIRST_ACCOUNT + (at % TRADERS)),
      name: 'placeOrder',
      symbol: MARKETS[0]!.symbol,
      clientOrderId: hash('md5', `${number}/${at}`),
      side: 'long',
      effect: 'open',
      execution: 'ioc',
      size: '0.001',
      price: '49999',
      ...PLAIN,
    };
    // Made from text, as a request's is.
    venue.apply(JSON.parse(JSON.stringify(command)) as Parameters<Venue['apply']>[0]);
  }
  venue.timeMs = from + DAY_MS;
}
