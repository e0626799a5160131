/**
 * One request over HTTP, asked again as often as that is safe.
 *
 * A request is asked again when nothing was executed (429, 503), and when no one knows (no answer, 500). Then it is the
 * very same request, byte for byte and with the same timestamp: the exchange carries a signed request out once and
 * answers its copies like the first. A copy is too old after 30 s. From then on only a request that names what it makes
 * (`client_oid`), or only reads, is signed again; for any other it stays unknown, and that is thrown. Equal changes
 * that are all meant are given different timestamps: with the same one the later would be taken for a copy.
 */
import type { ServerClock } from './clock.ts';
import { envelopeOf, NoAnswer, OutcryError } from './errors.ts';
import { type Credentials, signedHeaders } from './sign.ts';
import { Stamps } from './stamps.ts';
import { machine } from '../time/machine.ts';

export interface HttpOptions {
  /** Base URL without a slash at its end. */
  readonly base: string;
  readonly locale: string;
  /** Null: nothing is signed. */
  readonly credentials: (() => Promise<Credentials>) | null;
  readonly fetch: typeof fetch;
  /** How often a request is asked again, at most. */
  readonly retries: number;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** Lets exchange time pass when a rate is used up; by default as long passes of the machine's. */
  readonly passTime: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query: string;
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Asking twice is the same as asking once, however long ago the first time was. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
  /** Undefined: as the client has it. */
  readonly timeoutMs: number | undefined;
}

/** An answer with the headers it came with. */
export interface Answered<Answer> {
  readonly answer: Answer;
  readonly headers: { get(name: string): string | null };
}

/** Copies of a request are refused after 30 s; what is stamped earlier than this is not sent again as it is. */
const COPY_WITHIN_MS = 25_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
/** Told to wait longer than this, the caller hears it and decides. */
const LONGEST_RETRY_AFTER_S = 30;

/** The consequence of an attempt for the next one. */
type Verdict = 'not executed' | 'unknown' | 'stale' | 'final';

export class Http {
  readonly #options: HttpOptions;
  readonly #clock: ServerClock;
  readonly #send: typeof fetch;
  readonly #stamps = new Stamps();

  constructor(options: HttpOptions, clock: ServerClock) {
    this.#options = options;
    this.#clock = clock;
    // Browsers want it called on the window, or on nothing.
    const { fetch: send } = options;
    this.#send = (target, init) => send(target, init);
  }

  /**
   * Throws `OutcryError` when the exchange refuses, `NoAnswer` when it can't be reached or no one knows what became of
   * a write.
   */
  async send(request: HttpRequest): Promise<Answered<unknown>> {
    let stamped: Stamped | null = null;
    let isUnknown = false;
    for (let attempt = 0; ; attempt++) {
      stamped ??= await this.#stamp(request);
      try {
        return await this.#attempt(request, stamped.headers);
      } catch (error) {
        request.signal?.throwIfAborted();
        const verdict = verdictOn(error);
        if (verdict === 'final') throw error;
        isUnknown ||= verdict === 'unknown';
        const isBound = isUnknown && !request.isRepeatable;
        const waitMs = attempt < this.#options.retries ? waitAfter(error, attempt) : null;
        if (waitMs === null || (isBound && (verdict === 'stale' || this.#isOld(stamped, waitMs))))
          throw lastWord(error, request, isUnknown);
        if (verdict === 'stale') await this.#clock.sync();
        else if (isOfRate(error)) await (this.#options.passTime ?? pause)(waitMs, request.signal);
        else await pause(waitMs, request.signal);
        if (!isBound) stamped = null;
      }
    }
  }

  #isOld(stamped: Stamped, waitMs: number): boolean {
    return this.#clock.nowMs() + waitMs - stamped.atMs > COPY_WITHIN_MS;
  }

  async #stamp(request: HttpRequest): Promise<Stamped> {
    const { method, path, query, body, headers: extra } = request;
    const atMs = this.#ownMs(request);
    const headers: Record<string, string> = { locale: this.#options.locale, ...extra };
    if (hasBody(request)) headers['Content-Type'] = 'application/json';
    const { credentials } = this.#options;
    if (credentials !== null)
      Object.assign(
        headers,
        await signedHeaders(await credentials(), { timestamp: String(atMs), method, path, query, body }),
      );
    return { atMs, headers };
  }

  #ownMs({ method, path, query, body }: HttpRequest): number {
    const nowMs = this.#clock.nowMs();
    const isChange = method !== 'GET' && typeof body === 'string';
    return isChange ? this.#stamps.of(`${method} ${path}?${query}\n${body}`, nowMs) : nowMs;
  }

  async #attempt(request: HttpRequest, headers: Record<string, string>): Promise<Answered<unknown>> {
    const { method, path, query, body, signal, timeoutMs = this.#options.timeoutMs } = request;
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await this.#send(`${this.#options.base}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(hasBody(request) ? { body: body as NonNullable<RequestInit['body']> } : {}),
    });
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && !/^(application\/json|text\/plain)/.test(type))
      return { answer: new Uint8Array(await response.arrayBuffer()), headers: response.headers };
    const text = await response.text();
    if (!response.ok) throw new OutcryError(response, envelopeOf(text));
    return { answer: type.startsWith('text/plain') ? text : (JSON.parse(text) as unknown), headers: response.headers };
  }
}

const hasBody = ({ method, body }: HttpRequest): boolean => method === 'POST' || body !== '';

/** The error that is thrown in the end: the refusal, unless a write may have been carried out all the same. */
function lastWord(error: unknown, { method, path }: HttpRequest, isUnknown: boolean): unknown {
  const mayHaveHappened = isUnknown && method !== 'GET';
  if (error instanceof OutcryError && !mayHaveHappened) return error;
  return new NoAnswer(`${method} ${path}`, mayHaveHappened, error);
}

interface Stamped {
  /** Epoch ms of the server. */
  readonly atMs: number;
  readonly headers: Record<string, string>;
}

/** No connection came about, as far as the runtime says why: nothing can have been sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function isNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return NEVER_SENT.includes(String((cause as { readonly code?: unknown } | null)?.code));
}

/** The codes of a timestamp that is off; the second is that of /capi/v3. */
const STALE = ['40008', '-1046'];

const isOfRate = (error: unknown): boolean => error instanceof OutcryError && error.status === 429;

function verdictOn(error: unknown): Verdict {
  if (!(error instanceof OutcryError)) return isNeverSent(error) ? 'not executed' : 'unknown';
  if (isOfRate(error) || (error.status === 503 && error.code === '503')) return 'not executed';
  if (STALE.includes(error.code)) return 'stale';
  // 500 of the exchange, and whatever a proxy says when it lost the connection to it.
  return error.status >= 500 ? 'unknown' : 'final';
}

/** Ms until the next attempt; null: too long to wait for. */
function waitAfter(error: unknown, attempt: number): number | null {
  const told = error instanceof OutcryError ? error.retryAfterSeconds : null;
  if (told !== null && Number.isFinite(told)) return told > LONGEST_RETRY_AFTER_S ? null : told * 1_000;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.8 + 0.4 * Math.random());
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      timer.cancel();
      reject(signal?.reason as Error);
    };
    const timer = machine.after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
