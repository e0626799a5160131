/**
 * Asks etcd over its own HTTP door (the gateway that every member has), which needs nothing but Node. One question goes
 * to one member; the next attempt goes to the next. Whatever keeps a member from answering is `OrderUnreachable`: what
 * was asked may have been done.
 */
import http from 'node:http';
import https from 'node:https';
import { OrderUnreachable } from '../nodes/shared-order.ts';

/** How members let this program in. */
export interface EtcdAccess {
  /** Certificates, as PEM: who vouches for the members, and those of this side; null: nothing is encrypted. */
  readonly tls?: { readonly ca: string; readonly cert?: string; readonly key?: string } | null;
  /** Null: the members ask for no user. */
  readonly user?: { readonly name: string; readonly password: string } | null;
}

/** A part of an answer; whole numbers of 64 bits are texts. */
export interface Answer {
  readonly header?: { readonly revision?: string; readonly cluster_id?: string; readonly member_id?: string };
  readonly succeeded?: boolean;
  readonly responses?: readonly { readonly response_range?: Range }[];
  readonly kvs?: Range['kvs'];
  readonly ID?: string;
  readonly TTL?: string;
  readonly result?: Watched & { readonly TTL?: string };
  readonly error?: unknown;
  readonly message?: string;
  /** Its version, of a member that was asked for it. */
  readonly etcdserver?: string;
  /** Of a user, for the questions after it. */
  readonly token?: string;
  /** Of a member that was asked how it is. */
  readonly leader?: string;
  readonly dbSize?: string;
  readonly dbSizeInUse?: string;
  readonly dbSizeQuota?: string;
  /** Its alarms, in words. */
  readonly errors?: readonly string[];
}

export interface Range {
  readonly kvs?: readonly KeyValue[];
}

export interface KeyValue {
  readonly key: string;
  readonly value?: string;
  readonly version?: string;
  readonly create_revision?: string;
  readonly mod_revision?: string;
  readonly lease?: string;
}

export interface Watched {
  readonly header?: Answer['header'];
  readonly created?: boolean;
  readonly canceled?: boolean;
  readonly compact_revision?: string;
  readonly cancel_reason?: string;
  readonly events?: readonly { readonly type?: string; readonly kv: KeyValue }[];
}

/** The most an answer's line may take: some batches of the largest size. */
const MOST_LINE_BYTES = 64 * 1024 * 1024;
const AUTHENTICATE = '/v3/auth/authenticate';
/** etcd's word for a token that has ended, or of before the member's start. */
const NO_TOKEN = 'invalid auth token';

export class EtcdClient {
  /** `host:port` each. */
  readonly members: readonly string[];
  readonly #scheme: string;
  readonly #agent: http.Agent;
  readonly #request: typeof http.request;
  readonly #user: EtcdAccess['user'];
  /** Of the user; null: to be asked for. */
  #token: string | null = null;
  /** The member that answered last. */
  #preferred = 0;

  constructor(members: readonly string[], { tls = null, user = null }: EtcdAccess = {}) {
    this.members = members;
    this.#user = user;
    this.#scheme = tls === null ? 'http' : 'https';
    this.#agent = tls === null ? new http.Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true, ...tls });
    this.#request = tls === null ? http.request : https.request;
  }

  /** The next question goes to another member first. */
  turnAway(): void {
    this.#preferred = (this.#preferred + 1) % this.members.length;
  }

  /** @throws OrderUnreachable */
  async ask(path: string, body: object, timeoutMs: number): Promise<Answer> {
    const member = this.members[this.#preferred]!;
    try {
      return await this.askAt(member, path, body, timeoutMs);
    } catch (error) {
      if (this.members[this.#preferred] === member) this.turnAway();
      throw error;
    }
  }

  /** @param body null: asks without one @throws OrderUnreachable */
  async askAt(member: string, path: string, body: object | null, timeoutMs: number): Promise<Answer> {
    return this.#parse(member, await this.#text(member, path, body, timeoutMs));
  }

  /** An answer of a member that is text. @throws OrderUnreachable */
  textAt(member: string, path: string, timeoutMs: number): Promise<string> {
    return this.#text(member, path, null, timeoutMs);
  }

  /** One answer after the other, until `signal`. @throws OrderUnreachable */
  async *stream(path: string, body: object, signal: AbortSignal): AsyncGenerator<Answer, void, undefined> {
    const member = this.members[this.#preferred]!;
    let rest = '';
    for await (const chunk of await this.#open(member, path, body, signal)) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MOST_LINE_BYTES) throw new OrderUnreachable(`${member} sends a line that does not end`);
      for (const line of lines) if (line !== '') yield this.#parse(member, line);
    }
    throw new OrderUnreachable(`${member} ended the connection`);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #text(member: string, path: string, body: object | null, timeoutMs: number): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs);
    const text: string[] = [];
    for await (const chunk of await this.#open(member, path, body, signal)) text.push(chunk);
    return text.join('');
  }

  async #open(member: string, path: string, body: object | null, signal: AbortSignal): Promise<AsyncIterable<string>> {
    const answer = Promise.withResolvers<http.IncomingMessage>();
    const method = body === null ? 'GET' : 'POST';
    const headers = await this.#headersFor(member, path, signal);
    const url = `${this.#scheme}://${member}${path}`;
    const request = this.#request(url, { method, headers, agent: this.#agent, signal }, answer.resolve);
    request.on('error', (error) => answer.reject(error));
    request.end(body === null ? undefined : JSON.stringify(body));
    try {
      const response = await answer.promise;
      response.setEncoding('utf8');
      return unreachableWhenBroken(member, response);
    } catch (error) {
      throw unreachable(member, error);
    }
  }

  async #headersFor(member: string, path: string, signal: AbortSignal): Promise<Record<string, string>> {
    if (this.#user === null || this.#user === undefined || path === AUTHENTICATE) return {};
    if (this.#token === null) {
      const text: string[] = [];
      for await (const chunk of await this.#open(member, AUTHENTICATE, this.#user, signal)) text.push(chunk);
      this.#token = this.#parse(member, text.join('')).token ?? null;
    }
    return this.#token === null ? {} : { authorization: this.#token };
  }

  #parse(member: string, text: string): Answer {
    let answer: Answer;
    try {
      answer = JSON.parse(text) as Answer;
    } catch (error) {
      throw new OrderUnreachable(`${member} says: ${text.trim().slice(0, 200) || 'nothing'}`, error);
    }
    const { error, message } = answer;
    if (error === undefined) return answer;
    const said = message ?? JSON.stringify(error);
    if (said.includes(NO_TOKEN)) this.#token = null;
    throw new OrderUnreachable(`${member} says: ${said}`);
  }
}

async function* unreachableWhenBroken(member: string, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    throw unreachable(member, error);
  }
}

function unreachable(member: string, error: unknown): OrderUnreachable {
  return new OrderUnreachable(`${member}: ${error instanceof Error ? error.message : String(error)}`, error);
}
