/**
 * Orders over the private socket: many under way at once, answered as they are done, the answers those of HTTP. When
 * the connection breaks, what names what it makes is sent again on the next one; for anything else it is unknown
 * whether it was carried out, and the caller is told.
 */
import { NoAnswer, OutcryError } from '../errors.ts';
import { isNamed } from '../named.ts';
import type { Answers, Requests } from '../wire/index.ts';
import type { Connection, Message } from './connection.ts';

const ENTRY = ['placeOrder', 'cancel_order', 'batchOrders', 'cancel_batch_orders', 'cancelAllOrders'] as const;

export type EntryOperation = (typeof ENTRY)[number];

/**
 * The operations that take orders, over whichever transport: a client is one (HTTP), and so is `entry` of an account
 * stream.
 */
export type OrderEntry = {
  readonly [Name in EntryOperation]: (input: Requests[Name]) => Promise<Answers[Name]>;
};

/** The exchange takes 256 at a time. */
const MOST_UNDER_WAY = 200;

interface Waiting {
  readonly id: string;
  readonly op: EntryOperation;
  readonly args: object;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

export class SocketOrderEntry {
  readonly #connection: Connection;
  readonly #underWay = new Map<string, Waiting>();
  #queue: Waiting[] = [];
  #nextId = 1;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.state.add((state, reason) => {
      if (state === 'open') this.#sendQueue();
      else this.#broken(state === 'closed' ? (reason ?? new Error('the stream was closed')) : null);
    });
    connection.messages.add((message) => this.#heard(message));
  }

  /** The five operations. */
  get operations(): OrderEntry {
    const methods = ENTRY.map((op) => [op, (args: object) => this.#ask(op, args)]);
    return Object.fromEntries(methods) as OrderEntry;
  }

  #ask(op: EntryOperation, args: object): Promise<never> {
    return new Promise((resolve, reject) => {
      if (this.#connection.current === 'closed')
        return reject(this.#connection.refusal ?? new NoAnswer(op, false, new Error('the stream was closed')));
      this.#queue.push({ id: String(this.#nextId++), op, args, resolve, reject });
      this.#connection.start();
      this.#sendQueue();
    });
  }

  #sendQueue(): void {
    while (this.#queue.length > 0 && this.#underWay.size < MOST_UNDER_WAY) {
      const next = this.#queue[0] as Waiting;
      if (!this.#connection.send({ event: 'request', id: next.id, op: next.op, args: next.args })) return;
      this.#queue.shift();
      this.#underWay.set(next.id, next);
    }
  }

  #heard({ event, id, code, data, ...rest }: Message): void {
    if (event !== 'response') return;
    const waiting = this.#underWay.get(String(id));
    if (waiting === undefined) return;
    this.#underWay.delete(waiting.id);
    if (code === '00000') waiting.resolve(data as never);
    else waiting.reject(OutcryError.of({ ...rest, code }));
    this.#sendQueue();
  }

  #broken(reason: unknown): void {
    const lost = [...this.#underWay.values()];
    this.#underWay.clear();
    const again = lost.filter(({ args }) => reason === null && isNamed(args));
    this.#queue = [...again, ...this.#queue];
    for (const one of lost)
      if (!again.includes(one)) one.reject(new NoAnswer(one.op, true, reason ?? new Error('the connection broke')));
    if (reason === null) return;
    for (const { op, reject } of this.#queue) reject(new NoAnswer(op, false, reason));
    this.#queue = [];
  }
}
