/** A client as the environment says: which exchange, and with which key. */
import { type Client, type ClientOptions, createClient } from './client.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_URL = 'http://127.0.0.1:8080';
const OF_THE_KEY = { apiKey: 'OUTCRY_KEY', secret: 'OUTCRY_SECRET', passphrase: 'OUTCRY_PASSPHRASE' } as const;

const LOG_KEY = 'OUTCRY_LOG_KEY';

/**
 * A client from `OUTCRY_URL` (else an exchange on this machine), `OUTCRY_KEY`, `OUTCRY_SECRET` and
 * `OUTCRY_PASSPHRASE`; without any of these three it signs nothing. With `OUTCRY_LOG_KEY` it signs
 * AI logs for the team. `options` go before them.
 * @throws Error when a part of a key is missing, or the URL is none; it names the variable and no value
 */
export function createClientFromEnv(options: Partial<ClientOptions> = {}, env: Environment = ownEnvironment()): Client {
  const url = options.url ?? (env['OUTCRY_URL'] || DEFAULT_URL);
  if (!/^https?:\/\/[^/]/.test(url)) throw new Error('OUTCRY_URL is not an address such as http://127.0.0.1:8080');
  const missing = Object.values(OF_THE_KEY).filter((name) => !env[name]);
  const logKey = env[LOG_KEY];
  const signing = logKey ? { logKey } : {};
  if (options.apiKey !== undefined || missing.length === Object.keys(OF_THE_KEY).length)
    return createClient({ ...signing, ...options, url });
  if (missing.length > 0) throw new Error(`a key has three parts, and not set is ${missing.join(', ')}`);
  const key = Object.fromEntries(Object.entries(OF_THE_KEY).map(([part, name]) => [part, env[name]]));
  return createClient({ ...signing, ...key, ...options, url });
}

/** Of the process; a page has none. */
function ownEnvironment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {};
}
