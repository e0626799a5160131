/** Parts of a socket's description, in every dialect. */
import { object, schema, type Schema, string } from '../shapes/schema.ts';
import { LOGIN_PROTOCOL } from '../push/socket-options.ts';

export type Json = Record<string, unknown>;

export interface Message {
  readonly summary: string;
  readonly payload: Schema;
  readonly example: Json;
}

export type Messages = Readonly<Record<string, Message>>;

/** A path, and the messages of either side by their names. */
export interface SocketPath {
  readonly address: string;
  readonly description: string;
  readonly receives: Messages;
  readonly sends: Messages;
}

export const TIME = '1767258000000';

export const one = (...words: readonly string[]): Schema => schema({ enum: words });
export const whole = (): Schema => schema({ type: 'integer' });
export const exactly = (summary: string, payload: Schema, example: Json): Message => ({ summary, payload, example });

/** @param sign of the example's timestamp, over the path of the socket */
export const loginWith = (sign: string): Messages => ({
  login: exactly(
    `In place of headers, within 10 s, on a connection that offered ${LOGIN_PROTOCOL}`,
    object({ event: one('login'), apiKey: string(), passphrase: string(), timestamp: string(), sign: string() }),
    {
      event: 'login',
      apiKey: 'demo-key',
      passphrase: 'demo-passphrase',
      timestamp: '1767258003000',
      sign,
    },
  ),
});

export const LOGGED_IN: Messages = {
  loggedIn: exactly('The login succeeded', object({ event: one('loggedIn'), uid: string() }), {
    event: 'loggedIn',
    uid: '1000001',
  }),
};
