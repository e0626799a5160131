/**
 * The agents of `outcry start`: their accounts, funded once and on the AI-log allowlist, keys that are drawn
 * at each start and kept nowhere, and their turns over the exchange's own HTTP address.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { runAgents, TRADERS } from '../agents/run-agents.ts';
import type { Keyring } from '../api/front/keys/keyring.ts';
import type { ApiSettings } from '../api/front/limits/settings.ts';
import { createClient } from '../client/client.ts';
import type { AccountId } from '../core/num/units.ts';
import type { State } from '../core/state/state.ts';
import { createRandom } from '../market/random.ts';
import type { Submit } from '../market/submit.ts';
import type { ExchangeTime } from '../time/time.ts';
import { hashPassphrase, LITTLE_COST } from '../store/keys/passphrase.ts';
import type { Store } from '../store/store.ts';
import { openAccount } from './demo-accounts.ts';

/** Above every number that is given out by itself. */
const FIRST_AGENT: AccountId = 10_000_001;
/** The stream an agent draws from, after which comes its own number. */
const STREAM = 7_001;

export interface AgentAccount {
  readonly uid: AccountId;
  readonly name: string;
}

/** The account of each agent and its name. */
export const AGENT_ACCOUNTS: readonly AgentAccount[] = TRADERS.map(({ model }, at) => ({
  uid: FIRST_AGENT + at,
  name: model,
}));

export interface AgentAccountsParts {
  readonly state: State;
  readonly submit: Submit;
  readonly store: Store;
  readonly nowMs: number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Opens those that are missing. Where someone else has one of these numbers there are no agents at all. */
export async function openAgentAccounts(parts: AgentAccountsParts): Promise<readonly AgentAccount[]> {
  const { state, submit, store, nowMs, log } = parts;
  const known = new Map((await store.ask('accountList', null, 0)).map(({ uid, label }) => [uid, label]));
  const taken = AGENT_ACCOUNTS.filter(({ uid, name }) => known.has(uid) && known.get(uid) !== name);
  if (taken.length > 0) {
    log.warn(
      { taken: taken.map(({ uid }) => uid) },
      'accounts of the scripted agents belong to others: there are none',
    );
    return [];
  }
  for (const { uid, name } of AGENT_ACCOUNTS)
    await openAccount({ uid, label: name, reason: 'scripted agent' }, state, submit, store, nowMs);
  return AGENT_ACCOUNTS;
}

export const isScriptedAgent = (uid: AccountId): boolean => AGENT_ACCOUNTS.some((one) => one.uid === uid);

export interface AgentSettings extends Pick<ApiSettings, 'http'> {
  /** Of the market, from which their own is made; null: nobody knows what they draw. */
  readonly seed: string | null;
}

export interface DemoAgentsParts {
  readonly accounts: readonly AgentAccount[];
  readonly keyring: Keyring;
  readonly time: ExchangeTime;
  /** Whether the practice contest takes orders now. */
  readonly isOpen: () => boolean;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
}

/** Starts them beside an exchange that is ready, which waits for nothing. Returns the function that stops them. */
export function beginAgents({ http, seed }: AgentSettings, url: string, parts: DemoAgentsParts): () => Promise<void> {
  // An exchange on all addresses is called by loopback's on this machine.
  const local = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:') + http.basePath;
  const starting = start(local, seed, parts).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'the scripted agents could not be started');
    return () => Promise.resolve();
  });
  return async () => (await starting)();
}

/** Gives them keys and lets them begin. */
async function start(url: string, seed: string | null, parts: DemoAgentsParts): Promise<() => Promise<void>> {
  const { accounts, keyring, time, isOpen, log } = parts;
  const passphrase = randomBytes(16).toString('base64url');
  const passphraseHash = await hashPassphrase(passphrase, LITTLE_COST);
  const keys = accounts.map(({ uid, name }, at) => ({
    uid,
    name,
    key: `agent-${at + 1}`,
    secret: randomBytes(32).toString('base64url'),
  }));
  const kind = { permission: 'trade', ips: [], enabled: true, createdMs: 0, expiresMs: null, revokedMs: null } as const;
  for (const { uid, name, key, secret } of keys)
    keyring.renew([{ ...kind, id: `agent_${uid}`, key, uid, label: name, secret, passphraseHash }]);
  const own = seed === null ? null : createHash('sha256').update(`outcry agents ${seed}`).digest().readUInt32LE();
  return runAgents({
    // Never asked again: the next turn comes anyway, and a stop that waits for one must not wait for a retry.
    clients: keys.map(({ key, secret }) =>
      createClient({ url, apiKey: key, secret, passphrase, retries: 0, nowMs: time.nowMs }),
    ),
    random: (at) => {
      const random = createRandom(own, STREAM, at);
      return (n) => random.below(n);
    },
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    time,
    isOpen,
    onTrouble: (model, error) => log.debug({ err: error, model }, 'a turn of a scripted agent failed'),
  });
}
