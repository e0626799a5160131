/**
 * The composition root: builds every part, hands each only what it uses, and takes them down in the right order.
 * Decides nothing about trading.
 *
 * The order of a start: the folder's lock, its judgement (nothing is written before it has passed), the read store,
 * HTTP (which answers 503 and says how far the replay is), the journal and its replay, the sequencer, a clock that can
 * be believed, the first commands and the AI log's publication, the clockwork. Whatever fails later ends the process:
 * the journal is the truth, and the next start reads it.
 */
import { verifyEd25519 } from '../bundle/ed25519.ts';
import { randomBytes } from 'node:crypto';
import { beginDemo } from '../demo/demo.ts';
import { createKeyring, type Keyring } from '../api/front/keys/keyring.ts';
import { Metrics } from '../api/metrics/metrics.ts';
import { createServer, type ServerUrls } from '../api/server.ts';
import { createWebApp } from '../api/app/web-app.ts';
import { createSalts } from '../api/reading/salts.ts';
import { createWebPolicy } from '../api/front/checks/web.ts';
import { BodyLine } from '../store/body-line.ts';
import { createUploadsUnderWay } from '../api/front/limits/uploads-under-way.ts';
import { noObstacle, patientSubmit, watchClock } from './watch/clock-watch.ts';
import { type DataFolder, removeIfOurs, secretFile, writePrivateFile } from '../folder/disk/data-folder.ts';
import { type DiskWatch, watchDisk } from './watch/disk-watch.ts';
import { type FileWatch, watchFiles } from './watch/file-watch.ts';
import { DEMO_ACCOUNTS, type DemoAccount, openDemoAccounts, withDemoKeys } from '../demo/demo-accounts.ts';
import { createLife, type Life, takeDown } from './lifecycle.ts';
import { createLogLife, type LogLife, type LogLifeParts } from '../publish/log/log-start.ts';
import { repairPage, WEB_FOLDER } from '../demo/page-build.ts';
import { addProcessGauges } from './watch/process-gauges.ts';
import { rememberInMemory } from './projections.ts';
import { haltedBy, type Halted, readinessOf, refusalOf } from './watch/store-bound.ts';
import { estimated } from './journal/estimated.ts';
import { createUpkeep, type Upkeep } from './journal/upkeep.ts';
import { DOORS } from './doors.ts';
import { identityOf } from './identity.ts';
import { warnOfOpenDemo } from './log-lines.ts';
import { startBodySweep } from '../publish/log/sweep-bodies.ts';
import { openFolder } from './start/open-folder.ts';
import { MarketSeat, openMarket, refuseShortSeed } from './start/open-market.ts';
import { resume, progressOf } from './start/resume.ts';
import type { ValidFolder } from '../folder/inspect/validate-start.ts';
import type { Resumed, Snapshots } from './start/snapshots.ts';
import type { StoreAhead } from './replica/store-ahead.ts';
import type { Config } from './settings/config.ts';
import type { Node } from './node/node.ts';
import type { Submit } from '../market/submit.ts';
import { Exchange } from '../exchange/exchange.ts';
import { startScheduler } from '../market/scheduler.ts';
import { SALT_BYTES } from '../api/reading/salts.ts';
import { ofRehearsal, alsoSeenBy, checkupsOf, type RehearsalParts, writtenFirst } from './start/rehearsed.ts';
import type { ExchangeTime } from '../time/time.ts';
import { timesOf, type WallClock } from '../time/wall-clock.ts';
import { openJournal } from '../sequencer/journal/journal-file.ts';
import { guardedDisk, timedDisk } from '../sequencer/disk/disk.ts';
import { openSpool } from '../sequencer/disk/spool.ts';
import { startSyncThread } from '../sequencer/disk/sync-thread.ts';
import type { RequestLog } from '../rehearsal/checkup/facts/request-log.ts';
import type { Store } from '../store/store.ts';
import { machine } from '../time/machine.ts';

export { type Replayed, replayFolder } from '../folder/replay/replay-folder.ts';

const ADMIN_TOKEN_BYTES = 32;

export interface App {
  readonly url: string;
  readonly adminUrl: string;
  /** The demo accounts, none without them. */
  readonly accounts: readonly DemoAccount[];
  /** Path of the data folder. */
  readonly data: string;
  /** Of a demo's market that begins with this start, to be shown once; null otherwise. */
  readonly seed: string | null;
  readonly exchange: Exchange;
  /** Resolves when it can't go on (a fault, a disk that fails); it has to be stopped then, and its process to end. */
  readonly failed: Promise<void>;
  /** Takes everything down, and says why in the log; what was answered is durable anyhow. */
  stop(why?: string): Promise<void>;
  /** The step a stop is waiting for. */
  ending(): string;
}

export interface StartOptions {
  /** With the demo accounts and their keys. */
  readonly demo: boolean;
  /** Aborts a start that is under way. */
  readonly signal?: AbortSignal;
  /** Aborts what a stop could do for the next start. */
  readonly hurry?: AbortSignal;
  /** Called when the exchange is to stop, during the start too, with who or what asks; its starter stops it then. */
  readonly requestStop?: (who: string) => void;
  /** The clock that stamps commands; the machine's time when not given. */
  readonly clock?: WallClock;
  /** Timers, and unless there is a clock too, one that is believed. */
  readonly time?: ExchangeTime;
  /** Without clockwork and market: whoever starts it sends ticks and prices. */
  readonly isDriven?: boolean;
  /** Told of every request, in a rehearsal alone. */
  readonly requests?: RequestLog;
  /** A rehearsal, which is driven too. */
  readonly rehearsal?: RehearsalParts;
  /** Builds the page when its sources are younger than it. */
  readonly buildsPage?: boolean;
  /** The read store's thread, when it was started before all this was loaded; it is taken down with the rest. */
  readonly ahead?: StoreAhead;
  /** Folder of the built page; by default where its build puts it. */
  readonly webFolder?: string;
}

/**
 * Starts the exchange. Resolves when it is ready to trade.
 * @throws Error when it can't start: the folder is in use, the journal damaged, the port taken, the read store
 * unreachable
 */
export async function startApp(config: Config, options: StartOptions): Promise<App> {
  const { demo, signal = new AbortController().signal } = options;
  const life = createLife(config.logLevels, signal, options.rehearsal === undefined ? undefined : options.time?.nowMs);
  try {
    if (!demo) refuseShortSeed(config);
    refuseNode(config, options);
    const built = await build(config, options, life);
    return {
      ...built,
      accounts: demo ? DEMO_ACCOUNTS : [],
      data: config.data,
      failed: life.failed,
      ending: life.ending,
      stop: (why) => {
        life.logs.start.info({ why }, 'stopping');
        return takeDown(life);
      },
    };
  } catch (error) {
    await takeDown(life);
    throw error;
  }
}

/** Leaves in the folder, for as long as it runs, where the exchange is. */
function noteUrls(folder: DataFolder, { adminUrl, baseUrl }: ServerUrls, atEnd: Life['atEnd']): void {
  for (const [name, url] of [
    ['adminUrl', adminUrl],
    ['url', baseUrl],
  ] as const) {
    writePrivateFile(folder[name], url);
    atEnd(`the file ${folder[name]}`, () => removeIfOurs(folder[name], url));
  }
}

type Built = Pick<App, 'url' | 'adminUrl' | 'exchange' | 'seed'>;

async function build(config: Config, options: StartOptions, life: Life): Promise<Built> {
  const { demo, hurry, ahead, rehearsal, webFolder = WEB_FOLDER } = options;
  const isRehearsal = rehearsal !== undefined;
  const { clock, time } = timesOf(options);
  const { logs, atEnd } = life;
  const web = createWebPolicy(config.http, config.host, demo);
  const about = identityOf(demo);
  const webApp = createWebApp(webFolder, config.http.basePath, about);
  const { folder, lock, keepBrand } = await openFolder(config, webApp, life, isRehearsal);
  const files = watchFiles(folder, lock, life);
  const { metrics, node } = await measuredNode(config, folder, life);
  const found = await resume(config, folder, demo || isRehearsal ? 'start' : 'serve', clock.nowMs(), life, ahead);
  const [{ valid, snapshots, resumed }, { engine }] = [found, found.resumed];
  const store = isRehearsal ? writtenFirst(found.store, () => exchange.driven.write()) : found.store;
  atEnd('the last snapshot', () => snapshots.atStop(store, exchange.sequence, life.leftMs(), hurry));
  if (demo) warnOfOpenDemo(config, logs.start);
  const keyring = await openKeyring(store, demo ? DEMO_ACCOUNTS : (rehearsal?.accounts ?? []), node);
  snapshots.addGauges(metrics);
  const market = new MarketSeat(metrics, engine.state);
  const { projections, ...remembered } = rememberInMemory(resumed, { metrics, market, clock, config, life });
  const exchange = new Exchange({ engine, clock, time, store, projections: alsoSeenBy(projections, rehearsal) });
  const { sequencer } = exchange;
  const uploads = createUploadsUnderWay();
  const upkeep = createUpkeep({ folder, config, atStart: valid.closed, metrics, life });
  const disk = await watchDisk(folder, config.disk, logs.disk);
  atEnd('the watch of the disk', () => disk.stop());
  const ofLog = { state: engine.state, store, clock, folder, config, about, random: rehearsal?.random };
  const aiLog = openAiLog(ofLog, life);
  const halted = haltedBy([disk.halted, node?.halted], store, sequencer, config.storeAway);
  const bodies = openBodies(store, folder, files, life);
  const shared = { config, engine, sequencer, clock, store, keyring, projections, metrics, uploads, web, webApp };
  const server = await createServer({
    ...shared,
    ...remembered,
    log: logs.api,
    bodies,
    publishedLog: aiLog.published,
    evidence: aiLog.evidence,
    newLogKey: (origin) => aiLog.newKey(origin),
    keepBrand,
    readiness: () => readinessOf(life, store, node?.isNobodyLooking),
    halted,
    diskFilling: () => disk.filling(),
    journalLost: () => upkeep.lost(),
    ...market.served,
    adminToken: secretFile(folder.adminToken, () => randomBytes(ADMIN_TOKEN_BYTES).toString('base64url')).trim(),
    ...ofStarter(options, clock, exchange, node),
  });
  atEnd('the server', () => server.close());
  atEnd('the log of requests', () => options.requests?.flush());
  const urls = await server.listen();
  noteUrls(folder, urls, atEnd);
  const made = { config, folder, files, snapshots, resumed, exchange, store, upkeep, clock, node };
  const parts = { ...made, valid, bodies, halted, disk, aiLog, market, metrics, life };
  await recover(parts, isRehearsal);
  await begin({ ...parts, demo, isDriven: options.isDriven === true || isRehearsal, requestStop: options.requestStop });
  const ofDemo = { ...shared, ...about, log: logs.demo, time, market, evidence: aiLog.evidence };
  rehearsal?.onBuilt?.((settings, own) => beginDemo(settings, { ...ofDemo, ...own }));
  const around = demo ? await beginDemo(config, ofDemo) : null;
  atEnd('the demo', () => around?.stop());
  atEnd('the sweep of bodies', startBodySweep({ store, sequencer, uploads, clock, log: logs.ailog }));
  // Callers first: their requests under way are answered before anything after them stops.
  atEnd('requests under way', () => server.close());
  life.waitingFor = null;
  if (around !== null) atEnd('the agents of the demo', around.trade(urls.url));
  if (options.buildsPage === true) atEnd('the building of the page', repairPage(webApp, logs.page));
  logs.start.info({ url: urls.url, sequence: sequencer.sequence }, 'ready');
  return { ...urls, exchange, seed: demo ? market.drawnSeed : null };
}

/** The parts of a node among several, which nobody else loads. */
const onNode = () => import('./node/begin.ts');

/** @throws Error */
function refuseNode({ node }: Config, { demo, rehearsal }: StartOptions): void {
  if (node === null || (!demo && rehearsal === undefined)) return;
  throw new Error('--journal etcd://… is for `outcry serve`: a demo and a rehearsal are of one machine');
}

async function measuredNode(config: Config, folder: DataFolder, life: Life) {
  const metrics = new Metrics();
  const { node } = config;
  return { metrics, node: node === null ? null : await (await onNode()).openNode(node, config, folder, metrics, life) };
}

/** Parts of the server that only some starters give. */
function ofStarter(
  { requestStop, isDriven, requests, rehearsal }: StartOptions,
  { nowMs }: WallClock,
  exchange: Exchange,
  node: Node | null,
) {
  return {
    ...DOORS,
    ...(node === null ? {} : { node: node.reads, nodeFacts: node.facts }),
    nextSalt: rehearsal === undefined ? createSalts() : () => rehearsal.random(SALT_BYTES),
    verifyEd25519,
    ...(requestStop === undefined ? {} : { requestStop: () => requestStop('the administration') }),
    ...(isDriven === true || rehearsal !== undefined ? { nowMs } : {}),
    ...(rehearsal === undefined ? {} : ofRehearsal(rehearsal, nowMs, exchange)),
    ...(requests === undefined ? {} : { recorder: requests, checkups: checkupsOf(requests, exchange, rehearsal) }),
  };
}

/** The AI log, published from when it is told to begin. */
function openAiLog(parts: Omit<LogLifeParts, 'log' | 'onForked'>, { logs, fail, atEnd }: Life): LogLife {
  const aiLog = createLogLife({ ...parts, log: logs.ailog, onForked: fail });
  atEnd('the AI log', () => aiLog.stop());
  return aiLog;
}

/** The way of bodies of AI logs into the store. */
function openBodies(store: Store, folder: DataFolder, files: FileWatch, { logs, atEnd }: Life): BodyLine {
  const disk = guardedDisk(
    () => files.mustHold(),
    timedDisk(() => undefined),
  );
  const bodies = new BodyLine({ store, spool: openSpool(disk, folder.bodies), log: logs.store });
  atEnd('bodies of AI logs on their way', () => bodies.stop());
  return bodies;
}

/** Every key there is, and those of `accounts`, which are not stored. */
async function openKeyring(store: Store, accounts: readonly DemoAccount[], node: Node | null): Promise<Keyring> {
  const keyring = accounts.length > 0 ? await withDemoKeys(createKeyring(), accounts) : createKeyring();
  keyring.load(await store.ask('keyring', null, 0));
  store.shared?.followKeys((changed) => keyring.renew(changed));
  node?.sharesKeys(store);
  return keyring;
}

interface Recovering {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly files: FileWatch;
  readonly valid: ValidFolder;
  readonly snapshots: Snapshots;
  readonly upkeep: Upkeep;
  readonly resumed: Resumed;
  readonly exchange: Exchange;
  readonly store: Store;
  readonly clock: WallClock;
  readonly bodies: BodyLine;
  readonly halted: Halted;
  readonly disk: DiskWatch;
  readonly aiLog: LogLife;
  readonly market: MarketSeat;
  readonly metrics: Metrics;
  readonly node: Node | null;
  readonly life: Life;
}

/** Resumes the exchange from its journal, and lets it take commands. */
async function recover(parts: Recovering, isBuffered: boolean): Promise<void> {
  const { config, folder, files, valid, snapshots, upkeep, resumed, exchange } = parts;
  const { store, clock, bodies, halted, disk, aiLog, metrics, node, life } = parts;
  const { position } = resumed;
  const progress = progressOf(life);
  const help = 'What the disk took for one write of the journal and its fdatasync';
  const observeSync = metrics.timer('outcry_journal_sync_seconds', help);
  const syncs = startSyncThread();
  life.atEnd('the thread that syncs the journal', () => syncs.stop());
  snapshots.onMade((made) => {
    upkeep.move(made.timeMs);
    node?.hasSnapshot(made);
  });
  const journal = await openJournal(folder.journal, {
    disk: guardedDisk(() => files.mustHold(), timedDisk(observeSync, syncs.sync)),
    segmentBytes: config.journal.segmentBytes,
    onClosed: () => {
      files.rolled();
      upkeep.compress();
    },
    ...(valid.found === null ? {} : { found: valid.found }),
  });
  life.atEnd(
    'the metrics',
    addProcessGauges(metrics, folder, disk, () => journal.end.endOffset, store),
  );
  life.atEnd('commands under way', () => exchange.close());
  const started = machine.steadyMs();
  exchange.sequencer.onFault((error) => life.fail(error));
  exchange.sequencer.onJournalFailure((error) => (node === null ? life.failJournal(error) : life.fail(error)));
  const resuming = exchange.resume({
    journal,
    isBuffered,
    after: position,
    onProgress: estimated(life.logs.journal, journal.end.sequence - position.sequence, progress('journal replay')),
    async onReplayed({ sequence }) {
      const milliseconds = Math.round(machine.steadyMs() - started);
      life.logs.journal.info({ sequence, from: position.sequence, milliseconds }, 'journal replayed');
      if (node === null) await aiLog.look();
    },
    ...(node === null ? {} : { sequencerOf: node.sequencerOf }),
    maxQueue: config.maxQueue,
    obstacle: refusalOf(halted),
  });
  await (node === null ? resuming : node.explained(resuming));
  life.atEnd('the watch of the clock', watchClock(clock, life.logs.clock));
  bodies.begin(exchange.sequence);
  upkeep.begin();
}

interface Beginning extends Omit<Recovering, 'snapshots' | 'upkeep' | 'resumed' | 'bodies' | 'halted' | 'metrics'> {
  readonly demo: boolean;
  readonly isDriven: boolean;
  readonly requestStop: StartOptions['requestStop'];
}

/** Once the clock can be believed: the first commands, the clockwork, and the market, if it is to have one. */
async function begin(parts: Beginning): Promise<void> {
  const { config, folder, files, demo, isDriven, market, valid, exchange, store, clock, disk, aiLog, node, life } =
    parts;
  const { state, time, submit } = exchange;
  const say = (why: string): void => void (life.waitingFor = why);
  const patient = (by: Submit): Submit =>
    patientSubmit(by, () => noObstacle(() => clock.trouble() ?? disk.halted(), say, life.signal));
  const first = patient(submit);
  await noObstacle(() => clock.trouble(), say, life.signal);
  life.waitingFor = 'first commands';
  const own = node === null ? null : { ...parts, node, seat: market, patient };
  const opened = own === null ? await aiLog.begin(first) : await (await onNode()).sendFirst(own);
  // All files are made by now: one that goes from here on is noticed.
  files.look();
  // A process that is killed leaves no read store of a journal that holds nothing.
  await exchange.written();
  await store.ask('claim', { exchange: opened ?? valid.exchange }, 0);
  if (demo) await openDemoAccounts(state, first, store, clock.nowMs());
  const fail = (error: unknown): void => life.fail(error);
  if (isDriven) return;
  if (own !== null) return (await onNode()).takeRoles(own);
  if (config.market === 'none') {
    const scheduler = startScheduler(submit, time, fail);
    life.atEnd('the clockwork', () => scheduler.stop());
    return;
  }
  life.waitingFor = 'the market opens';
  await openMarket({ config, folder, files, exchange, first, life, seat: market, requestStop: parts.requestStop });
}
