/**
 * The client: every operation of the exchange as a method under its own name, typed by the routes (`wire/`), signed,
 * asked again where that is safe; and the streams of market and account. No dependencies; runs in Node and in browsers,
 * on their fetch, WebCrypto and WebSocket.
 */
import { ServerClock } from './clock.ts';
import type { Decided, DecidedOrder, DecisionLog } from './decide.ts';
import { type Answered, Http } from './http.ts';
import { AccountStream } from './live/account-stream.ts';
import { Connection, type Message, type SocketConstructor } from './live/connection.ts';
import { MarketStream } from './live/market-stream.ts';
import { isNamed, isNamedInV3 } from './named.ts';
import type { SignLog } from './log-key.ts';
import type { Calls, CallOptions, ListOperation, Operations } from './operations.ts';
import { type Credentials, importSecret, sign } from './sign.ts';
import { Stamps } from './stamps.ts';
import { type Answers, type Operation, OPERATIONS, type Requests } from './wire/index.ts';
import { machine } from '../time/machine.ts';

export interface ClientOptions extends Partial<Credentials> {
  /** Base URL, such as `http://127.0.0.1:8080`; may carry a path prefix. */
  readonly url: string;
  /** Language of messages: `en-US` (default) or `zh-CN`. */
  readonly locale?: string;
  /** This machine's clock, epoch ms. */
  readonly nowMs?: () => number;
  readonly fetch?: typeof fetch;
  /** The platform's own unless given; the one of the package `ws` fits. */
  readonly WebSocket?: SocketConstructor;
  /** How often a request is asked again at most, where that is safe; default 4, 0: never. */
  readonly retries?: number;
  /** How long one attempt may take; default 10 000. */
  readonly timeoutMs?: number;
  /** Signs every AI log that is uploaded: the private key of your team, 32 bytes of Ed25519 as base64. */
  readonly logKey?: string;
  /** Lets so much of the exchange's time pass when a rate is used up; default: waits as long. */
  readonly passTime?: (ms: number) => Promise<void>;
}

/** A value of a parameter; null and undefined: not given. */
type Scalar = string | number | boolean | null | undefined;
type Query = Readonly<Record<string, Scalar>>;

export interface Client extends Operations, Calls {
  /** The pages of a list, each asked for when it is wanted. */
  pages<Name extends ListOperation>(name: Name, query?: Omit<Requests[Name], 'cursor'>): AsyncGenerator<Answers[Name]>;
  /** Any GET, for what this client does not know yet. */
  get<Answer>(path: string, query?: Query, options?: CallOptions): Promise<Answered<Answer>>;
  /** Any POST; a string or bytes are sent as they are. */
  post<Answer>(path: string, body: object | string | Uint8Array, options?: CallOptions): Promise<Answered<Answer>>;
  /** Any DELETE, which `/capi/v3` has; its parameters in the query, or in a body where the operation wants that. */
  delete<Answer>(path: string, query?: Query, options?: CallOptions & { body?: object }): Promise<Answered<Answer>>;
  /**
   * Uploads a decision, then places its order bound to it by hash (grade A). The same bytes are one decision: with them
   * it may be asked again, and nothing happens twice.
   * @throws DecisionFailed with what had happened by then
   */
  decide(log: DecisionLog, order: DecidedOrder, options?: CallOptions): Promise<Decided>;
  /** The public channels over their own socket, which is opened when the first is listened to. */
  market(): MarketStream;
  /** The account of the key as it is now, over its own socket, opened at once; takes orders too. */
  account(): AccountStream;
  /** The server's time; requests are stamped with it. Measured when the exchange says that a stamp is off. */
  readonly clock: ServerClock;
}

interface Where {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly isFile?: boolean;
}

const LOG_KEY = /^[A-Za-z0-9+/]{43}=$/;
const PUBLIC_PATH = '/v2/ws/public';
const PRIVATE_PATH = '/v2/ws/private';
const RETRIES = 4;
const TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 600_000;

export function createClient(options: ClientOptions): Client {
  const {
    locale = 'en-US',
    nowMs = machine.wallMs,
    fetch: send = fetch,
    retries = RETRIES,
    timeoutMs = TIMEOUT_MS,
  } = options;
  const clock = new ServerClock(nowMs, async () => (await client.marketTime()).timestamp);
  const base = options.url.replace(/\/+$/, '');
  const credentials = credentialsOf(options);
  const { passTime } = options;
  const http = new Http({ base, locale, credentials, fetch: send, retries, timeoutMs, passTime }, clock);

  const sender = senderOf(http, options.logKey === undefined ? null : signerOf(options.logKey));
  const { get, post } = sender;
  const call = (name: Operation, input?: object | string, given?: CallOptions): Promise<Answered<never>> => {
    const { method, path, isFile } = OPERATIONS[name] as Where;
    const how = isFile === true ? { timeoutMs: Math.max(timeoutMs, FILE_TIMEOUT_MS), ...given } : given;
    return method === 'GET' ? get(path, input as Query | undefined, how) : post(path, input ?? {}, how);
  };
  async function* pages(name: ListOperation, query: object = {}): AsyncGenerator<never> {
    for (let cursor: string | null = null; ; ) {
      const { answer, headers } = await call(name, cursor === null ? query : { ...query, cursor });
      yield answer;
      cursor = headers.get('X-Next-Cursor');
      if (cursor === null) return;
    }
  }
  const operations = Object.fromEntries(
    Object.keys(OPERATIONS).map((name) => [
      name,
      async (input?: object | string, options?: CallOptions) => (await call(name as Operation, input, options)).answer,
    ]),
  );
  // A login lets in once: each has a timestamp of its own.
  const logins = new Stamps();
  const connect = (path: string, login: (() => Promise<Message>) | null): Connection => {
    const { WebSocket = (globalThis as { WebSocket?: SocketConstructor }).WebSocket } = options;
    if (WebSocket === undefined) throw new Error('this platform has no WebSocket: give createClient one');
    return new Connection({ url: base.replace(/^http/, 'ws') + path, WebSocket, login, syncClock: () => clock.sync() });
  };
  const market = (): MarketStream => new MarketStream(connect(PUBLIC_PATH, null), client);
  const account = (): AccountStream => {
    if (credentials === null) throw new Error('an account needs apiKey, secret and passphrase');
    return new AccountStream(
      connect(PRIVATE_PATH, () => loginMessage(credentials, clock, logins)),
      client,
    );
  };
  const own = { call, pages, ...sender, market, account, clock };
  const client = {
    ...operations,
    ...own,
    // Loaded with the first decision: a page that only reads carries none of it.
    decide: async (log: DecisionLog, order: DecidedOrder, how?: CallOptions) =>
      (await import('./decide.ts')).decide(client, log, order, how),
  } as unknown as Client;
  return client;
}

/** Loaded with the first log: a page that signs none carries none of it. */
function signerOf(key: string): SignLog {
  if (!LOG_KEY.test(key))
    throw new TypeError('a key for AI logs is 32 bytes as base64, as `outcry ailog key` makes it');
  let loaded: Promise<SignLog> | null = null;
  return async (body) => (await (loaded ??= import('./log-key.ts').then(({ logSigner }) => logSigner(key))))(body);
}

/** Any request, by method. */
function senderOf(http: Http, signLog: SignLog | null): Pick<Client, 'get' | 'post' | 'delete'> {
  return {
    get: async (path, query = {}, { headers = {}, signal, timeoutMs } = {}) =>
      (await http.send({
        method: 'GET',
        path,
        query: queryText(query),
        body: '',
        headers,
        isRepeatable: true,
        signal,
        timeoutMs,
      })) as Answered<never>,
    post: async (path, given, { headers: more = {}, signal, timeoutMs } = {}) => {
      const body = typeof given === 'string' || given instanceof Uint8Array ? given : JSON.stringify(given);
      const signature = signLog !== null && isUpload(path) ? { 'AI-LOG-SIGNATURE': await signLog(body) } : {};
      return (await http.send({
        method: 'POST',
        path,
        query: '',
        body,
        headers: { ...signature, ...more },
        isRepeatable: isRepeatable(path, given),
        signal,
        timeoutMs,
      })) as Answered<never>;
    },
    delete: async (path, query = {}, { headers = {}, signal, timeoutMs, body } = {}) =>
      (await http.send({
        method: 'DELETE',
        path,
        query: queryText(query),
        body: body === undefined ? '' : JSON.stringify(body),
        headers,
        isRepeatable: false,
        signal,
        timeoutMs,
      })) as Answered<never>,
  };
}

/** A key that is given in full. Its secret becomes, once, a key that can't be read out again; only that is kept. */
function credentialsOf({ apiKey, secret, passphrase }: Partial<Credentials>): (() => Promise<Credentials>) | null {
  if (apiKey === undefined || secret === undefined || passphrase === undefined) return null;
  let kept: Promise<Credentials> | null = null;
  const keep = async (): Promise<Credentials> => ({
    apiKey,
    secret: typeof secret === 'string' ? await importSecret(secret) : secret,
    passphrase,
  });
  return () => (kept ??= keep());
}

/** The message that opens the private socket; signed are timestamp and path. */
async function loginMessage(
  credentials: () => Promise<Credentials>,
  clock: ServerClock,
  logins: Stamps,
): Promise<Message> {
  const { apiKey, secret, passphrase } = await credentials();
  const timestamp = String(logins.of(PRIVATE_PATH, clock.nowMs()));
  const toSign = { timestamp, method: '', path: PRIVATE_PATH, query: '', body: '' } as const;
  return { event: 'login', apiKey, passphrase, timestamp, sign: await sign(secret, toSign) };
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  return parameters.toString();
}

const isOfV3 = (path: string): boolean => path.startsWith('/capi/v3/');

const isUpload = (path: string): boolean =>
  path === OPERATIONS.uploadAiLog.path || (isOfV3(path) && path.endsWith('/uploadAiLog'));

/**
 * A body that names what it makes, so that the exchange knows it again; AI logs are known by their bytes, and a pass by
 * its barrier.
 */
function isRepeatable(path: string, body: object | string | Uint8Array): boolean {
  if (isUpload(path) || path.startsWith('/capi/v2/rehearsal/')) return true;
  return typeof body !== 'string' && !(body instanceof Uint8Array) && (isOfV3(path) ? isNamedInV3 : isNamed)(body);
}
