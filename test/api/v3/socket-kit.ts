// The sockets of v3 for tests: requests by id over the same real client that those of v2 use, and the samples of their
// messages.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { connect, handshakeOf, type Message, type TestSocket } from '../../push/push-kit.ts';
import type { TestAccount } from '../kit.ts';

export const PUBLIC_V3 = '/v3/ws/public';
export const PRIVATE_V3 = '/v3/ws/private';

export const SAMPLES: Message = JSON.parse(
  readFileSync(new URL('../../vectors/v3/sockets.json', import.meta.url), 'utf8'),
);

let nextId = 1;

/** Asks, and waits for the answer of that id. */
export function ask(socket: TestSocket, method: string, ...params: readonly string[]): Promise<Message> {
  const id = nextId++;
  socket.send({ id, method, params });
  return socket.next((message) => message.id === id);
}

export const connectPublic = (url: string, path = PUBLIC_V3): Promise<TestSocket> => connect(url, path);

/** Connects as an account, with a signature over the one path that is signed. */
export function connectPrivate(url: string, account: TestAccount, path = PRIVATE_V3): Promise<TestSocket> {
  return connect(url, path, { headers: handshakeOf(account, undefined, PRIVATE_V3) });
}

/** A message of an event; about a contract where it has one. */
export const of =
  (event: string, symbol?: string) =>
  (message: Message): boolean =>
    message.e === event && (symbol === undefined || message.s === symbol);

/** The sample of an event. */
export function sampleOf(event: string): Message {
  const all: Message[] = SAMPLES.channels.flatMap(({ messages }: Message) => messages);
  return all.find(({ e }) => e === event);
}

/** The names and types of a value; a list is that of its first row, and an empty one of any. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? expect.any(Array) : [formOf(value[0])];
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formOf(one)]));
}

/** Holds a message against the sample of its event: the same names, with values of the same types. */
export function expectLikeSample(message: Message): void {
  expect(formOf(sampleOf(message.e))).toEqual(formOf(message));
}
