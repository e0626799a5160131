/** The sockets of `/v2/ws`: how their messages read. */
import { REQUEST_LIMITS, scanObject } from '../../../core/text/scan.ts';
import { RUNTIME_TEXTS } from '../../../store/runtime-texts.ts';
import { invalid, messageOf, missing } from '../../words/errors.ts';
import { notJson } from '../../words/json-hints.ts';
import type { BookText, NamedChannel, RowsText, Said, SocketDialect, Speech } from '../dialect/dialect.ts';
import { textOf } from '../dialect/reading.ts';
import type { LevelTexts } from '../public/channel.ts';
import { PRIVATE_PATH, PUBLIC_PATH, publicChannel } from './names.ts';

/** The longest message of a subscriber, and of a session: a batch of 20 orders with all their fields fits. */
const MOST_PUBLIC = 4 * 1024;
const MOST_PRIVATE = 16 * 1024;
const UNANSWERED_PINGS = 5;
const LONGEST_TIME = 32;
const LONGEST_SHOWN = 200;
const NAME_ONE = { en: 'use {"event":"subscribe","channel":"…"}', zh: '请使用{"event":"subscribe","channel":"…"}' };
const EVENTS = ['subscribe', 'unsubscribe', 'ping', 'pong'];

/** @param own the events that only one side has */
function speechOf(longest: number, own: readonly ('login' | 'request')[]): Speech {
  const all = [...EVENTS, ...own];
  const useOne = { en: `use ${all.join(', ')}`, zh: `请使用${all.join('、')}` };

  function read(data: Buffer, nowMs: number): Said {
    const scanned = scanObject(data, REQUEST_LIMITS, RUNTIME_TEXTS);
    if (!scanned.ok) return { kind: 'wrong', error: notJson(data, scanned, REQUEST_LIMITS), tag: null };
    const message = scanned.root;
    const event = textOf(message, 'event');
    if (event === null) return { kind: 'wrong', error: missing('event', useOne), tag: null };
    if (event === 'ping') return { kind: 'ping', answer: pongText(textOf(message, 'time') ?? String(nowMs)) };
    if (event === 'pong') return { kind: 'pong' };
    if (event === 'subscribe' || event === 'unsubscribe') {
      const channel = textOf(message, 'channel');
      if (channel === null) return { kind: 'wrong', error: missing('channel', NAME_ONE), tag: null };
      return { kind: event, channels: [channel], tag: channel };
    }
    const kind = own.find((one) => one === event);
    return kind === undefined ? { kind: 'wrong', error: invalid('event', useOne), tag: null } : { kind, message };
  }

  return {
    longest,
    unansweredPings: UNANSWERED_PINGS,
    greeting: () => null,
    ping: (nowMs) => `{"event":"ping","time":"${nowMs}"}`,
    read,
    done({ kind, tag }, warning) {
      const warned = warning === null ? '' : `,"warning":${JSON.stringify(warning)}`;
      return `{"event":"${kind}d","channel":${JSON.stringify(tag)}${warned}}`;
    },
    refusal(error, locale, tag) {
      const named = tag === null ? '' : `,"channel":${JSON.stringify(tag.slice(0, LONGEST_SHOWN))}`;
      const hint = error.hint === undefined ? '' : `,"hint":${JSON.stringify(error.hint[locale])}`;
      const msg = JSON.stringify(messageOf(error, locale));
      return `{"event":"error","code":"${error.code}","msg":${msg}${named}${hint}}`;
    },
  };
}

function pongText(time: string): string {
  return `{"event":"pong","time":${JSON.stringify(time.slice(0, LONGEST_TIME))}}`;
}

function latestText({ name, form: { carries } }: NamedChannel, data: string, isFirst: boolean): string {
  const typed = carries.kind === 'latest' && carries.hasType ? `"type":"${isFirst ? 'snapshot' : 'change'}",` : '';
  return `{"event":"payload",${typed}"channel":"${name}","data":[${data}]}`;
}

function tradesText({ name }: NamedChannel, rows: readonly string[], dropped: number): string {
  const missed = dropped === 0 ? '' : `,"dropped":${dropped}`;
  return `{"event":"payload","channel":"${name}","data":[${rows.join(',')}]${missed}}`;
}

function depthText({ name, params }: NamedChannel, book: BookText): string {
  const versions = `"startVersion":"${book.startVersion}","endVersion":"${book.endVersion}"`;
  const type = book.isWhole ? 'SNAPSHOT' : 'CHANGED';
  const data = `{${versions},"level":${Number(params['levels'])},"depthType":"${type}","symbol":"${params['symbol']}"`;
  const sides = `"asks":${levelsText(book.asks)},"bids":${levelsText(book.bids)}`;
  return `{"event":"payload","channel":"${name}","data":[${data},${sides}}]}`;
}

function levelsText(levels: LevelTexts): string {
  let text = '[';
  for (let at = 0; at < levels.length; at += 2)
    text += `${at === 0 ? '' : ','}{"price":"${levels[at]}","size":"${levels[at + 1]}"}`;
  return `${text}]`;
}

function rowsText({ name, form: { carries } }: NamedChannel, { isWhole, members, rows }: RowsText): string {
  const list = carries.kind === 'rows' ? carries.list : '';
  const texts = Object.entries(members).map(([member, value]) => {
    const text = member === list ? `[${rows.map(({ data }) => data).join(',')}]` : JSON.stringify(value);
    return `"${member}":${text}`;
  });
  const type = isWhole ? 'snapshot' : 'change';
  return `{"event":"payload","type":"${type}","channel":"${name}","data":[{${texts.join(',')}}]}`;
}

export const V2_SOCKETS: SocketDialect = {
  name: 'v2',
  doors: [
    { path: PUBLIC_PATH, side: 'public', dialect: 'v2' },
    { path: PRIVATE_PATH, side: 'private', dialect: 'v2' },
  ],
  signedPath: PRIVATE_PATH,
  public: {
    ...speechOf(MOST_PUBLIC, []),
    find: publicChannel,
    latest: latestText,
    trades: tradesText,
    depth: depthText,
    rows: rowsText,
  },
  private: speechOf(MOST_PRIVATE, ['login', 'request']),
};
