/**
 * The whole service in one process under a clock that moves when told to: journal on a disk in memory, sequencer,
 * engine, read store, HTTP and administration on real ports, put together in the order of `src/app/start.ts`. What a
 * start finds is what the last life left on the disk and in the store's folder; everything else is gone.
 *
 * After every command the engine's own full audit runs; what it names is a fault, as the sequencer sees it. Two things
 * of `src/app/start.ts` are left out: the lock of the folder, and the clockwork, which is the simulation's own.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDeps } from '../../../src/api/front/deps.ts';
import { createPushSources } from '../../../src/api/push/sources.ts';
import { createKeyring } from '../../../src/api/front/keyring.ts';
import { createMetrics } from '../../../src/api/ops/metrics.ts';
import { createWebPolicy } from '../../../src/api/front/web.ts';
import { createUploadsUnderWay } from '../../../src/api/front/uploads-under-way.ts';
import { createServer, type Server } from '../../../src/api/front/server.ts';
import { createProjections, type Projections } from '../../../src/live/projection.ts';
import { type AnsweredRequests, createAnsweredRequests } from '../../../src/live/answered-requests.ts';
import { createLiveBars } from '../../../src/live/bars.ts';
import { createTape } from '../../../src/live/tape.ts';
import { createTurnover } from '../../../src/live/turnover.ts';
import { openPast } from '../../../src/market/past/past.ts';
import { createTickerWindow } from '../../../src/live/ticker-window.ts';
import { sendFirstCommands } from '../../../src/app/first-commands.ts';
import { dataFolder } from '../../../src/app/data-folder.ts';
import { readConfig } from '../../../src/app/config.ts';
import { audit } from '../../../src/core/audit.ts';
import { createEngine, type Engine } from '../../../src/core/engine.ts';
import { stateHash } from '../../../src/core/state/hash.ts';
import { oneClock } from '../../../src/sequencer/clock.ts';
import { type WallClock, wallClock } from '../../../src/sequencer/wall-clock.ts';
import { sha256 } from '../../../src/store/sha256.ts';
import { type Journal, openJournal } from '../../../src/sequencer/journal-file.ts';
import { type Applies, replay } from '../../../src/sequencer/replay.ts';
import { createSequencer, type Sequencer } from '../../../src/sequencer/sequencer.ts';
import { startStore, type Store } from '../../../src/store/store.ts';
import type { FaultyDisk } from './faulty-disk.ts';
import { keyringEntry } from './keys.ts';
import { type NearStore, nearStore } from './near-store.ts';

/** What outlives the service: the disk, the folder, and the time that passes outside. */
export interface World {
  readonly disk: FaultyDisk;
  readonly folder: string;
  /** The machine's clock, which may be set back. */
  wallMs: number;
  /** Never falls, and knows nothing of the machine's clock. */
  monotonicMs: number;
  /** Accounts whose keys the service knows. */
  readonly uids: readonly number[];
}

export interface Service {
  readonly url: string;
  readonly adminUrl: string;
  readonly sequencer: Sequencer;
  readonly store: Store;
  readonly nearStore: NearStore;
  /** What the service's log would hold as fatal: why it can't go on. Empty while all is well. */
  readonly fatal: unknown[];
  /** Invariants the core's own audit found broken. */
  readonly broken: string[];
  /** Whether the start cut a torn record. */
  readonly torn: boolean;
  stateHash(): string;
  /** In order: callers, sequencer, journal, store. */
  stop(): Promise<void>;
  /** Ends at once: nothing in memory survives, and with `power` only what was synced. */
  crash(power: boolean): Promise<void>;
}

export const ADMIN_TOKEN = 'simulation';

const LOG = { error: () => undefined, warn: () => undefined, info: () => undefined };

/** Starts the service on what `world` holds. */
export async function startService(world: World, rebuildStore: boolean): Promise<Service> {
  const folder = dataFolder(world.folder);
  const fatal: unknown[] = [];
  const broken: string[] = [];
  const clock = wallClock(oneClock(() => world.wallMs));
  const near = nearStore(world.disk.disk.openFile);
  const store = await startStore({
    databaseUrl: folder.database,
    journalPath: folder.journal,
    keyFilePath: folder.keyFile,
    rebuild: rebuildStore,
    onFault: (error) => fatal.push(error),
    openThread: near.open,
  });
  const engine = createEngine(sha256);
  const journal = await openJournal(folder.journal, { openFile: world.disk.disk.openFile });
  const ticker = createTickerWindow();
  const bars = createLiveBars(openPast);
  const tape = createTape();
  const turnover = createTurnover();
  const answered = createAnsweredRequests(world.wallMs);
  const push = createPushSources({ state: engine.state, ticker, bars, turnover, nowMs: () => world.wallMs });
  const all = [ticker, bars, tape, turnover, answered, push.feed, push.accounts];
  const projections = createProjections(all, (lost) => fatal.push(lost.error));
  await replay(journal, engine, { onApplied: projections.replayed });
  broken.push(...audit(engine.state));
  // Gathers for as long as one write of a socket needs to arrive, however busy the machine is.
  const sequencer = createSequencer({
    engine: audited(engine, broken),
    journal,
    clock,
    gatherMs: 10_000,
    onApplied: projections.applied,
  });
  sequencer.onFault((error) => fatal.push(error));
  sequencer.onJournalFailure((error) => fatal.push(error));
  sequencer.onDurable((sequence) => store.announceDurable(sequence));
  store.announceDurable(journal.end.sequence);
  const server = await listen(world, {
    engine,
    sequencer,
    clock,
    store,
    ticker,
    bars,
    tape,
    turnover,
    answered,
    push,
    projections,
  });
  await sendFirstCommands(engine.state, (command) => sequencer.submit(command), folder, 'simulation.example/ailog');
  return {
    ...server.urls,
    sequencer,
    store,
    nearStore: near,
    fatal,
    broken,
    torn: journal.tornTail !== null,
    stateHash: () => stateHash(engine.state, sha256),
    stop: () => stop(server.server, sequencer, journal, store),
    async crash(power) {
      void server.server.close();
      if (power) world.disk.disk.crash();
      await near.drop();
    },
  };
}

/** Stops as `src/app/start.ts` does. */
async function stop(server: Server, sequencer: Sequencer, journal: Journal, store: Store): Promise<void> {
  await server.close();
  await sequencer.stop();
  await journal.close();
  await store.stop();
}

/** The engine with the full audit behind every command. */
function audited(engine: Engine, broken: string[]): Applies {
  return {
    apply(sequenced) {
      const outcome = engine.apply(sequenced);
      const found = audit(engine.state);
      if (found.length === 0) return outcome;
      broken.push(...found.map((one) => `after ${JSON.stringify(sequenced)}: ${one}`));
      throw new Error(found.join('\n'));
    },
  };
}

interface Parts {
  readonly engine: Engine;
  readonly sequencer: Sequencer;
  readonly clock: WallClock;
  readonly store: Store;
  readonly ticker: ReturnType<typeof createTickerWindow>;
  readonly bars: ReturnType<typeof createLiveBars>;
  readonly tape: ReturnType<typeof createTape>;
  readonly turnover: ReturnType<typeof createTurnover>;
  readonly answered: AnsweredRequests;
  readonly push: ApiDeps['push'];
  readonly projections: Projections;
}

async function listen(world: World, parts: Parts) {
  const config = readConfig(
    [
      '--port',
      '0',
      '--no-market',
      '--data',
      world.folder,
      '--log-level',
      'silent',
      '--rate-limit-ip-budget',
      '1000000000',
    ],
    {},
  );
  const server = await createServer({
    ...parts,
    config,
    keyring: createKeyring(world.uids.map(keyringEntry)),
    metrics: createMetrics(),
    uploads: createUploadsUnderWay(),
    web: createWebPolicy(config.http, config.host, false),
    log: LOG,
    readiness: () => ({ ready: true, reason: '' }),
    halted: () => null,
    adminToken: ADMIN_TOKEN,
    nowMs: () => world.wallMs,
    monotonicMs: () => world.monotonicMs,
  });
  return { server, urls: await server.listen() };
}

/** Removes everything the world keeps on the machine's own disk. */
export function removeWorld(world: World): void {
  rmSync(join(world.folder), { recursive: true, force: true });
}
