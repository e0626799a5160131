/**
 * The composition root: builds every part, hands each only what it uses, and takes them down in the right order. Decides nothing
 * about trading.
 *
 * The order of a start: the folder's lock, the read store, HTTP (which answers 503 and says how far the replay is), the journal and its
 * replay, the sequencer, the first commands, the clockwork. Whatever fails later ends the process: the journal is the truth, and the
 * next start reads it.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import type { Readiness } from './api/deps.ts';
import { createKeyring } from './api/keyring.ts';
import { createMetrics } from './api/metrics.ts';
import { createRiskWatch } from './api/risk-watch.ts';
import { createServer } from './api/server.ts';
import { createTickerWindow, type TickerWindow } from './api/ticker-window.ts';
import { type DataFolder, makeDataFolder, secretFile, writePrivateFile } from './app/data-folder.ts';
import { DEMO_ACCOUNTS, type DemoAccount, openDemoAccounts, withDemoKeys } from './app/demo-accounts.ts';
import { sendFirstCommands, sha256 } from './app/first-commands.ts';
import { createLateSequencer, type LateSequencer } from './app/late-sequencer.ts';
import { warmUp } from './app/warm-up.ts';
import type { Config } from './config.ts';
import { createEngine, type Engine } from './core/engine.ts';
import { startScheduler } from './market/scheduler.ts';
import { type Simulator, startSimulator } from './market/simulator/simulator.ts';
import type { Submit } from './market/submit.ts';
import { type Clock, wallClock } from './sequencer/clock.ts';
import { type Journal, openJournal } from './sequencer/journal-file.ts';
import { lockFolder } from './sequencer/lock.ts';
import { replay } from './sequencer/replay.ts';
import { createSequencer } from './sequencer/sequencer.ts';
import { type Store, startStore } from './store/store.ts';

export { type Replayed, replayFolder } from './app/replay-folder.ts';

/** As long as the read store takes to start anyway. */
const WARM_UP_MS = 150;
const ADMIN_TOKEN_BYTES = 32;
/** How long `readyz` shows that the journal failed, before the process ends and whoever watches it starts it again. */
const JOURNAL_FAILURE_SHOWN_MS = 60_000;
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export interface App {
  readonly url: string;
  readonly adminUrl: string;
  /** The demo accounts, none without them. */
  readonly accounts: readonly DemoAccount[];
  /** Path of the data folder. */
  readonly data: string;
  readonly seed: number;
  /** Resolves when it can't go on (a fault, a disk that fails); it has to be stopped then, and its process to end. */
  readonly failed: Promise<void>;
  /** Takes everything down; what was answered is durable anyhow. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** With the demo accounts and their keys. */
  readonly demo: boolean;
  /** Aborts a start that is under way. */
  readonly signal?: AbortSignal;
  /** Called when the administration asks to stop, during the start too; whoever started it stops it then. */
  readonly requestStop?: () => void;
  /** What commands are stamped with; the machine's time when not given. */
  readonly clock?: Clock;
}

/** What the start and the end of the exchange have in common: how far it is, and what has to be taken down. */
interface Life {
  readonly log: Logger;
  readonly closers: AsyncDisposableStack;
  readonly signal: AbortSignal;
  /** Not ready, and why; null when ready. */
  waitingFor: string | null;
  readonly failed: Promise<void>;
  fail(error: unknown): void;
  /** Nothing can be made durable any more: says so to whoever asks, and ends a while later. */
  failJournal(error: unknown): void;
}

/**
 * Starts the exchange. Resolves when it is ready to trade.
 * @throws Error when it can't start: the folder is in use, the journal damaged, the port taken, the read store unreachable
 */
export async function startApp(config: Config, options: StartOptions): Promise<App> {
  const { demo, signal = new AbortController().signal } = options;
  const life = createLife(config, signal);
  try {
    const { url, adminUrl } = await build(config, options, life);
    return {
      url,
      adminUrl,
      accounts: demo ? DEMO_ACCOUNTS : [],
      data: config.data,
      seed: config.seed,
      failed: life.failed,
      stop: () => takeDown(life),
    };
  } catch (error) {
    await takeDown(life);
    throw error;
  }
}

function createLife(config: Config, signal: AbortSignal): Life {
  // Standard output belongs to what is promised there.
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
  const failed = Promise.withResolvers<void>();
  const life: Life = {
    log,
    closers: new AsyncDisposableStack(),
    signal,
    waitingFor: 'starting',
    failed: failed.promise,
    fail(error) {
      log.fatal({ err: error }, 'the exchange can not go on');
      life.waitingFor = 'stopping after a fault';
      failed.resolve();
    },
    failJournal(error) {
      log.fatal({ err: error }, 'the journal can not be written: no command is taken any more');
      life.waitingFor = 'the journal can not be written';
      setTimeout(() => failed.resolve(), JOURNAL_FAILURE_SHOWN_MS).unref();
    },
  };
  return life;
}

async function takeDown(life: Life): Promise<void> {
  life.waitingFor = 'stopping';
  try {
    await life.closers.disposeAsync();
  } catch (error) {
    life.log.error({ err: error }, 'not everything could be closed');
  }
}

async function build(
  config: Config,
  { demo, requestStop, clock = wallClock() }: StartOptions,
  life: Life,
): Promise<{ url: string; adminUrl: string }> {
  const { log, closers } = life;
  const folder = makeDataFolder(config.data);
  const lock = lockFolder(folder.path);
  closers.defer(() => lock.release());
  const starting = startStore({
    databaseUrl: config.store ?? folder.database,
    journalPath: folder.journal,
    keyFilePath: folder.keyFile,
    startedMs: clock.nowMs(),
    rebuild: config.rebuildStore,
    onFault: (error) => life.fail(error),
  });
  warmUp(WARM_UP_MS);
  const store = await starting;
  closers.defer(() => store.stop());
  if (demo && !LOOPBACK.includes(config.host))
    log.warn({ host: config.host }, 'the demo accounts, whose keys everybody knows, can be reached from other machines');
  const engine = createEngine(sha256);
  const sequencer = createLateSequencer();
  const ticker = createTickerWindow();
  const keyring = demo ? await withDemoKeys(createKeyring()) : createKeyring();
  keyring.load(await store.ask('keyring', null, 0));
  const readiness = (): Readiness => ({ ready: life.waitingFor === null, reason: life.waitingFor ?? '' });
  const metrics = createMetrics();
  const watch = createRiskWatch({ metrics, log }, engine.state);
  sequencer.onApplied((sequenced, outcome) => watch.onEvent(sequenced, outcome));
  let market: Simulator | null = null;
  const server = await createServer({
    config,
    engine,
    sequencer,
    clock,
    store,
    keyring,
    ticker,
    metrics,
    log,
    readiness,
    market: () => market,
    adminToken: secretFile(folder.adminToken, () => randomBytes(ADMIN_TOKEN_BYTES).toString('base64url')),
    ...(requestStop === undefined ? {} : { requestStop }),
  });
  closers.defer(() => server.close());
  const urls = await server.listen();
  writePrivateFile(folder.adminUrl, urls.adminUrl);
  closers.defer(() => rmSync(folder.adminUrl, { force: true }));

  const observeSync = metrics.timer('outcry_journal_sync_seconds', 'One write of the journal and its fdatasync');
  await recover({ config, folder, engine, ticker, store, sequencer, clock, observeSync, life });
  market = await begin({ config, demo, folder, engine, store, submit: (command) => sequencer.submit(command), clock, life });
  // Callers first: what they have under way is answered before anything behind them stops.
  closers.defer(() => server.close());
  life.waitingFor = null;
  log.info({ url: urls.url, sequence: sequencer.sequence }, 'ready');
  return urls;
}

interface Recovering {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly engine: Engine;
  readonly ticker: TickerWindow;
  readonly store: Store;
  readonly sequencer: LateSequencer;
  readonly clock: Clock;
  readonly observeSync: (milliseconds: number) => void;
  readonly life: Life;
}

/** Reads the journal, applies it, and lets the sequencer begin behind it. */
async function recover({
  config,
  folder,
  engine,
  ticker,
  store,
  sequencer,
  clock,
  observeSync,
  life,
}: Recovering): Promise<void> {
  const progress = (what: string) => (part: number) => {
    life.waitingFor = `${what} ${Math.floor(part * 100)} %`;
    life.signal.throwIfAborted();
  };
  const journal = await openJournal(folder.journal, { onProgress: progress('journal check') });
  life.closers.defer(() => journal.close());
  if (journal.tornTail !== null)
    life.log.warn({ tornTail: journal.tornTail }, 'the journal ended in a torn record, which was cut: nobody had been answered');
  const started = performance.now();
  await replay(journal, engine, {
    onProgress: progress('journal replay'),
    onApplied: (record, outcome) => ticker.onEvent(record, outcome),
  });
  life.log.info({ sequence: journal.end.sequence, milliseconds: Math.round(performance.now() - started) }, 'journal replayed');

  const timed = timedJournal(journal, observeSync);
  const real = createSequencer({ engine, journal: timed, clock, maxQueue: config.maxQueue });
  life.closers.defer(() => real.stop());
  real.onFault((error) => life.fail(error));
  real.onJournalFailure((error) => life.failJournal(error));
  real.onApplied((sequenced, outcome) => ticker.onEvent(sequenced, outcome));
  real.onDurable((sequence) => store.announceDurable(sequence));
  store.announceDurable(journal.end.sequence);
  sequencer.begin(real);
}

/** Tells how long each group of commands took to become durable. */
function timedJournal(journal: Journal, observe: (milliseconds: number) => void): Pick<Journal, 'end' | 'append'> {
  return {
    get end() {
      return journal.end;
    },
    async append(batch) {
      const startMs = performance.now();
      await journal.append(batch);
      observe(performance.now() - startMs);
    },
  };
}

interface Beginning extends Pick<Recovering, 'config' | 'folder' | 'engine' | 'store' | 'clock' | 'life'> {
  readonly demo: boolean;
  readonly submit: Submit;
}

/** The first commands, the clockwork, and the market, if it is to have one. */
async function begin({ config, demo, folder, engine, store, submit, clock, life }: Beginning): Promise<Simulator | null> {
  life.waitingFor = 'first commands';
  const { state } = engine;
  await sendFirstCommands(state, submit, folder, config.origin);
  if (demo) await openDemoAccounts(state, submit, store, clock.nowMs());
  const fail = (error: unknown): void => life.fail(error);
  const scheduler = startScheduler(submit, fail);
  life.closers.defer(() => scheduler.stop());
  if (!config.market) return null;
  life.waitingFor = 'the market opens';
  const simulator = await startSimulator({ state, submit, clock, seed: config.seed }, fail);
  life.closers.defer(() => simulator.stop());
  return simulator;
}
