/**
 * An exchange left alone: what `npm start` leaves on disk and in memory when nobody trades, or when users send orders
 * at a steady rate (`--orders`, a second). Days of the living market pass under a fast clock: the market's own code,
 * the engine, the journal and the read store in its thread, all on real files; only time is made up. Prints the curve:
 * a row for each of the first hours, then one a day.
 *
 * Options: `--days` (3), `--hours` instead of days for a quick look, `--orders` a second (0), `--seed`, `--keep DIR` to
 * make the folder there and leave it.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createEngine, type Engine } from '../src/core/engine.ts';
import type { Command } from '../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import { canonicalText } from '../src/core/num/decimal.ts';
import type { Outcome } from '../src/core/turn/outcome.ts';
import { createLiveBars } from '../src/live/bars.ts';
import { createProjections } from '../src/live/projection.ts';
import { createTape } from '../src/live/tape.ts';
import { createTickerWindow } from '../src/live/ticker-window.ts';
import { createTurnover } from '../src/live/turnover.ts';
import { openPast } from '../src/market/past/past.ts';
import { createRandom } from '../src/market/random.ts';
import { createMarket } from '../src/market/simulator/simulator.ts';
import type { Submit } from '../src/market/submit.ts';
import { type ManualClock, manualClock } from '../src/sequencer/clock.ts';
import { compressClosed } from '../src/sequencer/compress.ts';
import { type Journal, openJournal } from '../src/sequencer/journal-file.ts';
import { commandText } from '../src/sequencer/record.ts';
import { replay } from '../src/sequencer/replay.ts';
import { sha256 } from '../src/store/sha256.ts';
import { startStore, type Store } from '../src/store/store.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const START_MS = 1_767_225_600_000;
const SECOND_MS = 1_000;
const MEBIBYTE = 1024 * 1024;
/** An exchange left alone grows by no more than this a day after its first hour. */
const GOAL_MIB_A_DAY = 40;
/** The store may be so many commands behind before the market waits for it. */
const MOST_BEHIND = 200_000;
const DAY_MS = 86_400_000;
const SWEPT_WITHIN_MS = 600_000;
/** The defaults of a start. */
const KEEP = { house: DAY_MS, users: null, trades: null, minutes: 90 * DAY_MS };
/** Commands in one write of the journal. */
const BATCH = 500;

interface Machine {
  readonly folder: string;
  readonly clock: ManualClock;
  readonly engine: Engine;
  readonly journal: Journal;
  readonly store: Store;
  submit: Submit;
  /** Writes what is pending and lets the store follow. */
  flush(): Promise<void>;
}

export async function run(options: BenchOptions): Promise<Result> {
  const hours =
    options['hours'] === undefined ? countOption(options, 'days', 3) * 24 : countOption(options, 'hours', 1);
  const perSecond = options['orders'] === undefined ? 0 : countOption(options, 'orders', 1);
  const folder = options['keep'] ?? mkdtempSync(join(tmpdir(), 'outcry-bench-idle-'));
  mkdirSync(folder, { recursive: true });
  try {
    const machine = await openMachine(folder);
    const rows = await live(machine, { hours, perSecond, seed: countOption(options, 'seed', 1) });
    await machine.store.stop();
    await machine.journal.close();
    const start = await startAgain(folder);
    const remarks = [
      `${hours / 24} days, ${machine.engine.state.sequence} commands; a start on this folder: ${start} s until trading.`,
      growthText(rows),
    ];
    return { name: 'idle', rows, remarks, goalMet: perSecond > 0 || growthOf(rows) <= GOAL_MIB_A_DAY };
  } finally {
    if (options['keep'] === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function openMachine(folder: string): Promise<Machine> {
  const clock = manualClock(START_MS);
  const engine = createEngine(sha256);
  const journal = await openJournal(join(folder, 'journal.log'));
  const store = await startStore({
    databaseUrl: join(folder, 'outcry.db'),
    journalPath: journal.path,
    keyFilePath: join(folder, 'key-file'),
    keep: KEEP,
    onFault: (fault) => {
      throw fault;
    },
  });
  const projections = createProjections(
    [createTickerWindow(), createLiveBars(openPast), createTape(), createTurnover()],
    ({ name, error }) => {
      throw new Error(`the projection ${name} failed`, { cause: error });
    },
  );
  let pending: { sequence: number; timeMs: number; text: string }[] = [];
  const append = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    await journal.append(batch);
    store.announceDurable(journal.end.sequence, clock.nowMs());
  };
  const flush = async (): Promise<void> => {
    if (pending.length > 0) await append();
    await caughtUp(store, engine.state.sequence, 0);
    await swept(folder, clock.nowMs() - KEEP.house);
    while ((await compressClosed(journal.path)) !== null);
  };
  const submit = async (command: Command): Promise<Outcome> => {
    const sequenced = { sequence: engine.state.sequence + 1, timeMs: clock.nowMs(), command };
    pending.push({ ...sequenced, text: commandText(command) });
    const outcome = engine.apply(sequenced);
    projections.applied(sequenced, outcome);
    if (pending.length >= BATCH) {
      await append();
      await caughtUp(store, engine.state.sequence, MOST_BEHIND);
    }
    return outcome;
  };
  return { folder, clock, engine, journal, store, submit: submit as Submit, flush };
}

/** Waits until the store is no further behind than that. */
async function caughtUp(store: Store, sequence: number, most: number): Promise<void> {
  while (sequence - store.projected() > most) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * Waits until what the house did before is gone, as it would be with a clock that is not fast: in an exchange that runs
 * it goes as quickly as it comes.
 */
async function swept(folder: string, untilMs: number): Promise<void> {
  const database = new DatabaseSync(join(folder, 'outcry.db'), { readOnly: true, timeout: 5_000 });
  const oldest = database.prepare('SELECT time_ms FROM bill_row WHERE uid >= 9000001 ORDER BY id LIMIT 1');
  while (Number(oldest.get()?.['time_ms'] ?? untilMs) < untilMs - SWEPT_WITHIN_MS)
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  database.close();
}

interface Life {
  readonly hours: number;
  readonly perSecond: number;
  readonly seed: number;
}

type Row = Readonly<Record<string, string | number>>;

/** Lets the hours pass, and notes what there is after 1, 2, 6, 12 of them and after every day. */
async function live(machine: Machine, { hours, perSecond, seed }: Life): Promise<Row[]> {
  const { clock, submit, engine } = machine;
  await submit<'setParameters'>({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} });
  const market = createMarket({ state: engine.state, submit, clock, seed });
  await market.open();
  const users = perSecond === 0 ? null : await openUsers(machine, perSecond, seed);
  const rows: Row[] = [];
  const beatMs = SECOND_MS / market.contracts;
  for (let second = 0; second < hours * 3_600; second++) {
    await submit<'tick'>({ name: 'tick' });
    for (let beat = 0; beat < market.contracts; beat++) {
      await market.beat();
      await users?.beat(perSecond / market.contracts);
      clock.advance(beatMs);
    }
    const hour = (second + 1) / 3_600;
    if (hour % 24 === 0 || [1, 2, 6, 12].includes(hour) || hour === hours) rows.push(await look(machine, hour));
  }
  return rows;
}

async function look(machine: Machine, hour: number): Promise<Row> {
  await machine.flush();
  const sizes = { journal: 0, store: 0, other: 0 };
  for (const name of readdirSync(machine.folder, { recursive: true, encoding: 'utf8' })) {
    const { blocks } = statSync(join(machine.folder, name));
    sizes[kindOf(name)] += blocks * 512;
  }
  const mib = (bytes: number): number => Math.round((bytes / MEBIBYTE) * 10) / 10;
  const row = {
    hour,
    commands: machine.engine.state.sequence,
    journalMiB: mib(sizes.journal),
    storeMiB: mib(sizes.store),
    otherMiB: mib(sizes.other),
    allMiB: mib(sizes.journal + sizes.store + sizes.other),
    rssMiB: mib(process.memoryUsage().rss),
    heapMiB: mib(process.memoryUsage().heapUsed),
  };
  process.stderr.write(`${JSON.stringify(row)}\n`);
  return row;
}

function kindOf(name: string): 'journal' | 'store' | 'other' {
  return name.startsWith('journal') ? 'journal' : name.startsWith('outcry.db') ? 'store' : 'other';
}

/** MiB a day after the first hour. */
function growthOf(rows: readonly Row[]): number {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || first === last) return Number.NaN;
  return (Number(last['allMiB']) - Number(first['allMiB'])) / ((Number(last['hour']) - Number(first['hour'])) / 24);
}

function growthText(rows: readonly Row[]): string {
  const growth = growthOf(rows);
  return `${growth.toFixed(1)} MiB a day after the first hour (goal ${GOAL_MIB_A_DAY}).`;
}

const FIRST_USER = 1_000_001;
/** An account may send ten orders a second. */
const ORDERS_OF_ONE = 8;

interface Users {
  /** Sends that many orders, fractions made up for later. */
  beat(orders: number): Promise<void>;
}

/** Users whose orders are a third each: taken at once, closing what they took, resting until they are cancelled. */
async function openUsers({ engine, submit }: Machine, perSecond: number, seed: number): Promise<Users> {
  const random = createRandom(seed, 77);
  const accounts = Array.from({ length: Math.ceil(perSecond / ORDERS_OF_ONE) }, (_, at) => FIRST_USER + at);
  for (const account of accounts) await submit<'deposit'>({ name: 'deposit', account, amount: '100000000' });
  const { instruments } = engine.state;
  let owed = 0;
  let count = 0;
  const order = async (): Promise<void> => {
    const at = count++;
    const caller = { account: accounts[at % accounts.length]!, keyId: 'ak_0123456789ab', channel: 'api' } as const;
    const instrument = instruments[random.below(instruments.length)]!;
    const { symbol, tickUnit, priceDecimals, stepUnit, sizeDecimals } = instrument.contract;
    const rests = at % 3 === 2;
    const away = Math.max(1, Math.floor((instrument.mark / 100) * (1 + random.below(3))));
    const placed = await submit<'placeOrder'>({
      name: 'placeOrder',
      ...caller,
      symbol,
      clientOrderId: `agent-${at.toString(36)}`,
      side: 'long',
      effect: at % 3 === 1 ? 'close' : 'open',
      execution: rests ? 'normal' : 'ioc',
      size: canonicalText(stepUnit * 10, sizeDecimals),
      price: rests ? canonicalText((instrument.mark - away) * tickUnit, priceDecimals) : null,
      takeProfit: null,
      stopLoss: null,
      marginMode: null,
      positionMode: null,
      positionId: null,
    });
    if (!rests || !placed.ok) return;
    await submit<'cancelOrder'>({
      name: 'cancelOrder',
      ...caller,
      orderId: placed.result.orderId,
      clientOrderId: null,
    });
  };
  return {
    async beat(orders) {
      for (owed += orders; owed >= 1; owed--) await order();
    },
  };
}

/** Seconds until a start on the folder would trade. */
async function startAgain(folder: string): Promise<string> {
  const beganMs = performance.now();
  const journal = await openJournal(join(folder, 'journal.log'), { readonly: true });
  await replay(journal, createEngine(sha256));
  await journal.close();
  return ((performance.now() - beganMs) / 1000).toFixed(1);
}
