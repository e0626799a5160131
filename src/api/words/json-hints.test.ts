// Mistakes of common writers of JSON, each with the found and the cure in both languages; and that any other text
// which is refused gets a hint as well, in printable words.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanObject, UPLOAD_LIMITS } from '../../core/text/scan.ts';
import { isShowable } from '../../core/text/showable.ts';
import { messageOf } from './errors.ts';
import { notJson } from './json-hints.ts';

const utf8 = (text: string): Buffer => Buffer.from(text);
const DOCUMENT = '{"stage":"s","input":{"rsi_14":51.5},"output":{"action":"HOLD"}}';

/** The hints of a body that is refused, and the message. */
function hintsOf(bytes: Buffer): { readonly en: string; readonly zh: string; readonly msg: string } {
  const scanned = scanObject(bytes, UPLOAD_LIMITS);
  if (scanned.ok) throw new Error('it is JSON');
  const error = notJson(bytes, scanned, UPLOAD_LIMITS);
  return { en: error.hint?.en ?? '', zh: error.hint?.zh ?? '', msg: messageOf(error, 'en') };
}

/** In a value's place: what is written there, the word found, and the cure. */
const VALUES: readonly [written: string, found: string, cure: string][] = [
  ['NaN', 'NaN', 'send null'],
  ['nan', 'nan', 'send null'],
  ['-NaN', '-NaN', 'send null'],
  ['Infinity', 'Infinity', 'send null'],
  ['-Infinity', '-Infinity', 'send null'],
  ['inf', 'inf', 'send null'],
  ['-inf', '-inf', 'send null'],
  ['None', 'None', 'send null'],
  ['undefined', 'undefined', 'send null'],
  ['nil', 'nil', 'send null'],
  ['NULL', 'NULL', 'send null'],
  ['NaT', 'NaT', 'send null'],
  ['<NA>', '<NA>', 'send null'],
  ['True', 'True', 'JSON writes true'],
  ['TRUE', 'TRUE', 'JSON writes true'],
  ['False', 'False', 'JSON writes false'],
  ['+1.5', '+1.5', 'no plus'],
  ['007', '007', 'double quotes'],
  ['-01', '-01', 'begins with no zero'],
  ['.5', '.5', 'such as 0.5'],
  ['-.5', '-.5', 'such as 0.5'],
  ['5.', '5.', 'write 5.0'],
  ['5.e3', '5.', 'write 5.0'],
  ['1e', '1e', 'such as 1e5'],
  ['2.5e+', '2.5e+', 'such as 1e5'],
  ['0x1F', '0x1F', 'decimal'],
  ['0b11', '0b11', 'decimal'],
  ['1_000', '1_000', 'no underscores'],
  ['10n', '10n', 'without n'],
  ['5%', '% behind a number', 'double quotes'],
  ['2026-01-02', '2026-01-02', 'double quotes'],
  ['1.2.3', '1.2.3', 'double quotes'],
  ['-', 'minus', 'no digits'],
  ['HOLD', 'HOLD', 'double quotes'],
  ["'HOLD'", "single quote (')", 'json.dumps'],
  ['`HOLD`', 'backtick', 'double quotes'],
  ['“HOLD”', '“', 'plain one'],
  ['（1）', '（', 'needed'],
  ['(1, 2)', 'tuple', 'between [ and ]'],
  ['Decimal("1.5")', 'Decimal(', 'default=str'],
  ['datetime.datetime(2026, 1, 2)', 'datetime.datetime(', 'default=str'],
  ['<object object at 0x7f>', '<object', 'default=str'],
  ["b'x'", 'prefix', 'json.dumps'],
  ['[object Object]', '[object Object]', 'JSON.stringify'],
  ['...', '...', 'write all of it'],
  ['${rsi}', 'placeholder (${)', 'nothing was put in'],
  ['// none', 'comment (//)', 'take it out'],
  ['', 'no value in front of }', 'no value'],
  [',', 'comma with no value', 'take it out'],
];

const TEXTS: readonly [written: string, found: string, cure: string][] = [
  ['two\nlines', 'line break', 'write \\n'],
  ['two\r\nlines', 'line break', 'write \\n'],
  ['a\tb', 'tab', 'write \\t'],
  ['a\u0000b', 'control character', '\\u and four digits'],
  ['a\u001bb', 'control character', '\\u and four digits'],
  ['\\x41', '\\x41', '\\u0041'],
  ["it\\'s", "\\'", "write '"],
  ['\\u{1F600}', '\\u{1F600}', 'four digits'],
  ['\\u12g4', '\\u12', 'four hex digits'],
  ['C:\\data', '\\d', '\\\\'],
  ['one \\\n two', 'backslash at the end of a line', 'on one line'],
  ['\\ud83d', '\\ud83d', 'leave the half out'],
  ['say "hi" now', 'hi', 'written \\"'],
];

/** Whole bodies. */
const BODIES: readonly [what: string, body: Buffer, found: string, cure: string][] = [
  ['single quotes', utf8("{'stage': 's'}"), "single quote (')", 'double quotes only'],
  ['a Python dict', utf8("{'a': None, 'b': True}"), "single quote (')", 'json.dumps'],
  ['JSON5', utf8('{stage: "s"}'), 'stage without quotes', 'double quotes'],
  ['a number as a name', utf8('{1: "a"}'), '1 as a name', 'double quotes'],
  ['None as a name', utf8('{"a":1, None: 2}'), 'None without quotes', 'double quotes'],
  ['a trailing comma in an object', utf8('{"a":1,}'), 'comma before }', 'take out'],
  ['a trailing comma in a list', utf8('{"a":[1,\n]}'), 'comma before ]', 'take out'],
  ['a comma at first', utf8('{,"a":1}'), 'a comma too many', 'comma'],
  ['two commas', utf8('{"a":1,,"b":2}'), 'a comma too many', 'comma'],
  ['two commas in a list', utf8('{"a":[1,,2]}'), 'a comma with no value', 'take it out'],
  ['thousands', utf8('{"a":10,000}'), '000 behind a comma', 'separators of thousands'],
  ['no comma', utf8('{"a":1 "b":2}'), 'comma is missing before "', 'comma'],
  ['no comma in a list', utf8('{"a":[1 2]}'), 'comma is missing before 2', 'comma'],
  ['a semicolon between', utf8('{"a":1; "b":2}'), 'semicolon', 'commas'],
  ['an equals sign', utf8('{"a"=1}'), '= between', 'colon'],
  ['an arrow', utf8('{"a" => 1}'), '=> between', 'colon'],
  ['a name alone', utf8('{"a"}'), 'name without a value', '"name":value'],
  ['a name in a list', utf8('{"a":["b":1]}'), 'a colon behind a value', 'list'],
  ['the wrong bracket', utf8('{"a":[1}'), '} where the other bracket', 'open'],
  ['a comment of a line', utf8('{"a":1, // one\n"b":2}'), 'comment (//)', 'take it out'],
  ['a comment', utf8('{/* one */"a":1}'), 'comment (/*)', 'take it out'],
  ['a comment of Python', utf8('{"a":1} # one'), 'comment (#)', 'take it out'],
  ['a template', utf8('{"a":1,{{b}}:2}'), 'a { where a name is needed', 'template'],
  ['escaped twice', utf8('{\\"a\\":1}'), '\\" outside of a text', 'unescaped'],
  ['full-width', utf8('{"a"：1}'), '：', 'plain one'],
  ['a blank that is none', utf8('{\u00a0"a":1}'), 'invisible character (U+00A0)', 'take it out'],
  ['a mark inside', utf8('{"a":1}\u200b'), 'invisible character (U+200B)', 'take it out'],
  ['a byte order mark', utf8(`\ufeff${DOCUMENT}`), 'byte order mark', 'without one'],
  ['UTF-16 with a mark', utf16(`\ufeff${DOCUMENT}`), 'UTF-16', 'as UTF-8'],
  ['UTF-16 without', utf16(DOCUMENT), 'UTF-16', 'as UTF-8'],
  ['UTF-16, the other order', utf16(DOCUMENT).swap16(), 'UTF-16', 'as UTF-8'],
  ['UTF-32', Buffer.from(Array.from(DOCUMENT).flatMap((one) => [...utf8(one), 0, 0, 0])), 'UTF-32', 'as UTF-8'],
  ['gzip', gzipSync(DOCUMENT), 'compressed bytes', 'send the text as it is'],
  ['Latin-1', Buffer.from('{"a":"Zürich"}', 'latin1'), 'the byte 0xfc', 'as UTF-8'],
  ['GBK', Buffer.from([...utf8('{"a":"'), 0xd6, 0xd0, 0xb9, 0xfa, ...utf8('"}')]), 'the byte 0xd6', 'as UTF-8'],
  [
    'half a pair as bytes',
    Buffer.from([...utf8('{"a":"'), 0xed, 0xa0, 0xbd, ...utf8('"}')]),
    'half of a pair',
    'leave',
  ],
  ['HTML', utf8('<!doctype html><html>'), 'HTML', 'send JSON'],
  ['a form', utf8('symbol=cmt_btcusdt&size=1'), 'form encoding (symbol=…)', 'send JSON'],
  ['a form of one', utf8('a=b'), 'form encoding', 'send JSON'],
  ['a multipart form', utf8('--x\r\nContent-Disposition: form-data'), 'multipart', 'one JSON object'],
  ['percent-encoded', utf8('%7B%22a%22%3A1%7D'), 'percent-encoded', 'as it is'],
  ['Base64', utf8(Buffer.from(DOCUMENT).toString('base64')), 'Base64', 'as it is'],
  ['a fence', utf8(`\`\`\`json\n${DOCUMENT}\n\`\`\``), 'Markdown fence', 'inside it'],
  ['a fence behind', utf8(`${DOCUMENT}\n\`\`\``), 'Markdown fence', 'inside it'],
  ['prose', utf8(`Here is the decision:\n${DOCUMENT}`), 'words (Here', 'only the JSON'],
  ['prose behind', utf8(`${DOCUMENT}\nI hope this helps`), 'I behind the document', 'only the JSON'],
  ['YAML', utf8('stage: s\nmodel: m\n'), 'YAML', 'send JSON'],
  ['an event', utf8(`data: ${DOCUMENT}`), 'event stream', 'only the JSON'],
  ['a call', utf8(`callback(${DOCUMENT})`), 'a call (callback(', 'only the JSON'],
  ['bytes of Python', utf8(`b'${DOCUMENT}'`), 'bytes of Python', 'bytes themselves'],
  ['an object of a browser', utf8('[object Object]'), '[object Object]', 'JSON.stringify'],
  ['undefined alone', utf8('undefined'), 'undefined', 'send null'],
  ['two documents', utf8(`${DOCUMENT}\n${DOCUMENT}`), 'another document', 'one a request'],
  ['a bracket too many', utf8(`${DOCUMENT}}`), 'one bracket more', '}'],
  ['a semicolon behind', utf8(`${DOCUMENT};`), 'semicolon', 'take it out'],
  ['a comma behind', utf8(`${DOCUMENT},`), 'a comma behind the document', 'take it out'],
  ['a zero byte behind', utf8(`${DOCUMENT}\u0000`), 'zero byte', 'one byte less'],
  ['cut in a text', utf8('{"a":{"b":"c'), 'inside of a text, with 2 of its brackets open', 'send all of it'],
  ['cut behind a backslash', utf8('{"a":"c\\'), 'inside of a text', 'Content-Length'],
  ['cut between', utf8('{"a":{"b":[1'), 'too early, with 3 of its brackets open', 'Content-Length'],
  ['cut in a word', utf8('{"a":tru'), 'too early', 'send all of it'],
  ['nothing but blanks', utf8(' \n'), 'nothing but blanks', 'one JSON object'],
  ['a key twice', utf8('{"a":1,"a":2}'), '"a" twice', 'once'],
  ['a list', utf8(`[${DOCUMENT}]`), 'a list', 'one JSON object'],
  ['a text', utf8('"hello"'), 'a text', 'one JSON object'],
  ['encoded twice', utf8(JSON.stringify(DOCUMENT)), 'JSON inside of a text', 'encode it once'],
  ['null', utf8('null'), 'null', 'one JSON object'],
  ['a number', utf8('5'), 'a number', 'one JSON object'],
  ['too deep', utf8('['.repeat(40)), 'more than 32 levels', 'flatten'],
  ['too many', utf8(`[${'0,'.repeat(20_000)}0]`), 'more than 20000 values', 'send less'],
  ['a long name', utf8(`{"${'k'.repeat(300)}":1}`), 'more than 256 characters in a name', 'shorten'],
  ['a long text', utf8(`{"a":"${'k'.repeat(600_000)}"}`), 'more than 524288 characters', 'shorten'],
  ['a long number', utf8(`{"a":${'1'.repeat(70)}}`), 'more than 64 bytes in a number', 'as text'],
];

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

function expectHint(bytes: Buffer, found: string, cure: string): void {
  const { en, zh, msg } = hintsOf(bytes);
  expect(en).toMatch(/^found /);
  expect(en).toContain(found);
  expect(en).toContain(cure);
  expect(zh).toMatch(/^收到|^请求体/);
  expect(zh).toMatch(/\p{Script=Han}{2}/u);
  expect(isShowable(en + zh)).toBe(true);
  expect(msg).toMatch(/^Parameter validation failed: \w+ at \$.*, byte \d+$/);
}

describe('the hint for text that is no JSON', () => {
  it.each(VALUES)('names %s as a value, and the cure', (written, found, cure) => {
    expectHint(utf8(`{"input":{"rsi_14":${written}}}`), found, cure);
    if (written !== '') expectHint(utf8(`{"list":[1, ${written}]}`), found, cure);
  });

  it.each(TEXTS)('names what stands in the text %j, and the cure', (written, found, cure) => {
    expectHint(utf8(`{"a":"${written}"}`), found, cure);
    if (!written.includes('"')) expectHint(utf8(`{"${written}":1}`), found, cure);
  });

  it.each(BODIES)('names %s, and the cure', (_, body, found, cure) => {
    expectHint(body, found, cure);
  });

  it('repeats of a word no more than 24 characters, and of a control character its number', () => {
    expect(hintsOf(utf8(`{"a":${'x'.repeat(60)}}`)).en).toBe(
      `found ${'x'.repeat(24)}… without quotes: text needs double quotes`,
    );
    expect(hintsOf(utf8('{"a":\u0007}')).en).toBe('found U+0007 where a value is needed');
  });

  it('is there for any text that is refused, in printable words, in both languages', () => {
    const spoilt = fc
      .tuple(fc.json(), fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }))
      .map(([text, at, part]) => {
        const cut = at % (text.length + 1);
        return utf8(`{"a":${text.slice(0, cut)}${part}${text.slice(cut)}`);
      });
    fc.assert(
      fc.property(
        fc.oneof(
          spoilt,
          fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
        ),
        (bytes) => {
          if (scanObject(bytes, UPLOAD_LIMITS).ok) return;
          const { en, zh } = hintsOf(bytes);
          expect(en).toMatch(/^found ./);
          expect(zh).toMatch(/\p{Script=Han}/u);
          expect(isShowable(en + zh)).toBe(true);
        },
      ),
    );
  });

  it('finds its place in a body of a megabyte within the time a scan takes', () => {
    const body = utf8(`{"a":[${'"text with \\" an escape",'.repeat(40_000)}NaN]}`);
    const limits = { ...UPLOAD_LIMITS, values: 1e6 };
    const scanned = scanObject(body, limits);
    if (scanned.ok) throw new Error('it is JSON');
    const { path, offset } = scanned;
    expect([path, offset]).toEqual(['$.a[40000]', body.indexOf('NaN')]);
    expect(notJson(body, scanned, limits).hint?.en).toContain('found NaN');
  });
});
