// The decisions of an AI log: the actions named in its output, in one vocabulary, with symbol, size, price and client
// order ids (docs/ai-log.md 13).
//
// Team formats differ; this reads the ones in use by rule and never guesses: output that fits no rule yields no
// decision, and an empty list is UNKNOWN, which is neutral. Keys compare in ASCII lower case without `_`, `-` and
// space, and the first member that fits a name counts. Nothing is looked up, no number is rounded, and no text is
// understood beyond its words.
import type { JsonMember, JsonNode, JsonObject } from '../../text/scan.ts';
import { hasMorePoints } from '../../text/utf8.ts';

export type Action = 'OPEN_LONG' | 'OPEN_SHORT' | 'CLOSE_LONG' | 'CLOSE_SHORT' | 'CLOSE' | 'BUY' | 'SELL' | 'HOLD';

/**
 * `symbol` as logged; `size` and `price` plain decimals above zero without trailing zeros. Null: not given, or not
 * readable.
 */
export interface Decision {
  readonly action: Action;
  readonly symbol: string | null;
  readonly size: string | null;
  readonly price: string | null;
}

/** The decisions of an output, and the client order ids it says it will use. */
export interface Decisions {
  readonly decisions: readonly Decision[];
  readonly clientOids: readonly string[];
}

type WordClass = 'HOLD' | 'NO' | 'CLOSE' | 'OPEN' | 'LONG' | 'SHORT' | 'BUY' | 'SELL';

const MAX_DECISIONS = 50;
const MAX_CLIENT_OIDS = 10;
const MAX_CLIENT_OID_LENGTH = 40;
const MAX_TEXT_LENGTH = 64;
const MAX_DECIMAL_LENGTH = 40;

const ACTION_NAMES = [
  'decision',
  'action',
  'finaldecision',
  'signal',
  'recommendation',
  'direction',
  'side',
  'positionside',
  'type',
];
const SIDE_NAMES = ['positionside', 'side', 'direction', 'position'];
const SYMBOL_NAMES = ['symbol', 'pair', 'instrument', 'ticker', 'coin', 'asset'];
const SIZE_NAMES = ['size', 'quantity', 'qty'];
const PRICE_NAMES = ['price', 'limitprice', 'entryprice'];
const CLIENT_OID_NAMES = ['clientoid', 'clientoids', 'clientorderid', 'clientorderids'];

const SIDES: readonly WordClass[] = ['LONG', 'SHORT', 'BUY', 'SELL'];

const WORDS: ReadonlyMap<string, WordClass> = new Map(
  (
    [
      ['HOLD', 'HOLD WAIT NEUTRAL SKIP NONE NOTHING STAY AVOID ABSTAIN'],
      ['NO', 'NO NOT'],
      ['CLOSE', 'CLOSE EXIT REDUCE COVER FLATTEN LIQUIDATE PROFIT LOSS'],
      ['OPEN', 'OPEN ENTER ENTRY ADD INCREASE'],
      ['LONG', 'LONG'],
      ['SHORT', 'SHORT'],
      ['BUY', 'BUY'],
      ['SELL', 'SELL'],
    ] as const
  ).flatMap(([wordClass, words]) => words.split(' ').map((word) => [word, wordClass] as const)),
);

const CHINESE: ReadonlyMap<string, readonly WordClass[]> = new Map<string, readonly WordClass[]>([
  ['做多', ['LONG']],
  ['做空', ['SHORT']],
  ['开多', ['OPEN', 'LONG']],
  ['开空', ['OPEN', 'SHORT']],
  ['平多', ['CLOSE', 'LONG']],
  ['平空', ['CLOSE', 'SHORT']],
  ['平仓', ['CLOSE']],
  ['买入', ['BUY']],
  ['卖出', ['SELL']],
  ['持有', ['HOLD']],
  ['观望', ['HOLD']],
]);

/** placeOrder's `type`. */
const TYPE_CODES: ReadonlyMap<string, Action> = new Map([
  ['1', 'OPEN_LONG'],
  ['2', 'OPEN_SHORT'],
  ['3', 'CLOSE_LONG'],
  ['4', 'CLOSE_SHORT'],
]);

/**
 * An object that may hold a decision; `key` is the member it is, null for the output itself and for items of an array.
 */
interface Candidate {
  readonly object: JsonObject;
  readonly key: string | null;
}

/** The members of an object by name in normal form, the first of each. */
export type Names = ReadonlyMap<string, JsonNode>;

/** The decisions and client order ids of an upload's output. */
export function decisionsOf(output: JsonObject): Decisions {
  const own = namesOf(output);
  const nested = nestedObjects(output).map(({ object, key }) => ({ names: namesOf(object), key }));
  const clientOids = clientOidsOf([own, ...nested.map(({ names }) => names)]);
  const action = actionOf(own);
  if (action !== null) return { decisions: [decisionOf(action, own, symbolOf(own))], clientOids };
  const found = nested.flatMap(({ names, key }) => {
    const nestedAction = actionOf(names);
    return nestedAction === null ? [] : [{ action: nestedAction, names, key }];
  });
  const several = found.length > 1;
  const decisions = found.slice(0, MAX_DECISIONS).map(({ action: nestedAction, names, key }) => {
    const elsewhere = several ? (key ?? symbolOf(own)) : symbolOf(own);
    return decisionOf(nestedAction, names, symbolOf(names) ?? elsewhere);
  });
  return { decisions, clientOids };
}

/** Whether a logged symbol means the contract with this base and quote coin (`BTC`, `USDT`). */
export function symbolMatches(logged: string, base: string, quote: string): boolean {
  const upper = upperAscii(logged);
  const colon = upper.indexOf(':');
  const head = (colon < 0 ? upper : upper.slice(0, colon)).replace(/^CMT_/, '');
  const plain = head.replace(/[^A-Z0-9]/g, '').replace(/(?:PERP|SWAP)$/, '');
  return plain === base || plain === `${base}${quote}` || plain === `${base}USD`;
}

/** Part 3: object members, and objects in array members, one level, in order. */
function nestedObjects(output: JsonObject): readonly Candidate[] {
  return output.members.flatMap(({ key, value }): readonly Candidate[] => {
    if (value.kind === 'object') return [{ object: value, key }];
    if (value.kind === 'array')
      return value.items.flatMap((item) => (item.kind === 'object' ? [{ object: item, key: null }] : []));
    return [];
  });
}

function decisionOf(action: Action, names: Names, symbol: string | null): Decision {
  return {
    action,
    symbol,
    size: decimalOf(firstGiven(names, SIZE_NAMES)),
    price: decimalOf(firstGiven(names, PRICE_NAMES)),
  };
}

/** Part 2: the action of an object, or null. */
function actionOf(names: Names): Action | null {
  for (const name of ACTION_NAMES) {
    const node = names.get(name);
    if (node === undefined) continue;
    const code = name === 'type' ? typeCode(node) : undefined;
    if (code !== undefined) return code;
    if (node.kind !== 'string') continue;
    const own = classesOf(node.value);
    const action = actionFrom(own, withOtherSides(own, names, name));
    if (action === 'stop') return null;
    if (action !== 'next') return action;
  }
  return null;
}

function typeCode(node: JsonNode): Action | undefined {
  if (node.kind === 'number') return TYPE_CODES.get(node.literal);
  return node.kind === 'string' ? TYPE_CODES.get(node.value.trim()) : undefined;
}

/** The classes of a text plus the sides named by the other keys that name sides. */
function withOtherSides(own: ReadonlySet<WordClass>, names: Names, except: string): ReadonlySet<WordClass> {
  const all = new Set(own);
  for (const name of SIDE_NAMES) {
    const node = name === except ? undefined : names.get(name);
    if (node?.kind !== 'string') continue;
    const classes = classesOf(node.value);
    for (const side of SIDES) if (classes.has(side)) all.add(side);
  }
  return all;
}

/** The table of part 2, line by line: `stop` = the object has no action, `next` = ask the next key. */
function actionFrom(own: ReadonlySet<WordClass>, all: ReadonlySet<WordClass>): Action | 'stop' | 'next' {
  if (own.has('HOLD')) return 'HOLD';
  if (own.has('NO')) return own.size === 1 ? 'HOLD' : 'stop';
  if ((all.has('LONG') && all.has('SHORT')) || (all.has('BUY') && all.has('SELL'))) return 'stop';
  if (own.has('OPEN') && own.has('CLOSE')) return 'stop';
  if (own.has('CLOSE')) return closingAction(all);
  const sidesDiffer = (all.has('BUY') && all.has('SHORT')) || (all.has('SELL') && all.has('LONG'));
  if (own.has('OPEN')) return sidesDiffer ? 'stop' : (openingAction(all) ?? 'next');
  if (!SIDES.some((side) => own.has(side))) return 'next';
  if (sidesDiffer) return all.has('BUY') ? 'CLOSE_SHORT' : 'CLOSE_LONG';
  if (all.has('LONG')) return 'OPEN_LONG';
  if (all.has('SHORT')) return 'OPEN_SHORT';
  return all.has('BUY') ? 'BUY' : 'SELL';
}

function closingAction(all: ReadonlySet<WordClass>): Action {
  if (all.has('LONG')) return 'CLOSE_LONG';
  if (all.has('SHORT') || all.has('BUY')) return 'CLOSE_SHORT';
  return all.has('SELL') ? 'CLOSE_LONG' : 'CLOSE';
}

function openingAction(all: ReadonlySet<WordClass>): Action | null {
  if (all.has('LONG') || all.has('BUY')) return 'OPEN_LONG';
  return all.has('SHORT') || all.has('SELL') ? 'OPEN_SHORT' : null;
}

/** Part 1: the classes of a text; none for one of more than 64 code points. */
function classesOf(text: string): ReadonlySet<WordClass> {
  const trimmed = text.trim();
  if (hasMorePoints(trimmed, MAX_TEXT_LENGTH)) return new Set();
  const whole = CHINESE.get(trimmed);
  if (whole !== undefined) return new Set(whole);
  const classes = new Set<WordClass>();
  for (const word of upperAscii(trimmed).split(/[^A-Z]+/)) {
    const wordClass = WORDS.get(word);
    if (wordClass !== undefined) classes.add(wordClass);
  }
  return classes;
}

/** Part 4: a symbol, or null if the object names none. */
export function symbolOf(names: Names): string | null {
  const node = firstGiven(names, SYMBOL_NAMES);
  return node?.kind === 'string' && node.value !== '' ? node.value : null;
}

/** Part 4: an exact decimal above zero as plain text, or null. */
export function decimalOf(node: JsonNode | undefined): string | null {
  if (node?.kind === 'number') return plainDecimal(node.literal);
  return node?.kind === 'string' ? plainDecimal(node.value) : null;
}

/**
 * Digits with a fraction or an exponent, written out without either's trailing zeros; null above 40 characters, before
 * or after.
 */
function plainDecimal(text: string): string | null {
  if (text.length > MAX_DECIMAL_LENGTH) return null;
  const match = /^\+?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return null;
  // The point is this many digits from the left of `digits`; it may be outside of them.
  const point = digits.length - fraction.length + Number(exponent);
  if (point > MAX_DECIMAL_LENGTH || point < -MAX_DECIMAL_LENGTH) return null;
  const integer = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const rest = (point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')).replace(/0+$/, '');
  const plain = rest === '' ? integer : `${integer}.${rest}`;
  return plain.length > MAX_DECIMAL_LENGTH ? null : plain;
}

/** Part 4: client order ids in order of appearance, each once. */
function clientOidsOf(objects: readonly Names[]): readonly string[] {
  const found = new Set<string>();
  for (const names of objects) {
    for (const name of CLIENT_OID_NAMES) {
      for (const text of textsOf(names.get(name))) {
        if (text !== '' && text.length <= MAX_CLIENT_OID_LENGTH && found.size < MAX_CLIENT_OIDS) found.add(text);
      }
    }
  }
  return [...found];
}

function textsOf(node: JsonNode | undefined): readonly string[] {
  if (node?.kind === 'string') return [node.value];
  return node?.kind === 'array' ? node.items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])) : [];
}

/** The first of these names that is given; null counts as not given. */
export function firstGiven(names: Names, wanted: readonly string[]): JsonNode | undefined {
  for (const name of wanted) {
    const node = names.get(name);
    if (node !== undefined && node.kind !== 'null') return node;
  }
  return undefined;
}

export function namesOf(object: JsonObject): Names {
  const names = new Map<string, JsonNode>();
  for (const member of object.members) keepFirst(names, member);
  return names;
}

function keepFirst(names: Map<string, JsonNode>, { key, value }: JsonMember): void {
  const name = key.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[_\- ]/g, '');
  if (!names.has(name)) names.set(name, value);
}

function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
