/**
 * The whole service in one process under a clock that moves when told to: journal on a disk in memory, sequencer,
 * engine, read store, HTTP and administration on real ports, put together in the order of `src/app/start.ts`. What a
 * start finds is what the last life left on the disk and in the store's folder; everything else is gone.
 *
 * After every command the engine's own full audit runs; what it names is a fault, as the sequencer sees it. Two things
 * of `src/app/start.ts` are left out: the lock of the folder, and the clockwork, which is the simulation's own.
 */
import { verifyEd25519 } from '../../../src/bundle/ed25519.ts';
import { createPrivateKey, hash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createLogSigner } from '../../../src/publish/log/log-signer.ts';
import { NO_PAGE } from '../../no-page.ts';
import { NO_EVIDENCE, UNPUBLISHED_LOG } from '../../unpublished-log.ts';
import { createKeyring } from '../../../src/api/front/keys/keyring.ts';
import { Metrics } from '../../../src/api/metrics/metrics.ts';
import { createWebPolicy } from '../../../src/api/front/checks/web.ts';
import { BodyLine } from '../../../src/store/body-line.ts';
import { createUploadsUnderWay } from '../../../src/api/front/limits/uploads-under-way.ts';
import { SALT_BYTES } from '../../../src/api/reading/salts.ts';
import type { Random } from '../../../src/market/random.ts';
import { createServer, type Server } from '../../../src/api/server.ts';
import { sendFirstCommands } from '../../../src/publish/log/first-commands.ts';
import { dataFolder } from '../../../src/folder/disk/data-folder.ts';
import { readConfig } from '../../../src/app/settings/config.ts';
import { type Remembered, rememberInMemory } from '../../../src/app/projections.ts';
import { createHistory, type History } from '../../../src/folder/history.ts';
import { openSnapshots, type Snapshots } from '../../../src/app/start/snapshots.ts';
import { Exchange, type ExchangeParts } from '../../../src/exchange/exchange.ts';
import { audit, auditRules } from '../../../src/core/audit.ts';
import { createEngine, type Engine } from '../../../src/core/engine.ts';
import { stateHash } from '../../../src/core/state/hash.ts';
import type { State } from '../../../src/core/state/state.ts';
import type { JournalDisk } from '../../../src/sequencer/disk/disk.ts';
import { followJournal } from '../../../src/sequencer/journal/follow-journal.ts';
import { START } from '../../../src/sequencer/journal/record.ts';
import { segmentFolder } from '../../../src/sequencer/journal/segment-chain.ts';
import { findJournal } from '../../../src/sequencer/journal/find-journal.ts';
import { exchangeTime, oneClock, type WallClock, wallClock } from '../../../src/time/wall-clock.ts';
import { sha256 } from '../../../src/store/sha256.ts';
import { openJournal } from '../../../src/sequencer/journal/journal-file.ts';
import { applyRecord } from '../../../src/sequencer/replay.ts';
import { openSpool } from '../../../src/sequencer/disk/spool.ts';
import type { Sequencer } from '../../../src/sequencer/sequencer.ts';
import { startStore, type Store } from '../../../src/store/store.ts';
import type { FaultyDisk } from './faulty-disk.ts';
import type { Shelf } from './shelf.ts';
import { credentialsOf, keyringEntry } from './keys.ts';
import { type NearStore, nearStore } from './near-store.ts';

/** What outlives the service: the disk, the folder, and the time that passes outside. */
export interface World {
  readonly disk: FaultyDisk;
  /** The snapshots on it. */
  readonly shelf: Shelf;
  readonly folder: string;
  /** The machine's clock, which may be set back. */
  wallMs: number;
  /** The latest it showed: what was forgotten then does not come back. */
  latestMs: number;
  /** Never falls, and knows nothing of the machine's clock. */
  monotonicMs: number;
  /** What would be random in a real one: keys, salts, the journal's identity. */
  readonly random: Random;
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
  /** The last command in the snapshot that the start went on from; 0: it replayed everything. */
  readonly from: number;
  /** Snapshots that could not be gone on from, and why. */
  readonly passedOver: ReadonlyMap<string, string>;
  /** For those who run contests, and who judge them; traders are told by the API. */
  readonly state: State;
  stateHash(): string;
  /**
   * Replays the journal from its beginning, and names what is remembered in memory and is not what that gives, or
   * null.
   */
  unlikeReplay(): string | null;
  /** In order: callers, sequencer, journal, store. */
  stop(): Promise<void>;
  /** Ends at once: nothing in memory survives, and with `power` only what was synced. */
  crash(power: boolean): Promise<void>;
}

export const ADMIN_TOKEN = 'simulation';

const LOG = { error: () => undefined, warn: () => undefined, info: () => undefined };
/** What an Ed25519 key in PKCS #8 begins with (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** A life is a few dozen commands, sometimes hundreds. */
const RHYTHM = { commands: 200, minutes: 0 };

/** Starts the service on what `world` holds. */
export async function startService(world: World, rebuildStore: boolean): Promise<Service> {
  const folder = dataFolder(world.folder);
  const { disk } = world.disk;
  const nowMs = (): number => {
    world.latestMs = Math.max(world.latestMs, world.wallMs);
    return world.wallMs;
  };
  const fatal: unknown[] = [];
  const broken: string[] = [];
  const passedOver = new Map<string, string>();
  const clock = wallClock(oneClock(nowMs));
  const near = nearStore(disk, nowMs);
  const log = shelfLog(world, passedOver, fatal);
  const { snapshots: kept, journal: path } = folder;
  const snapshots = await openSnapshots({ folder: kept, journal: path, log, disk, startedMs: nowMs(), nowMs });
  const { from } = snapshots;
  const found = await findJournal(folder.journal, { disk, ...(from === null ? {} : { after: from.after }) });
  const [store, begun] = await Promise.all([
    startStore({
      databaseUrl: folder.database,
      journalPath: folder.journal,
      keyFilePath: folder.keyFile,
      rebuild: rebuildStore,
      snapshots: {
        folder: folder.snapshots,
        rhythm: RHYTHM,
        words: from?.words ?? { exchange: '', beginning: 'unknown' },
      },
      onSnapshot: (news) => snapshots.note(news),
      onFault: (error) => fatal.push(error),
      openThread: near.open,
    }),
    snapshots.resume(),
  ]);
  const { engine, history, position } = begun;
  const reading = found === null ? {} : { found };
  const journal = await openJournal(folder.journal, {
    disk,
    segmentBytes: 16_384,
    identity: drawn(world.random, 32),
    ...reading,
  });
  const metrics = new Metrics();
  const lost = ({ err }: { readonly err?: unknown }) => void fatal.push(err);
  const life = { logs: { risk: { ...LOG, error: lost } }, atEnd: () => undefined };
  const own = { clock: { nowMs }, config: { otlpEndpoint: null } };
  const watching = { metrics, life, market: { see: () => undefined }, ...own };
  const remembered = rememberInMemory({ engine, history }, watching);
  const { projections } = remembered;
  let isReplayed = false;
  const watched = audited(engine, broken, () => isReplayed);
  const exchange = new Exchange({ engine: watched, time: exchangeTime(clock), clock, store, projections });
  const { sequencer } = exchange;
  sequencer.onFault((error) => fatal.push(error));
  sequencer.onJournalFailure((error) => fatal.push(error));
  // Gathers for as long as one write of a socket needs to arrive, however busy the machine is.
  await exchange.resume({ journal, after: position, gatherMs: 10_000 });
  isReplayed = true;
  broken.push(...audit(engine.state));
  const bodies = new BodyLine({ store, spool: openSpool(disk, folder.bodies, 16_384), log: LOG });
  bodies.begin(journal.end.sequence);
  const server = await listen(world, { ...remembered, bodies, engine, sequencer, clock, store, metrics });
  if (!existsSync(folder.logKey)) writeFileSync(folder.logKey, keyFrom(drawn(world.random, 32)), { mode: 0o600 });
  const signer = createLogSigner(folder, null);
  await sendFirstCommands(
    engine.state,
    (command) => sequencer.submit(command),
    signer,
    'simulation.example/ailog',
    false,
    (bytes) => drawn(world.random, bytes),
  );
  return {
    ...server.urls,
    sequencer,
    store,
    nearStore: near,
    fatal,
    broken,
    torn: journal.tornTail !== null,
    from: position.sequence,
    passedOver,
    state: engine.state,
    stateHash: () => stateHash(engine.state, sha256),
    unlikeReplay: () => unlikeReplay(history, sequencer.sequence, folder.journal, disk, world),
    stop: () => stop({ server: server.server, exchange, bodies, snapshots, store }),
    async crash(power) {
      void server.server.close();
      if (power) disk.crash();
      await near.drop();
    },
  };
}

/** Answers are kept for a minute, and those that are older for as long as nobody looks. */
const ANSWERS_KEPT_MS = 65_000;

function unlikeReplay(
  history: History,
  sequence: number,
  path: string,
  disk: JournalDisk,
  { wallMs: nowMs, latestMs }: World,
): string | null {
  const engine = createEngine(sha256);
  const replayed = createHistory(engine.state, nowMs);
  const follower = followJournal(path, START, disk);
  for (const record of follower.read(sequence)) {
    const outcome = applyRecord(engine, record, path);
    for (const projection of replayed.all) projection.apply(record, outcome);
  }
  follower.close();
  const rowsOf = ({ all: parts }: Pick<History, 'all'>, at: number): string[] =>
    [...parts[at]!.save()]
      .filter(([, , timeMs]) => parts[at]!.name !== 'answered-requests' || Number(timeMs) > latestMs - ANSWERS_KEPT_MS)
      .map((row) => JSON.stringify(row));
  for (const [at, { name }] of history.all.entries()) {
    const [here, there] = [rowsOf(history, at), rowsOf(replayed, at)];
    const unlike = here.findIndex((row, place) => row !== there[place]);
    if (unlike >= 0 || here.length !== there.length)
      return `${name} knows ${here[unlike] ?? 'no more'}, and ${there[unlike] ?? 'something else'} after a replay`;
  }
  return null;
}

/** What the log would hold of snapshots: one that could not be written is a fault, unless the disk was made to fail. */
function shelfLog({ disk }: World, passedOver: Map<string, string>, fatal: unknown[]) {
  return {
    ...LOG,
    warn(said: { readonly snapshot?: string; readonly found?: string }) {
      if (said.snapshot !== undefined) passedOver.set(said.snapshot, said.found ?? '');
    },
    error({ err }: { readonly err?: unknown }) {
      if (!disk.snapshots.struck()) fatal.push(err);
    },
  };
}

interface Running {
  readonly server: Server;
  readonly exchange: Exchange;
  readonly bodies: BodyLine;
  readonly snapshots: Snapshots;
  readonly store: Store;
}

/** Stops as `src/app/start.ts` does. */
async function stop({ server, exchange, bodies, snapshots, store }: Running): Promise<void> {
  await server.close();
  await exchange.close();
  await bodies.stop();
  await snapshots.atStop(store, exchange.sequence, 2_800, undefined);
  await store.stop();
}

/** A field that is not what the table says stays so: it is looked for now and then. */
const COMMANDS_PER_FULL_AUDIT = 16;

/** The engine with the audit of the rules behind every new command, and now and then that of all fields. */
function audited(engine: Engine, broken: string[], isOn: () => boolean): ExchangeParts['engine'] {
  return {
    state: engine.state,
    apply(sequenced) {
      const outcome = engine.apply(sequenced);
      if (!isOn()) return outcome;
      const isFull = sequenced.sequence % COMMANDS_PER_FULL_AUDIT === 0;
      const found = isFull ? audit(engine.state) : auditRules(engine.state);
      if (found.length === 0) return outcome;
      broken.push(...found.map((one) => `after ${JSON.stringify(sequenced)}: ${one}`));
      throw new Error(found.join('\n'));
    },
  };
}

interface Parts extends Remembered {
  readonly engine: Engine;
  readonly sequencer: Sequencer;
  readonly clock: WallClock;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly bodies: BodyLine;
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
  const keyring = createKeyring(world.uids.map(keyringEntry));
  // A passphrase is checked in another thread the first time, and requests that wait for it overtake each other.
  for (const { apiKey, passphrase } of world.uids.map(credentialsOf))
    await keyring.find(apiKey)?.passphrase.hash(passphrase);
  const server = await createServer({
    ...parts,
    config,
    keyring,
    uploads: createUploadsUnderWay(),
    nextSalt: () => drawn(world.random, SALT_BYTES),
    verifyEd25519,
    publishedLog: UNPUBLISHED_LOG,
    evidence: NO_EVIDENCE,
    newLogKey: () => Promise.reject(new Error('no key')),
    keepBrand: () => Promise.resolve(),
    web: createWebPolicy(config.http, config.host, false),
    webApp: NO_PAGE,
    headlines: () => [],
    log: LOG,
    readiness: () => ({ ready: true, reason: '' }),
    halted: () => null,
    adminToken: ADMIN_TOKEN,
    nowMs: () => world.wallMs,
    monotonicMs: () => world.monotonicMs,
  });
  return { server, urls: await server.listen() };
}

/** Bytes that follow from a seed. */
function drawn(random: Random, bytes: number): Buffer {
  return Buffer.from(Array.from({ length: bytes }, () => random.below(256)));
}

/** An Ed25519 key of these 32 bytes, in PEM. */
function keyFrom(seed: Buffer): string {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  return key.export({ format: 'pem', type: 'pkcs8' });
}

/** The journal's files as they lie on the disk, closed ones too, by their path in the data folder. */
export function journalFiles({ disk, folder }: Pick<World, 'disk' | 'folder'>): (readonly [string, Uint8Array])[] {
  const { journal } = dataFolder(folder);
  const files = [...disk.disk.files()].filter(
    ([path]) => path === journal || path.startsWith(`${segmentFolder(journal)}/`),
  );
  const named = files.map(([path, bytes]) => [relative(dirname(journal), path), bytes] as const);
  return named.sort(([left], [right]) => (left < right ? -1 : 1));
}

/** SHA-256 of the journal's files as they lie on the disk, in hex: the same for every run of a seed. */
export function journalHash(world: World): string {
  const parts = journalFiles(world).map(([path, bytes]) => `${path} ${hash('sha256', bytes)}\n`);
  return hash('sha256', parts.join(''));
}

/** Removes everything the world keeps on the machine's own disk. */
export function removeWorld(world: World): void {
  rmSync(join(world.folder), { recursive: true, force: true });
}
