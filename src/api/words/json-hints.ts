/**
 * Explains why a text that was sent as JSON isn't: what was found and the cure, in both languages. For every
 * body and message this service reads, AI logs and administration included.
 *
 * It decides nothing: the scanner has refused the text and says where. Looks at what stands there and at what would
 * have been needed there, in json-slips.ts; where no row fits, the two are named. Of the text no more than a word is
 * repeated.
 */
import { type ScanFailure, type ScanLimits, UPLOAD_LIMITS } from '../../core/text/scan.ts';
import { isShowable } from '../../core/text/showable.ts';
import { type ApiError, type Bilingual, malformed, same } from './errors.ts';
import { BODIES, type Need, type Row, SENTENCES, TRAILING } from './json-slips.ts';

/** 40017 for text that a scan refused: reason, path and byte, such as `duplicateKey at $.size, byte 14`, and a hint. */
export function notJson(bytes: Uint8Array, failure: Omit<ScanFailure, 'ok'>, limits: ScanLimits): ApiError {
  const { reason, path, offset } = failure;
  return malformed(same(`${reason} at ${path}, byte ${offset}`), jsonHint(bytes, failure, limits), 'json');
}

/** The same for those who are told in English alone: the administration, and a file that a verb is given. */
export function notJsonText(bytes: Uint8Array, failure: ScanFailure): string {
  const { reason, path, offset } = failure;
  return `${reason} at ${path}, byte ${offset}: ${jsonHint(bytes, failure, UPLOAD_LIMITS).en}`;
}

/** The text found where a scan refused, and the cure. */
function jsonHint(bytes: Uint8Array, failure: Omit<ScanFailure, 'ok'>, limits: ScanLimits): Bilingual {
  const { reason, offset } = failure;
  switch (reason) {
    case 'syntax':
      return bodyHint(bytes) ?? placeHint(bytes, offset);
    case 'utf8':
      return bodyHint(bytes) ?? found(...charset(bytes, offset));
    case 'surrogate':
      return found(
        '{}, half of a pair: a text was cut inside of a character; leave the half out',
        '{}，代理对的一半：文本在字符中间被截断；请删除',
        textAt(bytes, offset).slice(0, 6),
      );
    case 'duplicateKey':
      return found(
        '{} twice in one object: give each name once',
        '同一对象中{}出现两次：每个名称只能出现一次',
        name(bytes, offset),
      );
    case 'notObject':
      return notObject(bytes, offset);
    case 'tooDeep':
      return most(limits.depth, 'levels of brackets: flatten it', '层括号：请减少嵌套');
    case 'tooManyValues':
      return most(limits.values, 'values: send less, or more of it as text', '个值：请减少，或改为文本');
    case 'keyTooLong':
      return most(limits.keyLength, 'characters in a name: shorten it', '个字符的名称：请缩短');
    case 'stringTooLong':
      return most(limits.stringLength, 'characters in a text: shorten it', '个字符的文本：请缩短');
    default:
      return most(
        limits.numberLength,
        'bytes in a number: shorten it, or send it as text',
        '字节的数字：请缩短，或改为文本',
      );
  }
}

/** For a body without a byte, in which a parameter is missing. */
export const EMPTY_BODY: Bilingual = {
  en: 'found an empty body: send one JSON object',
  zh: '收到空的请求体：请发送一个JSON对象',
};

function most(bound: number, en: string, zh: string): Bilingual {
  return { en: `found more than ${bound} ${en}`, zh: `收到超过${bound}${zh}` };
}

/** The format of a body that isn't JSON, by its first bytes; null when they could be JSON's. */
function bodyHint(bytes: Uint8Array): Bilingual | null {
  const first = Buffer.from(bytes.subarray(0, SHOWN)).toString('latin1');
  return bytes.length > SHOWN && first.trim() === '' ? null : told(BODIES, first);
}

function charset(bytes: Uint8Array, offset: number): [en: string, zh: string, found: string] {
  const byte = (bytes[offset] as number).toString(16).padStart(2, '0');
  const isHalf = byte === 'ed' && ((bytes[offset + 1] ?? 0) & 0xe0) === 0xa0;
  if (isHalf) return ['{}, half of a pair: leave it out', '{}，代理对的一半：请删除', 'ED A0…BF'];
  return [
    'the byte {}, which is part of no character: encode the body as UTF-8, not as Latin-1, GBK or the like',
    '字节{}不属于任何字符：请使用UTF-8编码，而不是Latin-1、GBK等',
    `0x${byte}`,
  ];
}

const KINDS: Readonly<Record<string, Bilingual>> = {
  '"': { en: 'a text', zh: '文本' },
  '[': { en: 'a list', zh: '列表' },
  n: { en: 'null', zh: 'null' },
  t: { en: 'true', zh: 'true' },
  f: { en: 'false', zh: 'false' },
};

function notObject(bytes: Uint8Array, offset: number): Bilingual {
  const first = textAt(bytes, offset);
  if (/^"\s*(?:\\[nrt]\s*)*\{/.test(first))
    return found(
      'JSON inside of a text: it was encoded twice, encode it once',
      '文本中的JSON：被编码了两次，请只编码一次',
    );
  const { en, zh } = KINDS[first[0] ?? ''] ?? { en: 'a number', zh: '数字' };
  return { en: `found ${en}: send one JSON object, between { and }`, zh: `收到${zh}：请发送一个JSON对象，写在{ }之间` };
}

/** The fault at a place of a document that is JSON up to there. */
function placeHint(bytes: Uint8Array, offset: number): Bilingual {
  if (offset >= bytes.length) return truncated(bytes);
  const refused = placeAt(bytes, offset);
  const place = refused.need === 'text' ? refused : placeAt(bytes, wordStart(bytes, offset));
  const { rows, need } = SENTENCES[place.need];
  const rest = textAt(bytes, place.at);
  const row = place.isAfterComma && TRAILING[0].test(rest) ? told([TRAILING], rest) : told(rows, rest);
  const [character = ''] = Array.from(rest);
  return row ?? found(`{} where ${need.en} is needed`, `需要${need.zh}，收到{}`, character);
}

function truncated(bytes: Uint8Array): Bilingual {
  const { need, open } = placeAt(bytes, bytes.length);
  const inText = need === 'text';
  return {
    en: `found the end of the body ${inText ? 'inside of a text' : 'too early'}, with ${open} of its brackets open: send all of it; Content-Length counts bytes, not characters`,
    zh: `请求体${inText ? '在文本中' : '过早'}结束，还有${open}个括号未关闭：请发送全部内容；Content-Length按字节而非字符计`,
  };
}

/** The first row whose pattern fits, with what was found. */
function told(rows: readonly Row[], text: string): Bilingual | null {
  for (const [pattern, en, zh] of rows) {
    const fits = pattern.exec(text);
    if (fits !== null) return found(en, zh, fits[0].replace(/^[ \t\r\n]+/, ''));
  }
  return null;
}

/** Characters of a word that are shown, and of a text that are looked at. */
const LONGEST_WORD = 24;
const SHOWN = 64;

function found(en: string, zh: string, text = ''): Bilingual {
  const characters = Array.from(text, (one) =>
    isShowable(one) && !/[\p{Cf}\p{Zs}\ufffd]/u.test(one) ? one : point(one),
  );
  const shown = characters.slice(0, LONGEST_WORD).join('') + (characters.length > LONGEST_WORD ? '…' : '');
  return { en: `found ${en.replace('{}', () => shown)}`, zh: `收到${zh.replace('{}', () => shown)}` };
}

function point(character: string): string {
  if (character === ' ') return character;
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text from an offset on, as much as rows look at. */
function textAt(bytes: Uint8Array, offset: number): string {
  return Buffer.from(bytes.subarray(offset, offset + SHOWN)).toString('utf8');
}

/** The name whose opening quote is at an offset, quotes included. */
function name(bytes: Uint8Array, offset: number): string {
  return /^"(?:[^"\\]|\\.)*"?/.exec(textAt(bytes, offset))?.[0] ?? '';
}

const WHOLE_VALUE = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/;

/** Start of the word that an offset is in: a number or a word is refused at the first byte that can't go on. */
function wordStart(bytes: Uint8Array, offset: number): number {
  let start = offset;
  while (start > 0 && offset - start < SHOWN && isOfWord(bytes[start - 1])) start--;
  const before = Buffer.from(bytes.subarray(start, offset)).toString('latin1');
  return WHOLE_VALUE.test(before) && !isOfWord(bytes[offset]) ? offset : start;
}

function isOfWord(byte: number | undefined): boolean {
  return byte !== undefined && /[-+.\w]/.test(String.fromCharCode(byte));
}

interface Place {
  readonly at: number;
  readonly need: Need;
  readonly isAfterComma: boolean;
  /** How many brackets are open. */
  readonly open: number;
}

/** The tokens that a document needs at `at`; in a text, from its last backslash on if that is still open. */
function placeAt(bytes: Uint8Array, at: number): Place {
  const open: number[] = [];
  let last = NOTHING_YET;
  let inText = false;
  for (let index = 0; index < at; index++) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) {
      if (inText) last = last === OPEN_BRACE || (last === COMMA && open.at(-1) === OPEN_BRACE) ? NAME : VALUE;
      inText = !inText;
    } else if (inText) {
      if (byte !== BACKSLASH) continue;
      const end = index + (bytes[index + 1] === LETTER_U ? 6 : 2);
      if (end > at) return { at: index, need: 'text', isAfterComma: false, open: open.length };
      index = end - 1;
    } else if (byte === COMMA || byte === COLON) last = byte;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) open.push((last = byte));
    else if (byte > BLANK) {
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) open.pop();
      last = VALUE;
    }
  }
  const isAfterComma = !inText && last === COMMA;
  return { at, need: inText ? 'text' : needAfter(last, open.at(-1)), isAfterComma, open: open.length };
}

function needAfter(last: number, open: number | undefined): Need {
  if (last === NOTHING_YET) return 'start';
  if (last === NAME) return 'colon';
  if (last === VALUE) return open === undefined ? 'end' : 'next';
  return last === OPEN_BRACE || (last === COMMA && open === OPEN_BRACE) ? 'name' : 'value';
}

const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** The text before a place, where no single byte says it. */
const NOTHING_YET = -1;
const NAME = -2;
const VALUE = -3;
