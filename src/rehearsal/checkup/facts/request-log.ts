/**
 * The requests of a rehearsal, written down as they are answered (REH-12): `requests.jsonl` in its data folder, one
 * JSON object a line, numbered from 1 in the order of answers.
 *
 * Bounded: at half of its bound the file becomes `requests-before.jsonl` in place of the one of that name, so the
 * oldest half goes. It is written behind the answers, nothing waits for it, and a killed rehearsal loses the last
 * moment of it; a line torn by that is cut off at the next start. A disk that refuses it costs rows, which are counted,
 * and nothing else.
 */
import { closeSync, createReadStream, existsSync, fstatSync, openSync, readSync, truncateSync } from 'node:fs';
import { appendFile, rename } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Recorder, RequestRow, SocketRow } from '../../../api/call/recorder.ts';
import { machine } from '../../../time/machine.ts';

/** Bytes of both files together. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** Rows are gathered for so long, ms, or until they are so many characters. */
const GATHER_MS = 100;
const GATHER_CHARACTERS = 256 * 1024;
const LONGEST_LINE = 64 * 1024;

interface Written {
  readonly n: number;
  /** Machine's time, ms since the epoch. */
  readonly wall: number;
  /** Number of the connection it came over. */
  readonly conn: number;
}

export type Request = RequestRow &
  Written & {
    /** A change that seems to have come while the one before it, of the same moment, was on its way. */
    readonly beside: boolean;
  };
export type SocketEvent = SocketRow & Written;

/** Rows on file. */
export interface KnownRequests {
  readonly requests: readonly Request[];
  readonly sockets: readonly SocketEvent[];
  /** Nobody's, of which any may be the account's. */
  readonly unsigned: { readonly requests: readonly Request[]; readonly sockets: readonly SocketEvent[] };
  /** Rows were dropped before the first of these. */
  readonly isCut: boolean;
  /** Rows that the disk refused. */
  readonly lost: number;
}

/** As a row is when a field is not written. */
const USUAL: Partial<Request> = {
  status: 0,
  uid: null,
  proven: false,
  code: null,
  token: null,
  field: null,
  meant: null,
  oid: null,
  symbol: null,
  mark: null,
  middle: null,
  weight: 0,
  ip: null,
  used: null,
  scope: null,
  retryAfter: null,
  fault: null,
  delay: 0,
  ignored: [],
  numbers: [],
  skew: null,
  cause: null,
  sent: 0,
  bytes: 0,
  took: 0,
  same: null,
  answer: null,
  refused: 0,
  replayed: false,
  beside: false,
};
const USUAL_OF_SOCKET: Partial<SocketRow> = { uid: null, channel: null, code: null };

/** Fields that say nothing are left out. */
function lineOf(row: object): string {
  return `${JSON.stringify(row, (_, value: unknown) =>
    value === null || value === false || value === 0 || (Array.isArray(value) && value.length === 0)
      ? undefined
      : value,
  )}\n`;
}

export class RequestLog implements Recorder {
  readonly #path: string;
  readonly #before: string;
  readonly #halfBytes: number;
  readonly #connections = new WeakMap<object, number>();
  #lastConnection = 0;
  #lastNumber: number;
  #bytes: number;
  #gathered: string[] = [];
  #characters = 0;
  #writing: Promise<void> | null = null;
  #isDue = false;
  #lost = 0;
  /** The last change of each account: its time, and the connection that it came over. */
  readonly #changes = new Map<number, { readonly at: number; readonly socket: Socket }>();

  /** Goes on in the files of a data folder, or makes them. @throws Error of the disk */
  constructor(folder: string, mostBytes = MOST_BYTES) {
    this.#path = join(folder, 'requests.jsonl');
    this.#before = join(folder, 'requests-before.jsonl');
    this.#halfBytes = mostBytes / 2;
    this.#bytes = cutTorn(this.#path);
    const [last] = [this.#path, this.#before].flatMap((path) => lastRowOf(path) ?? []);
    this.#lastNumber = last?.n ?? 0;
    this.#lastConnection = last?.conn ?? 0;
  }

  request(row: RequestRow, raw: IncomingMessage): void {
    this.#add({ ...this.#written(raw), ...row, beside: this.#isBeside(row, raw) });
  }

  socket(row: SocketRow, raw: IncomingMessage): void {
    this.#add({ ...this.#written(raw), ...row });
  }

  /** Resolves when all that was noted is in the file. */
  async flush(): Promise<void> {
    while (this.#gathered.length > 0 || this.#writing !== null) await (this.#writing ?? this.#write());
  }

  /**
   * The newest requests of an account, and what happens to its sockets, oldest first. What nobody signed belongs to who
   * signed on the same connection; and to the only one who ever signed, where there is but one.
   * @param most of each list
   */
  async read(uid: number, sinceMs: number, most: number): Promise<KnownRequests> {
    await this.flush();
    const requests: Request[] = [];
    const sockets: SocketEvent[] = [];
    const owners = new Map<number, number>();
    let first: number | null = null;
    let isCut = false;
    const keep = <Row>(list: Row[], row: Row): void => {
      list.push(row);
      if (list.length < 2 * most) return;
      list.splice(0, most);
      isCut = true;
    };
    for await (const row of this.#rows()) {
      first ??= row.n;
      if ('op' in row && row.uid !== null && row.proven) owners.set(row.conn, row.uid);
      if (row.at < sinceMs || (row.uid !== null && row.uid !== uid)) continue;
      if ('op' in row) keep(requests, row);
      else keep(sockets, row);
    }
    const [only, ...others] = new Set(owners.values());
    const anybody = others.length === 0 ? only : undefined;
    const ownerOf = (row: Written & { readonly uid: number | null }): number | undefined =>
      row.uid ?? owners.get(row.conn) ?? anybody;
    const newest = <Row extends Written & { readonly uid: number | null }>(
      rows: readonly Row[],
      of: number | undefined,
    ) => rows.filter((row) => ownerOf(row) === of).slice(-most);
    return {
      requests: newest(requests, uid),
      sockets: newest(sockets, uid),
      unsigned: { requests: newest(requests, undefined), sockets: newest(sockets, undefined) },
      isCut: isCut || (first ?? 1) > 1,
      lost: this.#lost,
    };
  }

  /** Accounts that signed one of the requests on file, the least first. */
  async accounts(): Promise<readonly number[]> {
    await this.flush();
    const found = new Set<number>();
    for await (const row of this.#rows()) if ('op' in row && row.uid !== null && row.proven) found.add(row.uid);
    return [...found].toSorted((one, other) => one - other);
  }

  /**
   * A bot that waits for an answer before its next request asks over the same connection, or has closed that. Actions
   * of a pass are one request, and what an agent does about its turn is none.
   */
  #isBeside({ uid, proven, method, op, at }: RequestRow, { socket }: IncomingMessage): boolean {
    if (uid === null || !proven || method === 'GET' || method === 'PASS' || op.startsWith('rehearsal')) return false;
    const before = this.#changes.get(uid);
    this.#changes.set(uid, { at, socket });
    return before?.at === at && before.socket !== socket && !before.socket.destroyed;
  }

  #written({ socket }: IncomingMessage): Written {
    let conn = this.#connections.get(socket);
    if (conn === undefined) this.#connections.set(socket, (conn = ++this.#lastConnection));
    return { n: ++this.#lastNumber, wall: machine.wallMs(), conn };
  }

  #add(row: object): void {
    const line = lineOf(row);
    this.#gathered.push(line);
    this.#characters += line.length;
    if (this.#writing !== null) return;
    if (this.#characters >= GATHER_CHARACTERS) void this.#write();
    else if (!this.#isDue) {
      this.#isDue = true;
      machine
        .after(GATHER_MS, () => {
          this.#isDue = false;
          if (this.#writing === null) void this.#write();
        })
        .unref();
    }
  }

  #write(): Promise<void> {
    this.#writing = this.#writeAll().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#gathered.length > 0) {
      const lines = this.#gathered;
      this.#gathered = [];
      this.#characters = 0;
      const text = Buffer.from(lines.join(''));
      try {
        if (this.#bytes > 0 && this.#bytes + text.length > this.#halfBytes) {
          await rename(this.#path, this.#before);
          this.#bytes = 0;
        }
        await appendFile(this.#path, text, { mode: 0o600 });
        this.#bytes += text.length;
      } catch {
        this.#lost += lines.length;
      }
    }
  }

  async *#rows(): AsyncGenerator<Request | SocketEvent> {
    for (const path of [this.#before, this.#path]) {
      if (!existsSync(path)) continue;
      for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
        const row = parsedRow(line);
        if (row !== null) yield row;
      }
    }
  }
}

/** Null: a line that a disk cut in the middle. */
function parsedRow(line: string): Request | SocketEvent | null {
  try {
    const row = JSON.parse(line) as Request | SocketEvent;
    return { ...('op' in row ? USUAL : USUAL_OF_SOCKET), ...row };
  } catch {
    return null;
  }
}

/** The end of a file, as long as a line ever is; with its bytes. */
function endOf(path: string): { readonly text: Buffer; readonly size: number } {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const text = Buffer.alloc(Math.min(size, LONGEST_LINE));
    readSync(file, text, 0, text.length, size - text.length);
    return { text, size };
  } finally {
    closeSync(file);
  }
}

/** Cuts off what follows the last whole line; the bytes that stay. */
function cutTorn(path: string): number {
  if (!existsSync(path)) return 0;
  const { text, size } = endOf(path);
  const end = size - text.length + text.lastIndexOf('\n') + 1;
  if (end < size) truncateSync(path, end);
  return end;
}

function lastRowOf(path: string): Request | SocketEvent | null {
  if (!existsSync(path)) return null;
  const { text } = endOf(path);
  const start = text.lastIndexOf('\n', text.length - 2) + 1;
  return parsedRow(text.subarray(start, text.length - 1).toString());
}
