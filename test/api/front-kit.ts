// The HTTP server alone, on a real port, with a real engine behind it but no journal, no store thread and clocks that stand still: for
// tests of the front that need to hold everything in their hands (readiness, budgets, time, refusals, faults).
import { createHash } from 'node:crypto';
import type { ApiDeps } from '../../src/api/deps.ts';
import { createKeyring, type Keyring } from '../../src/api/keyring.ts';
import { createMetrics } from '../../src/api/metrics.ts';
import { createServer, type ServerUrls } from '../../src/api/server.ts';
import { createTickerWindow } from '../../src/api/ticker-window.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Command } from '../../src/core/commands.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/contract-defaults.ts';
import { createEngine } from '../../src/core/engine.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Sequencer } from '../../src/sequencer/sequencer.ts';
import type { KeyringEntry } from '../../src/store/keys.ts';
import { hashPassphrase } from '../../src/store/passphrase.ts';
import { type Answer, type RawRequest, sendRaw, SYMBOL, type TestAccount } from './kit.ts';

/** What a test may turn. */
export interface Knobs {
  ready: boolean;
  reason: string;
  nowMs: number;
  monotonicMs: number;
  /** Thrown by the next submit instead of executing. */
  refusal: unknown;
  /** Thrown by every question to the store. */
  storeFault: unknown;
}

export interface FrontKit {
  readonly knobs: Knobs;
  readonly urls: ServerUrls;
  readonly keyring: Keyring;
  readonly logged: unknown[];
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
): Promise<FrontKit> {
  const base = readConfig(['--port', '0', '--no-market', '--data', '/nonexistent', '--log-level', 'silent', ...flags], {});
  const knobs: Knobs = {
    ready: true,
    reason: '',
    nowMs: 1_767_258_000_000,
    monotonicMs: 5_000_000,
    refusal: null,
    storeFault: null,
  };
  const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
  const ticker = createTickerWindow();
  let sequence = 0;
  const apply = (command: Command): Outcome => {
    const sequenced = { sequence: ++sequence, timeMs: knobs.nowMs, command };
    const outcome = engine.apply(sequenced);
    ticker.onEvent(sequenced, outcome);
    return outcome;
  };
  const logged: unknown[] = [];
  const note = (fields: unknown): void => void logged.push(fields);
  const keyring = createKeyring();
  const hash = await passphraseHash;
  const deps: ApiDeps = {
    config: { ...base, ...change(base) },
    engine,
    sequencer: memorySequencer(knobs, apply, () => sequence),
    clock: { nowMs: () => knobs.nowMs },
    store: {
      ask: (question) =>
        knobs.storeFault !== null
          ? Promise.reject(knobs.storeFault)
          : question === 'payloadVolume'
            ? Promise.resolve(0 as never)
            : Promise.resolve(null as never),
      announceDurable: () => undefined,
      projected: () => sequence,
      stop: () => Promise.resolve(),
    },
    keyring,
    ticker,
    metrics: createMetrics(),
    log: { error: note, warn: note, info: note } as ApiDeps['log'],
    readiness: () => ({ ready: knobs.ready, reason: knobs.reason }),
    adminToken: 'test-token',
    nowMs: () => knobs.nowMs,
    monotonicMs: () => knobs.monotonicMs,
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
    send: (request) => sendRaw(urls.url, request),
    apply,
    loadKeys: (keys) => keyring.load(keys.map((key) => ({ ...keyOf(hash), ...key }))),
    close: () => server.close(),
  };
  kit.loadKeys([{}]);
  await keyring.find(ACCOUNT.apiKey)?.passphraseMatches(ACCOUNT.passphrase);
  return kit;
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
    submit: (async (command: Command) => {
      if (knobs.refusal !== null) throw knobs.refusal;
      return apply(command);
    }) as Sequencer['submit'],
    onApplied: () => undefined,
    onDurable: () => undefined,
    onFault: () => undefined,
    onJournalFailure: () => undefined,
    healthy: () => true,
    stop: () => Promise.resolve(),
  };
}
