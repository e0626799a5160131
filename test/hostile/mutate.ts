/**
 * Hostile requests made of good ones: a sample that fits is changed in one place or two, so that most of it passes the
 * checks and the rest reaches deep. Text in, text out: what no JSON library would write is wanted here.
 */
import type { Random } from '../../src/market/random.ts';

/** JSON source texts that stand where a value should. */
const VALUES = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1',
  '-1',
  '3.7',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '18446744073709551616',
  '0.1234567890123456789012345678901',
  '1e18',
  '1e19',
  '00',
  '.5',
  '5.',
  '+1',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  'undefined',
  '""',
  '" "',
  '"0"',
  '"-1"',
  '"1e5"',
  '"1e18"',
  '"abc"',
  '"1,5"',
  '"１"',
  '"0.00000000000000000000000000000001"',
  '"null"',
  '"true"',
  '"cmt_btcusdt"',
  '"CMT_BTCUSDT"',
  '"cmt_nothing"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"<script>alert(1)</script>"',
  '"\'; DROP TABLE bill; --"',
  '"../../etc/passwd"',
  '"__proto__"',
  '"constructor"',
  '"%00"',
  '"\\n"',
  '"😀"',
  '[]',
  '{}',
  '[null]',
  '[[[[[[[[[[]]]]]]]]]]',
  '{"a":{"b":{"c":null}}}',
  '["1","2"]',
  '{"toString":1}',
  '"9".repeat',
  '1_000',
  "'1'",
  '// 1',
] as const;
const LONG = 5_000;
const KEYS = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'symbol',
  'size',
  'type',
  'orderId',
  'client_oid',
  '',
  ' ',
  '\\u0000',
  '中',
];

export const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)]!;

export function hostileValue(random: Random): string {
  const kind = random.below(20);
  if (kind === 0) return JSON.stringify('x'.repeat(random.below(LONG)));
  if (kind === 1) return '9'.repeat(1 + random.below(400));
  if (kind === 2) return `"${'9'.repeat(1 + random.below(60))}.${'1'.repeat(1 + random.below(60))}"`;
  if (kind === 3) return '['.repeat(random.below(200));
  if (kind === 4) return String((random.next() - 2 ** 31) * (random.below(2) === 0 ? 1 : 2 ** 21));
  return pick(random, VALUES);
}

type Members = [key: string, source: string][];

const membersOf = (sample: string): Members =>
  Object.entries(JSON.parse(sample) as Record<string, unknown>).map(([key, value]) => [key, JSON.stringify(value)]);
const textOf = (members: Members): string => `{${members.map(([key, source]) => `"${key}":${source}`).join(',')}}`;

/** A body: the sample with members replaced, dropped, doubled, renamed or added; now and then torn as a whole. */
export function hostileBody(random: Random, sample: string): Buffer {
  const members = membersOf(sample);
  for (let changes = random.below(3); changes >= 0; changes--) changeOne(random, members);
  const text = textOf(members);
  const whole = random.below(24);
  if (whole === 0) return Buffer.from(text.slice(0, random.below(text.length + 1)));
  if (whole === 1) return Buffer.from(`${text}${pick(random, ['x', '{}', '\u0000', ' ', '\n\n', ',', ']'])}`);
  if (whole === 2) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
  if (whole === 3) return flipped(random, Buffer.from(text));
  if (whole === 4) return Buffer.from(pick(random, ['', 'null', '[]', '0', '"x"', 'true', ' ', '\u0000', '{', '[{}]']));
  if (whole === 5) return Buffer.from(text, 'utf16le');
  return Buffer.from(text);
}

function changeOne(random: Random, members: Members): void {
  const at = random.below(Math.max(1, members.length));
  const member = members[at];
  const what = random.below(8);
  if (member === undefined || what === 0) members.push([pick(random, KEYS), hostileValue(random)]);
  else if (what === 1) members.splice(at, 1);
  else if (what === 2) members.push([member[0], hostileValue(random)]);
  else if (what === 3) members.push([escaped(member[0]), member[1]]);
  else members[at] = [member[0], hostileValue(random)];
}

/** The key with one letter written as an escape: the same key to whoever unescapes. */
function escaped(key: string): string {
  return key === '' ? key : `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`;
}

export function flipped(random: Random, bytes: Buffer): Buffer {
  if (bytes.length > 0) bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
  return bytes;
}

/** A query: pairs of the sample replaced, dropped, doubled or added, values raw or encoded in odd ways. */
export function hostileQuery(random: Random, sample: string): string {
  const pairs = sample === '' ? [] : sample.split('&').map((pair) => pair.split('=') as [string, string]);
  for (let changes = random.below(3); changes >= 0; changes--) {
    const at = random.below(Math.max(1, pairs.length));
    const value = queryValue(random);
    const what = random.below(5);
    if (pairs[at] === undefined || what === 0)
      pairs.push([pick(random, ['symbol', 'limit', 'cursor', 'startTime', 'a', '']), value]);
    else if (what === 1) pairs.splice(at, 1);
    else if (what === 2) pairs.push([pairs[at][0], value]);
    else pairs[at] = [pairs[at][0], value];
  }
  return pairs.map((pair) => pair.join('=')).join('&');
}

function queryValue(random: Random): string {
  const value = hostileValue(random).replaceAll(/^"|"$/g, '').slice(0, LONG);
  if (random.below(3) === 0)
    return pick(random, ['%', '%zz', '%00', '%ff', '%c0%80', '+', '%2B', '&', '=', '%26', '%ed%a0%80']);
  return encodeURIComponent(value.toWellFormed());
}
