// The HTTP server alone, on a real port, with a real engine behind it but no journal, no store thread and clocks that
// stand still: for tests of the front that need to hold everything in their hands (readiness, budgets, time, refusals,
// faults).
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import { createHash } from 'node:crypto';
import type { ApiDeps } from '../../src/api/server.ts';
import { NO_PAGE } from '../no-page.ts';
import { NO_EVIDENCE, UNPUBLISHED_LOG } from '../unpublished-log.ts';
import { createKeyring, type Keyring } from '../../src/api/front/keys/keyring.ts';
import { Metrics } from '../../src/api/metrics/metrics.ts';
import { createWebPolicy } from '../../src/api/front/checks/web.ts';
import { createUploadsUnderWay } from '../../src/api/front/limits/uploads-under-way.ts';
import { createServer, type ServerUrls } from '../../src/api/server.ts';
import { oneClock } from '../../src/time/wall-clock.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { createProjections, type Projection } from '../../src/live/projection.ts';
import { AccountEvents } from '../../src/api/push/account-events.ts';
import { Feed } from '../../src/api/push/feed.ts';
import { createRecentActivity } from '../../src/api/push/public/recent-activity.ts';
import { createAnsweredRequests } from '../../src/live/answered-requests.ts';
import { createTraces } from '../../src/live/traces.ts';
import { LiveBars } from '../../src/live/bars.ts';
import { createRiskWatch } from '../../src/live/risk-watch.ts';
import { createTape, type Tape } from '../../src/live/tape.ts';
import { openPast } from '../../src/market/past/past.ts';
import { createTurnover, type Turnover } from '../../src/live/turnover.ts';
import { type Config, readConfig } from '../../src/app/settings/config.ts';
import type { Command } from '../../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { createEngine } from '../../src/core/engine.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import { createSalts } from '../../src/api/reading/salts.ts';
import type { Sequencer } from '../../src/sequencer/sequencer.ts';
import type { Store, StoreAbsence } from '../../src/store/store.ts';
import type { KeyringEntry } from '../../src/store/keys/keys.ts';
import { historyOf, type Progress } from '../../src/store/progress.ts';
import { hashPassphrase } from '../../src/store/keys/passphrase.ts';
import { type Answer, type RawRequest, sendRaw, SYMBOL, type TestAccount } from './kit.ts';

/** What a test may turn. */
export interface Knobs {
  ready: boolean;
  reason: string;
  nowMs: number;
  monotonicMs: number;
  /** Thrown by the next submit instead of executing. */
  refusal: unknown;
  /** Waited for before each command is applied. */
  delay: Promise<void> | null;
  /** How far the store is, when not as far as the sequencer; and where that is, when not where the commands end. */
  history: Progress | null;
  sequence: number | null;
  /** Thrown by every question to the store. */
  storeFault: unknown;
  storeAbsence: StoreAbsence | null;
  /** Why no command is taken. */
  halted: ReturnType<ApiDeps['halted']>;
  diskFilling: number | null;
  orderFilling: number | null;
  diverged: readonly string[];
  /** Thrown by the bars instead of counting, and by the channels of the WebSockets. */
  barsFault: unknown;
  feedFault: unknown;
  accountsFault: unknown;
}

export interface FrontKit {
  readonly knobs: Knobs;
  readonly urls: ServerUrls;
  readonly keyring: Keyring;
  readonly logged: unknown[];
  readonly turnover: Turnover;
  readonly bars: LiveBars;
  readonly tape: Tape;
  /** What the store was asked, in order. */
  readonly asked: readonly string[];
  send(request: RawRequest): Promise<Answer>;
  /** Applies a command at once. */
  apply(command: Command): Outcome;
  /** Makes the keyring hold these keys, and no others. */
  loadKeys(keys: readonly Partial<KeyringEntry>[]): void;
  close(): Promise<void>;
}

export const ACCOUNT: TestAccount = {
  uid: 1_000_001,
  apiKey: 'test-key-1',
  secret: 'test-secret',
  passphrase: 'test-passphrase',
};
const passphraseHash = hashPassphrase(ACCOUNT.passphrase);

export async function startFront(
  flags: readonly string[] = [],
  change: (config: Config) => object = () => ({}),
  webApp: ApiDeps['webApp'] = NO_PAGE,
  more: Partial<ApiDeps> = {},
): Promise<FrontKit> {
  const base = readConfig(
    ['--port', '0', '--no-market', '--data', '/nonexistent', '--log-level', 'silent', ...flags],
    {},
  );
  const knobs: Knobs = {
    ready: true,
    reason: '',
    nowMs: 1_767_258_000_000,
    monotonicMs: 5_000_000,
    refusal: null,
    delay: null,
    history: null,
    sequence: null,
    storeFault: null,
    storeAbsence: null,
    halted: null,
    diskFilling: null,
    orderFilling: null,
    diverged: [],
    barsFault: null,
    feedFault: null,
    accountsFault: null,
  };
  const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
  const bars = new LiveBars(openPast);
  const tape = createTape();
  const turnover = createTurnover();
  const logged: unknown[] = [];
  const answered = createAnsweredRequests(knobs.nowMs);
  const { state } = engine;
  const push = {
    feed: new Feed({ state, bars, nowMs: () => knobs.nowMs }),
    activity: createRecentActivity(),
    accounts: new AccountEvents(state, turnover),
  };
  const all = [
    thatMayFail(bars, () => knobs.barsFault),
    tape,
    turnover,
    answered,
    thatMayFail(push.feed, () => knobs.feedFault),
    push.activity,
    thatMayFail(push.accounts, () => knobs.accountsFault),
  ];
  const projections = createProjections(all, (lost) => logged.push(lost));
  let sequence = 0;
  const apply = (command: Command): Outcome => {
    const sequenced = { sequence: ++sequence, timeMs: knobs.nowMs, command };
    const outcome = engine.apply(sequenced);
    projections.applied(sequenced, outcome);
    return outcome;
  };
  const asked: string[] = [];
  const note = (fields: unknown): void => void logged.push(fields);
  const keyring = createKeyring();
  const hash = await passphraseHash;
  const progress = (): Progress =>
    knobs.history ?? { projected: sequence, applied: sequence, perSecond: null, proving: null };
  const config = { ...base, ...change(base) };
  const store: Store = {
    ask: (question) => {
      asked.push(question);
      if (knobs.storeFault !== null) return Promise.reject(knobs.storeFault);
      return Promise.resolve((question === 'payloadVolume' ? 0 : null) as never);
    },
    announceDurable: () => undefined,
    projected: () => sequence,
    history: (until) => historyOf(progress(), until),
    progress,
    absence: () => knobs.storeAbsence,
    delays: () => ({ p50: 0, p99: 0, max: 0 }),
    shared: null,
    stop: () => Promise.resolve(),
  };
  const deps: ApiDeps = {
    config,
    engine,
    sequencer: memorySequencer(knobs, apply, () => knobs.sequence ?? sequence),
    clock: wallClock(oneClock(() => knobs.nowMs)),
    store,
    keyring,
    bars,
    tape,
    turnover,
    headlines: () => [],
    answered,
    traces: createTraces(),
    push,
    projections,
    risk: createRiskWatch(() => undefined),
    metrics: new Metrics(),
    uploads: createUploadsUnderWay(),
    nextSalt: createSalts(),
    verifyEd25519,
    bodies: { put: async () => void asked.push('a body') },
    publishedLog: UNPUBLISHED_LOG,
    evidence: NO_EVIDENCE,
    newLogKey: () => Promise.reject(new Error('no key')),
    keepBrand: () => Promise.resolve(),
    web: createWebPolicy(config.http, config.host, false),
    webApp,
    log: { error: note, warn: note, info: note } as ApiDeps['log'],
    readiness: () => ({ ready: knobs.ready, reason: knobs.reason }),
    halted: () => knobs.halted,
    diskFilling: () => knobs.diskFilling,
    nodeFacts: { orderFilling: () => knobs.orderFilling, diverged: () => knobs.diverged },
    adminToken: 'test-token',
    nowMs: () => knobs.nowMs,
    monotonicMs: () => knobs.monotonicMs,
    ...more,
  };
  const server = await createServer(deps);
  const urls = await server.listen();
  apply({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} });
  apply({
    name: 'openAiLog',
    origin: 'test/ailog',
    vkey: 'test/ailog+00000000+AA==',
    saltKey: Buffer.alloc(32).toString('base64'),
  });
  apply({ name: 'deposit', account: ACCOUNT.uid, amount: '10000' });
  apply({ name: 'setIndexPrice', symbol: SYMBOL, price: '90000', sourceTimeMs: knobs.nowMs });
  const kit: FrontKit = {
    knobs,
    urls,
    keyring,
    logged,
    asked,
    turnover,
    bars,
    tape,
    send: (request) => sendRaw(urls.url, request),
    apply,
    loadKeys: (keys) => keyring.load(keys.map((key) => ({ ...keyOf(hash), ...key }))),
    close: () => server.close(),
  };
  kit.loadKeys([{}]);
  await keyring.find(ACCOUNT.apiKey)?.passphrase.hash(ACCOUNT.passphrase);
  return kit;
}

/** A projection that throws what `fault` has instead of taking a command in. */
function thatMayFail(projection: Projection, fault: () => unknown): Projection {
  const apply: Projection['apply'] = (sequenced, outcome) => {
    const found = fault();
    if (found !== null) throw found;
    projection.apply(sequenced, outcome);
  };
  const { name, needsReplay } = projection;
  return { name, needsReplay, apply, detached: () => projection.detached?.() };
}

function keyOf(hash: string): KeyringEntry {
  return {
    id: 'ak_1',
    key: ACCOUNT.apiKey,
    uid: ACCOUNT.uid,
    label: '',
    secret: ACCOUNT.secret,
    passphraseHash: hash,
    permission: 'trade',
    ips: [],
    enabled: true,
    createdMs: 0,
    expiresMs: null,
    revokedMs: null,
  };
}

function memorySequencer(knobs: Knobs, apply: (command: Command) => Outcome, sequence: () => number): Sequencer {
  return {
    get sequence() {
      return sequence();
    },
    waiting: 0,
    mostWaiting: 10_000,
    submit: (async (command: Command) => {
      if (knobs.refusal !== null) throw knobs.refusal;
      if (knobs.delay !== null) await knobs.delay;
      return apply(command);
    }) as Sequencer['submit'],
    onDurable: () => undefined,
    onFault: () => undefined,
    onJournalFailure: () => undefined,
    healthy: () => true,
    stop: () => Promise.resolve(),
  };
}
