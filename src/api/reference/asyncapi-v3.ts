/** The sockets of v3 as AsyncAPI describes them, from the tables of channels and the shapes of their rows. */
import { kindOf, type PublicChannel } from '../push/public/channel.ts';
import { LOGIN_PROTOCOL } from '../push/socket-options.ts';
import { list, object, optional, type Properties, schema, string } from '../shapes/schema.ts';
import { ACCOUNT_EVENTS_V3 } from '../v3/push/account/channel.ts';
import { ACCOUNT_CHANNELS_V3 } from '../v3/push/account/index.ts';
import { formText, PRIVATE_PATH, PUBLIC_PATH } from '../v3/push/names.ts';
import { PUBLIC_CHANNELS_V3 } from '../v3/push/public/index.ts';
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

const SYMBOL = 'BTCUSDT';
const LOGIN = loginWith('BeyxBnqIgt/nnLAecSbTi8kIlSS85xIyOH23x7X4EoY=');
const NOW = Number(TIME);
const ID = optional(schema({ type: ['string', 'number', 'null'], description: 'Your own, repeated as it came' }));

/** @param channel the name of one, for examples */
function fromPeers(channel: string): Messages {
  const asked = (method: string, what: string): Message =>
    exactly(what, object({ id: ID, method: one(method), params: list(string()) }), {
      id: 1,
      method,
      params: [channel],
    });
  const bare = (method: string, what: string): Message =>
    exactly(what, object({ id: ID, method: one(method) }), { id: 1, method });
  return {
    subscribe: asked('SUBSCRIBE', 'Begin to listen to channels: to all of them, or to none'),
    unsubscribe: asked('UNSUBSCRIBE', 'End that'),
    ping: bare('PING', 'Answered with a result'),
    pong: bare('PONG', 'The answer to a ping; it has none itself'),
  };
}

/** @param ping the name under which a ping says that it is one */
function fromServer(ping: 'event' | 'type'): Messages {
  const msg = 'INVALID_ARGUMENT: invalid symbol : NOPEUSDT';
  return {
    connected: exactly(
      'The first message',
      object({ cid: string(), event: one('connected'), time: string('Epoch ms') }),
      {
        cid: 'a0180647-e051-460c-b5ca-e4d7d3522440',
        event: 'connected',
        time: TIME,
      },
    ),
    serverPing: exactly(
      'Every 20 s; to be answered with a PONG',
      object({ [ping]: one('ping'), time: string('Epoch ms') }),
      { [ping]: 'ping', time: TIME },
    ),
    done: exactly('Done, or done before', object({ result: schema({ const: true }), id: ID }), { result: true, id: 1 }),
    refused: exactly(
      'What was wrong with a message, of which nothing was done; the connection stays',
      object({ result: schema({ const: false }), id: ID, msg: string(), hint: optional(string('What helps')) }),
      { result: false, id: 3, msg },
    ),
  };
}

/** A name of such a channel. */
function nameIn({ name, words }: PublicChannel): string {
  return name
    .replaceAll(/[[\]]/g, '')
    .replace(/\{(\w+)\}/g, (_, param: string) => (param === 'symbol' ? SYMBOL : (words[param]?.[0] ?? '')));
}

function publicMessage(channel: PublicChannel): Message {
  const { carries, shape, words } = channel;
  const kind = kindOf(channel);
  const isDepth = carries.kind === 'depth';
  const hasSnapshot = isDepth || (carries.kind === 'latest' && carries.hasType);
  const head = { e: hasSnapshot ? one(`${kind}Snapshot`, kind) : one(kind), E: whole(), s: string('The symbol') };
  const price = words['price'] === undefined ? {} : { p: one(...words['price']) };
  const rest = isDepth
    ? (shape.schema as unknown as { readonly properties: Properties }).properties
    : { d: list(shape.schema), ...(carries.kind === 'trades' ? { dropped: optional(whole()) } : {}) };
  const sample = isDepth ? (shape.sample as Json) : { d: [shape.sample] };
  const priced = words['price'] === undefined ? {} : { p: words['price'][0] };
  return exactly(`Channel ${formText(channel)}, such as ${nameIn(channel)}`, object({ ...head, ...price, ...rest }), {
    e: kind,
    E: NOW,
    s: SYMBOL,
    ...priced,
    ...sample,
  });
}

function privateMessages(): Messages {
  return Object.fromEntries(
    ACCOUNT_CHANNELS_V3.map(({ name, aliases, shape }) => {
      const also = aliases.length === 0 ? '' : `, also called ${aliases.join(', ')}`;
      const payload = object({
        e: one(name),
        E: whole(),
        v: whole(),
        msgEvent: one(...ACCOUNT_EVENTS_V3),
        d: list(shape.schema, '', { minItems: 1 }),
      });
      const example = { e: name, E: 1767251700000, v: 2, msgEvent: 'OrderUpdate', d: [shape.sample] };
      return [name, exactly(`Channel ${name}${also}`, payload, example)];
    }),
  );
}

/** The two paths of v3, under `basePath`. */
export function v3Paths(basePath: string): Readonly<Record<'publicV3' | 'privateV3', SocketPath>> {
  return {
    publicV3: {
      address: basePath + PUBLIC_PATH,
      description: `No credentials; any origin. Also at /contract${PUBLIC_PATH}.`,
      receives: fromPeers(`${SYMBOL}@ticker`),
      sends: {
        ...fromServer('event'),
        ...Object.fromEntries(PUBLIC_CHANNELS_V3.map((channel) => [kindOf(channel), publicMessage(channel)])),
      },
    },
    privateV3: {
      address: basePath + PRIVATE_PATH,
      description: `Signed headers as REST has them, over timestamp + ${PRIVATE_PATH}, also at /contract${PRIVATE_PATH}; or the subprotocol ${LOGIN_PROTOCOL} and a login.`,
      receives: { ...fromPeers('orders'), ...LOGIN },
      sends: { ...fromServer('type'), ...LOGGED_IN, ...privateMessages() },
    },
  };
}
