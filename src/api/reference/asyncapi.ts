/**
 * The AsyncAPI 3 document of the WebSockets of both dialects, made from the tables of channels, events and operations
 * and from the shapes the messages are rendered in. Nothing is written down twice.
 */
import type { Route } from '../call/route.ts';
import { objectOf } from '../call/parameter.ts';
import { list, object, optional, schema, type Schema, string } from '../shapes/schema.ts';
import { CODES } from '../words/errors.ts';
import { ACCOUNT_EVENTS } from '../push/account/channel.ts';
import { ACCOUNT_CHANNELS } from '../push/account/index.ts';
import { hintOf, PRIVATE_PATH, PUBLIC_PATH } from '../push/v2/names.ts';
import { type ChannelForm, kindOf, type PublicChannel } from '../push/public/channel.ts';
import { PUBLIC_CHANNELS } from '../push/public/index.ts';
import { ticker } from '../push/public/ticker.ts';
import { ORDER_ENTRY } from '../push/order-entry.ts';
import { LOGIN_PROTOCOL } from '../push/socket-options.ts';
import {
  exactly,
  type Json,
  LOGGED_IN,
  loginWith,
  type Message,
  type Messages,
  one,
  type SocketPath,
  TIME,
  whole,
} from './asyncapi-message.ts';
import { v3Paths } from './asyncapi-v3.ts';

const SYMBOL = 'cmt_btcusdt';
const LOGIN = loginWith('QgAJAZ1gVE7gs5p4vBkaxOcQkBkt/akxifwe3TQ9X7M=');

/** Messages of either side on both paths. */
const asked = (event: string, what: string, channel: string): Message =>
  exactly(what, object({ event: one(event), channel: string() }), { event, channel });

function fromPeers(channel: string): Messages {
  return {
    subscribe: asked('subscribe', 'Begin to listen to a channel', channel),
    unsubscribe: asked('unsubscribe', 'End that', channel),
    ping: exactly('Answered with a pong', object({ event: one('ping'), time: optional(string()) }), { event: 'ping' }),
    pong: exactly('The answer to a ping', object({ event: one('pong'), time: optional(string()) }), {
      event: 'pong',
      time: TIME,
    }),
  };
}

function fromServer(channel: string): Messages {
  const acknowledged = (event: string): Message =>
    exactly('Done, or done before', object({ event: one(event), channel: string(), warning: optional(string()) }), {
      event,
      channel,
    });
  const timed = (event: string, summary: string): Message =>
    exactly(summary, object({ event: one(event), time: string('Epoch ms') }), { event, time: TIME });
  return {
    subscribed: acknowledged('subscribed'),
    unsubscribed: acknowledged('unsubscribed'),
    serverPing: timed('ping', 'Every 20 s; to be answered with a pong'),
    serverPong: timed('pong', 'The answer to a ping'),
    error: exactly(
      'What was wrong with a message; the connection stays',
      object({
        event: one('error'),
        code: one(...Object.keys(CODES)),
        msg: string(),
        channel: optional(string()),
        hint: optional(string('What helps')),
      }),
      {
        event: 'error',
        code: '40020',
        msg: 'Parameter channel is invalid',
        channel: 'tickers',
        hint: `Did you mean ${hintOf(ticker)}?`,
      },
    ),
  };
}

/** A name of such a channel. */
function exampleOf({ name, words }: ChannelForm): string {
  const among: Readonly<Record<string, readonly string[]>> = { symbol: [SYMBOL], contest: ['c1'], ...words };
  return name.replace(/\[.*\]/, '').replace(/\{(\w+)\}/g, (_, param: string) => among[param]?.[0] ?? '');
}

/** Fields of a channel's messages besides `data`. */
function membersOf({ carries }: PublicChannel): { readonly hasType: boolean; readonly more: Record<string, Schema> } {
  return {
    hasType: carries.kind === 'rows' || (carries.kind === 'latest' && carries.hasType),
    more: carries.kind === 'trades' ? { dropped: optional(whole()) } : {},
  };
}

function publicMessages(): Messages {
  return Object.fromEntries(
    PUBLIC_CHANNELS.map((channel) => {
      const { shape } = channel;
      const { hasType, more } = membersOf(channel);
      const payload = object({
        event: one('payload'),
        ...(hasType ? { type: one('snapshot', 'change') } : {}),
        channel: string(),
        data: list(shape.schema),
        ...more,
      });
      const type = hasType ? { type: 'snapshot' } : {};
      const example = { event: 'payload', ...type, channel: exampleOf(channel), data: [shape.sample] };
      return [kindOf(channel), exactly(`Channel ${hintOf(channel)}`, payload, example)];
    }),
  );
}

function privateMessages(): Messages {
  return Object.fromEntries(
    ACCOUNT_CHANNELS.map(({ name: channel, aliases, arrays }) => {
      const data = Object.entries(arrays).map(([name, { shape, isOptional }]) => {
        const rows = list(shape.schema);
        return [name, isOptional === true ? optional(rows) : rows] as const;
      });
      const msg = object({
        msgEvent: one(...ACCOUNT_EVENTS),
        version: whole(),
        previousVersion: whole(),
        data: object(Object.fromEntries(data)),
        time: whole(),
      });
      const names = one(channel, ...aliases);
      const payload = object({ type: one('trade-event'), channel: names, event: one('payload'), msg });
      const sample = Object.fromEntries(Object.entries(arrays).map(([name, { shape }]) => [name, [shape.sample]]));
      const said = { msgEvent: 'OrderUpdate', version: 2, previousVersion: 1, data: sample, time: 1767251700000 };
      return [
        channel,
        exactly(`Channel ${channel}`, payload, { type: 'trade-event', channel, event: 'payload', msg: said }),
      ];
    }),
  );
}

/** Requests and responses of each operation, in the shapes REST has. */
function orderEntry(routes: readonly Route[]): { readonly requests: Messages; readonly responses: Messages } {
  const requests: Record<string, Message> = {};
  const responses: Record<string, Message> = {};
  for (const { operation, parameters, sample, answer } of routes) {
    if (!ORDER_ENTRY.some((name) => name === operation)) continue;
    const named = { event: one('request'), id: string('Your own, at most 40 characters'), op: one(operation) };
    const args = JSON.parse(sample) as Json;
    requests[`${operation}Request`] = exactly(
      `Asks for ${operation}`,
      object({ ...named, traceparent: optional(string('W3C Trace Context')), args: objectOf(parameters) }),
      {
        event: 'request',
        id: '7',
        op: operation,
        args,
      },
    );
    const done = { event: one('response'), id: string(), code: one('00000'), data: answer.schema };
    responses[`${operation}Response`] = exactly(
      `What REST answers to ${operation}`,
      object({ ...done, headers: optional(schema({ type: 'object' })) }),
      { event: 'response', id: '7', code: '00000', data: answer.sample },
    );
  }
  return { requests, responses: { ...responses, refused: REFUSED } };
}

const REFUSED = exactly(
  'A request that was refused, as REST would have',
  object({
    event: one('response'),
    id: schema({ type: ['string', 'null'] }),
    code: one(...Object.keys(CODES)),
    msg: string(),
    requestTime: whole(),
    data: schema({ type: 'null' }),
    token: optional(string()),
    hint: optional(string()),
    headers: optional(schema({ type: 'object' })),
  }),
  {
    event: 'response',
    id: '7',
    code: '40020',
    msg: 'Parameter symbol is invalid',
    requestTime: 1767258000000,
    data: null,
    hint: "Unknown symbol 'BTCUSDT'; did you mean cmt_btcusdt?",
  },
);

/** The document, to be served under `basePath`. */
export function asyncapiDocument(routes: readonly Route[], basePath: string): Json {
  const { requests, responses } = orderEntry(routes);
  const paths: Readonly<Record<string, SocketPath>> = {
    public: {
      address: basePath + PUBLIC_PATH,
      description: 'No credentials; any origin.',
      receives: fromPeers(exampleOf(ticker)),
      sends: { ...fromServer(exampleOf(ticker)), ...publicMessages() },
    },
    private: {
      address: basePath + PRIVATE_PATH,
      description: `Signed headers as REST has them, over timestamp + ${PRIVATE_PATH}; or the subprotocol ${LOGIN_PROTOCOL} and a login.`,
      receives: { ...fromPeers('orders'), ...LOGIN, ...requests },
      sends: { ...fromServer('orders'), ...LOGGED_IN, ...privateMessages(), ...responses },
    },
    ...v3Paths(basePath),
  };
  const entries = Object.entries(paths);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Outcry push',
      version: 'v2 and v3',
      description:
        'Messages are JSON in text frames. At /v2/ws ids and times are strings, and order entry is our own addition. ' +
        'In a rehearsal times are its own, and a connection ends with 4010 when it goes on in another branch. ' +
        'A node of several that is behind the others ends its connections with 1013: connect again, to another.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      entries.map(([name, { address, description, receives, sends }]) => [
        name,
        { address, description, messages: messagesOf({ ...receives, ...sends }) },
      ]),
    ),
    operations: Object.fromEntries(
      entries.flatMap(([name, { receives, sends }]) => [
        [`${name}Receive`, operationOf('receive', name, receives)],
        [`${name}Send`, operationOf('send', name, sends)],
      ]),
    ),
  };
}

function messagesOf(messages: Messages): Json {
  return Object.fromEntries(
    Object.entries(messages).map(([name, { summary, payload, example }]) => [
      name,
      { name, summary, payload, examples: [{ payload: example }] },
    ]),
  );
}

function operationOf(action: 'receive' | 'send', channel: string, messages: Messages): Json {
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    messages: Object.keys(messages).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  };
}
