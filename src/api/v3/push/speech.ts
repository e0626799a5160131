/** The sockets of `/v3/ws`: how their messages read. */
import { randomUUID } from 'node:crypto';
import { type JsonNode, type JsonObject, memberOf, REQUEST_LIMITS, scanObject } from '../../../core/text/scan.ts';
import { RUNTIME_TEXTS } from '../../../store/runtime-texts.ts';
import { ApiError, type Bilingual, same } from '../../words/errors.ts';
import { notJson } from '../../words/json-hints.ts';
import type { BookText, NamedChannel, Said, SocketDialect, Speech, Tag } from '../../push/dialect/dialect.ts';
import { textOf } from '../../push/dialect/reading.ts';
import { kindOf, type LevelTexts } from '../../push/public/channel.ts';
import { symbolText } from '../words/names.ts';
import { PRIVATE_PATH, PUBLIC_PATH, publicChannel } from './names.ts';
import { refusalTexts, wrong } from './wrong.ts';

const LONGEST = 4 * 1024;
const UNANSWERED_PINGS = 10;
/** The same doors under the word that programs look for in the address. */
const ALIAS = '/contract';

type Side = 'public' | 'private';

const EXAMPLES: Readonly<Record<Side, string>> = {
  public: '{"id":1,"method":"SUBSCRIBE","params":["BTCUSDT@ticker"]}',
  private: '{"id":1,"method":"SUBSCRIBE","params":["orders"]}',
};
const METHODS = ['SUBSCRIBE', 'UNSUBSCRIBE', 'PING', 'PONG'];

function speechOf(side: Side): Speech {
  const example: Bilingual = { en: `use ${EXAMPLES[side]}`, zh: `请使用${EXAMPLES[side]}` };
  const otherDialect: Bilingual = {
    en: `messages with event are spoken at /v2/ws/${side}; here ${example.en}`,
    zh: `带event的消息属于/v2/ws/${side}；此处${example.zh}`,
  };

  function unrecognized(data: Buffer, hint: Bilingual): Said {
    return { kind: 'wrong', error: wrong('unrecognized message', data.toString(), hint), tag: null };
  }

  /** A message without a method. */
  function other(message: JsonObject, data: Buffer): Said {
    const event = textOf(message, 'event');
    if (event === 'pong' || textOf(message, 'type') === 'pong') return { kind: 'pong' };
    if (event === 'login' && side === 'private') return { kind: 'login', message };
    return unrecognized(data, event === null ? example : otherDialect);
  }

  function read(data: Buffer): Said {
    const scanned = scanObject(data, REQUEST_LIMITS, RUNTIME_TEXTS);
    if (!scanned.ok) return unrecognized(data, notJson(data, scanned, REQUEST_LIMITS).hint ?? example);
    const message = scanned.root;
    const method = memberOf(message, 'method');
    if (method === undefined) return other(message, data);
    const id = memberOf(message, 'id');
    const tag = idText(id);
    if (id !== undefined && tag === null)
      return { kind: 'wrong', error: wrong('invalid id', id.kind, same('use a number or a text')), tag };
    const named = shownText(method, data);
    if (named === 'PONG') return { kind: 'pong' };
    if (named === 'PING') return { kind: 'ping', answer: doneText(tag) };
    if (named !== 'SUBSCRIBE' && named !== 'UNSUBSCRIBE')
      return { kind: 'wrong', error: wrong('invalid event', named, same(`use ${METHODS.join(', ')}`)), tag };
    const channels = paramsOf(message, data, example);
    if (channels instanceof ApiError) return { kind: 'wrong', error: channels, tag };
    return { kind: named === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe', channels, tag };
  }

  return {
    longest: LONGEST,
    unansweredPings: UNANSWERED_PINGS,
    greeting: (nowMs) => `{"cid":"${randomUUID()}","event":"connected","time":"${nowMs}"}`,
    ping: (nowMs) => `{"${side === 'public' ? 'event' : 'type'}":"ping","time":"${nowMs}"}`,
    read,
    done: ({ tag }) => doneText(tag),
    refusal(error, locale, tag) {
      const { msg, hint } = refusalTexts(error, locale);
      const help = hint === undefined ? '' : `,"hint":${JSON.stringify(hint)}`;
      return `{"result":false${idMember(tag)},"msg":${JSON.stringify(msg)}${help}}`;
    },
  };
}

/** The channels a message names, or why that can't be read. */
function paramsOf(message: JsonObject, data: Buffer, hint: Bilingual): string[] | ApiError {
  const params = memberOf(message, 'params');
  if (params === undefined) return wrong('invalid params', '', hint);
  const names =
    params.kind === 'array' ? params.items.flatMap((one) => (one.kind === 'string' ? [one.value] : [])) : [];
  const isWhole = params.kind === 'array' && names.length === params.items.length && names.length > 0;
  return isWhole ? names : wrong('invalid params', shownText(params, data), hint);
}

/** The JSON of an id as it came, a number digit for digit; null: there is none, or none that can be repeated. */
function idText(id: JsonNode | undefined): Tag {
  if (id?.kind === 'string') return JSON.stringify(id.value);
  return id?.kind === 'number' ? id.literal : id?.kind === 'null' ? 'null' : null;
}

/** A value as messages show it. */
function shownText(node: JsonNode, data: Buffer): string {
  return node.kind === 'string' ? node.value : data.toString('utf8', node.start, node.end);
}

const idMember = (tag: Tag): string => (tag === null ? '' : `,"id":${tag}`);
const doneText = (tag: Tag): string => `{"result":true${idMember(tag)}}`;

/** Head of a channel's message: its event, the time, the contract. */
function headText({ params }: NamedChannel, event: string, timeMs: number): string {
  return `"e":"${event}","E":${timeMs},"s":"${symbolText(params['symbol'] ?? '')}"`;
}

function latestText(channel: NamedChannel, data: string, isFirst: boolean, timeMs: number): string {
  const { form, params } = channel;
  const isSnapshot = isFirst && form.carries.kind === 'latest' && form.carries.hasType;
  const price = params['price'] === undefined ? '' : `,"p":"${params['price']}"`;
  return `{${headText(channel, kindOf(form) + (isSnapshot ? 'Snapshot' : ''), timeMs)}${price},"d":[${data}]}`;
}

function tradesText(channel: NamedChannel, rows: readonly string[], dropped: number, timeMs: number): string {
  const missed = dropped === 0 ? '' : `,"dropped":${dropped}`;
  return `{${headText(channel, kindOf(channel.form), timeMs)},"d":[${rows.join(',')}]${missed}}`;
}

function depthText(channel: NamedChannel, book: BookText): string {
  const { isWhole, startVersion, endVersion, asks, bids, timeMs } = book;
  const head = headText(channel, isWhole ? 'depthSnapshot' : 'depth', timeMs);
  const versions = `"U":${startVersion},"u":${endVersion},"l":${channel.params['levels']}`;
  const type = isWhole ? 'SNAPSHOT' : 'CHANGED';
  return `{${head},${versions},"d":"${type}","b":${levelsText(bids)},"a":${levelsText(asks)}}`;
}

function levelsText(levels: LevelTexts): string {
  let text = '[';
  for (let at = 0; at < levels.length; at += 2) text += `${at === 0 ? '' : ','}["${levels[at]}","${levels[at + 1]}"]`;
  return `${text}]`;
}

export const V3_SOCKETS: SocketDialect = {
  name: 'v3',
  doors: (['', ALIAS] as const).flatMap((before) => [
    { path: before + PUBLIC_PATH, side: 'public', dialect: 'v3' },
    { path: before + PRIVATE_PATH, side: 'private', dialect: 'v3' },
  ]),
  signedPath: PRIVATE_PATH,
  public: {
    ...speechOf('public'),
    find: publicChannel,
    latest: latestText,
    trades: tradesText,
    depth: depthText,
  },
  private: speechOf('private'),
};
