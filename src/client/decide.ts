/**
 * A decision and its order in one call: the log goes first, and the order's `client_oid` is the log's hash, so that the
 * order itself commits to the very bytes that were uploaded. That is the link of grade A; with the beacon quoted it is
 * evidence level 3 (docs/evidence.md).
 */
import type { Calls, CallOptions, Operations } from './operations.ts';
import { NoAnswer, OutcryError } from './errors.ts';
import type { Requests } from './wire/index.ts';

/** An AI log without the id of its order, which does not exist yet; or its exact text or bytes. */
export type DecisionLog = Omit<Requests['uploadAiLog'], 'orderId'> | string | Uint8Array;

/** An order without its `client_oid`, which is the log's hash. */
export type DecidedOrder = Omit<Requests['placeOrder'], 'client_oid'>;

/** The log that was uploaded. */
export interface DecisionMade {
  /** Exactly as uploaded and hashed: keep it, and give it to `decide` to try again. */
  readonly body: string | Uint8Array;
  /** SHA-256, hex. */
  readonly bodySha256: string;
  readonly clientOid: string;
  /** The id of the log: its place in the published log. Null while it isn't known to be stored. */
  readonly logIndex: number | null;
  /** Such as `NO_DECISION`; most mean that the log doesn't say what the order does. */
  readonly warnings: readonly string[];
}

export interface Decided extends DecisionMade {
  readonly logIndex: number;
  readonly orderId: string;
  /** An earlier request with the same body placed the order, an earlier call of yours or the first try of this one. */
  readonly isRepeat: boolean;
}

/**
 * The decision was not carried out. At `log` nothing was placed. At `order` the log is stored and stays; a log
 * whose order never came takes no grade from any other order.
 */
export class DecisionFailed extends Error {
  readonly at: 'log' | 'order';
  readonly decision: DecisionMade;
  /** The order may have been placed: `decide(decision.body, order)` finds out, and places it once at most. */
  readonly mayHaveHappened: boolean;

  constructor(at: 'log' | 'order', decision: DecisionMade, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(at === 'log' ? `nothing was placed: ${reason}` : `logged as ${decision.logIndex}, not placed: ${reason}`, {
      cause,
    });
    this.name = 'DecisionFailed';
    this.at = at;
    this.decision = decision;
    const isKnown = cause instanceof OutcryError || (cause instanceof NoAnswer && !cause.mayHaveHappened);
    this.mayHaveHappened = at === 'order' && !isKnown;
  }
}

type Calling = Calls & Pick<Operations, 'aiBeacon'>;

/**
 * Uploads the log, then places the order under the log's hash. A log that is given as an object quotes the newest
 * beacon as `input.beacon`, unless it has one of its own; text and bytes go out as they are. The same bytes are one
 * decision: asked again with them, nothing is stored or placed twice.
 * @throws DecisionFailed OutcryError or NoAnswer in its `cause`; the beacon's own error when it can't be read
 */
export async function decide(
  client: Calling,
  log: DecisionLog,
  order: DecidedOrder,
  options: CallOptions = {},
): Promise<Decided> {
  if ('client_oid' in order)
    throw new TypeError('the order has a client_oid of its own; decide makes it of the log: leave it out');
  const body = typeof log === 'string' || log instanceof Uint8Array ? log : await textOf(client, log, options);
  const bodySha256 = await sha256(body);
  const clientOid = `ai1-${bodySha256.slice(0, 32)}`;
  const unknown = { body, bodySha256, clientOid, logIndex: null, warnings: [] };
  const stored = await client.call('uploadAiLog', body, options).catch((error: unknown) => {
    throw new DecisionFailed('log', unknown, error);
  });
  const { headers } = stored;
  const logIndex = Number(headers.get('AI-LOG-INDEX'));
  const warnings = (headers.get('AI-LOG-WARNINGS') ?? '').split(',').filter((one) => one !== '');
  const made = { body, bodySha256, clientOid, logIndex, warnings };
  const placed = await client
    .call('placeOrder', { ...order, client_oid: clientOid }, options)
    .catch((error: unknown) => {
      throw new DecisionFailed('order', made, error);
    });
  const isRepeat = placed.headers.get('Idempotent-Replay') === 'true';
  return { ...made, orderId: placed.answer.order_id, isRepeat };
}

async function textOf(client: Calling, log: Exclude<DecisionLog, string | Uint8Array>, options: CallOptions) {
  const { beacon = await client.aiBeacon({}, options) } = log.input as { readonly beacon?: unknown };
  return JSON.stringify({ ...log, input: { ...log.input, beacon } });
}

async function sha256(body: string | Uint8Array): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((one) => one.toString(16).padStart(2, '0')).join('');
}
