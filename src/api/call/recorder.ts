/**
 * Requests as the front hands them to the recorder of a rehearsal (REH-12). Outside of a rehearsal there is no
 * recorder, and nothing of this is computed. A row never holds a secret, a passphrase, a signature or a body.
 */
import type { IncomingMessage } from 'node:http';

/** Used and allowed weight of a budget, as the answer's headers say. */
export type BudgetUse = readonly [used: number, limit: number];

/** One request and its answer; what is not there is null, false or empty. */
export interface RequestRow {
  /** The exchange's time, ms. */
  readonly at: number;
  /** Its sender; proven by a signature, or only claimed by a key. Null: nobody's, as of public reads. */
  readonly uid: number | null;
  readonly proven: boolean;
  readonly op: string;
  /** GET, POST, DELETE; WS for order entry over a socket, PASS for an action of a sealed pass. */
  readonly method: string;
  readonly target: string;
  /** Of HTTP; 0: the caller had left before the answer. */
  readonly status: number;
  readonly code: string | null;
  readonly token: string | null;
  /** Of a refused parameter. */
  readonly field: string | null;
  /** Of an unknown path: what may have been meant. */
  readonly meant: string | null;
  readonly oid: string | null;
  /** The contract, and its mark price when the request was carried out, USDT. */
  readonly symbol: string | null;
  readonly mark: number | null;
  /** Middle between its best bid and ask then, USDT; null: one side was empty. */
  readonly middle: number | null;
  readonly weight: number;
  readonly ip: BudgetUse | null;
  readonly used: BudgetUse | null;
  /** Budget or rate that refused it, and the seconds it was told to wait. */
  readonly scope: string | null;
  readonly retryAfter: number | null;
  /** A fault of the rehearsal's: its name, and by how much it held the answer up, ms. */
  readonly fault: string | null;
  readonly delay: number;
  readonly ignored: readonly string[];
  /** Fields sent as numbers where text is exact. */
  readonly numbers: readonly string[];
  /** Its timestamp less the exchange's time, ms. */
  readonly skew: number | null;
  /** Why its signature was refused. */
  readonly cause: string | null;
  /** Of the body sent, and of the answer. */
  readonly sent: number;
  readonly bytes: number;
  /** Machine time until the answer, ms. */
  readonly took: number;
  /** Tells requests that ask for the same, apart from their client order ids; and reads with the same answer. */
  readonly same: string | null;
  readonly answer: string | null;
  /** Rows refused inside of an answer that says 200. */
  readonly refused: number;
  /** Answered as an earlier one was, and not carried out again. */
  readonly replayed: boolean;
}

/** A WebSocket's life. `lost`: a message was kept from it by a fault of the rehearsal's. */
export interface SocketRow {
  readonly at: number;
  readonly uid: number | null;
  readonly event: 'open' | 'subscribe' | 'close' | 'lost';
  readonly side: 'public' | 'private';
  readonly channel: string | null;
  /** With which it ended. */
  readonly code: number | null;
}

export interface Recorder {
  /** @param raw of the connection it came over */
  request(row: RequestRow, raw: IncomingMessage): void;
  socket(row: SocketRow, raw: IncomingMessage): void;
}

/** Findings about a request on its way through the front. */
export interface Trace {
  code: string | null;
  token: string | null;
  field: string | null;
  meant: string | null;
  oid: string | null;
  symbol: string | null;
  mark: number | null;
  middle: number | null;
  fault: string | null;
  delay: number;
  ignored: readonly string[];
  numbers: readonly string[];
  cause: string | null;
  same: string | null;
  refused: number;
}

export function newTrace(): Trace {
  return {
    code: null,
    token: null,
    field: null,
    meant: null,
    oid: null,
    symbol: null,
    mark: null,
    middle: null,
    fault: null,
    delay: 0,
    ignored: [],
    numbers: [],
    cause: null,
    same: null,
    refused: 0,
  };
}
