/**
 * A WebSocket whose other end is the test: it opens, says and breaks what the test wants. For what a real exchange
 * doesn't do on demand: a change that is missing, a connection that breaks between two messages.
 */
import type { SocketLike } from '../../src/client/index.ts';

type Heard = Readonly<Record<string, unknown>>;

export class FakeSocket implements SocketLike {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  readyState = 0;
  readonly #listeners = new Map<string, (event: unknown) => void>();
  readonly url: string;
  readonly protocols: readonly string[];
  /** What the client said, read. */
  readonly sent: Heard[] = [];

  constructor(url: string, protocols: string[] = []) {
    this.url = url;
    this.protocols = protocols;
    FakeSocket.all.push(this);
  }

  addEventListener(event: string, listener: (event: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Heard);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The exchange lets it in. */
  open(): void {
    this.readyState = 1;
    this.#listeners.get('open')?.({});
  }

  /** The exchange says something. */
  say(message: object): void {
    this.#listeners.get('message')?.({ data: JSON.stringify(message) });
  }

  /** The connection breaks. */
  break(): void {
    this.readyState = 3;
    this.#listeners.get('close')?.({});
  }

  /** What was said of this event. */
  heard(event: string): Heard[] {
    return this.sent.filter((message) => message['event'] === event);
  }
}
