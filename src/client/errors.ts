/**
 * Errors a caller can get: the exchange said no (`OutcryError`), or nothing that could be understood came back
 * (`NoAnswer`), and then it matters whether the request may have been carried out all the same.
 */

/** The fields of the error envelope. */
type Envelope = Partial<Record<'msg' | 'hint' | 'token', string>> & { readonly code?: string | number };

/** An answer apart from its body. */
interface Told {
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
}

/** The server's refusal: the envelope's fields, the HTTP status, and when to try again. */
export class OutcryError extends Error {
  readonly status: number;
  /** As text in both dialects: `40015`; of /capi/v3 `-1054`. */
  readonly code: string;
  readonly hint: string | null;
  readonly token: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(told: Told, envelope: Envelope) {
    const { code = String(told.status), msg = told.statusText, hint, token } = envelope;
    super(hint === undefined ? `${code} ${msg}` : `${code} ${msg} (${hint})`);
    this.name = 'OutcryError';
    this.status = told.status;
    this.code = String(code);
    this.hint = hint ?? null;
    this.token = token ?? null;
    this.requestId = told.headers.get('X-Request-Id');
    const after = told.headers.get('Retry-After');
    this.retryAfterSeconds = after === null ? null : Number(after);
  }

  /** The refusal in a message of a socket, which has no status of its own. */
  static of({ code, headers = {}, ...rest }: Readonly<Record<string, unknown>>): OutcryError {
    const own = code === '429' || code === '500' || code === '503' ? Number(code) : code === '40022' ? 403 : 400;
    const told = { status: own, statusText: '', headers: new Headers(headers as Record<string, string>) };
    return new OutcryError(told, { ...rest, code } as Envelope);
  }
}

/**
 * No answer, after all attempts. `mayHaveHappened` is true when a write may have been carried out: read what became of
 * it (an order by its `client_oid`) before it is asked for again under another name.
 */
export class NoAnswer extends Error {
  readonly mayHaveHappened: boolean;

  constructor(what: string, mayHaveHappened: boolean, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${what}: no answer${mayHaveHappened ? ', it may have been carried out' : ''} (${reason})`, { cause });
    this.name = 'NoAnswer';
    this.mayHaveHappened = mayHaveHappened;
  }
}

/** The error envelope, or nothing when the answer is not from the exchange itself. */
export function envelopeOf(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
