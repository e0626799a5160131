// The decisions of an AI log: the actions named in its output, in one vocabulary, with symbol, size, price and client
// order ids (docs/ai-log.md 13).
//
// Team formats differ; this reads the ones in use by rule and never guesses: output that fits no rule yields no
// decision, and an empty list is UNKNOWN, which is neutral. Keys compare in ASCII lower case without `_`, `-` and
// space, and the first member that fits a name counts. Nothing is looked up, no number is rounded, and no text is
// understood beyond its words.
import { classesOf, upperAscii, type WordClass } from './decision-words.ts';
import type { JsonMember, JsonNode, JsonObject } from '../text/scan.ts';
import { finished, type Steps } from '../text/steps.ts';

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

/** Differences between the versions of a rule set. */
export interface Reading {
  /** Beside CLOSE a BUY or SELL under a key for sides may be the order's or the position's: it closes either. */
  readonly closesEitherWay: boolean;
  /** Of nested decisions that contradict each other, those under a name for a final one are the decision. */
  readonly finalWins: boolean;
  /** A label of the team's own that says it was kept from trading (`FLOW_GATE_BLOCKED`) is a HOLD. */
  readonly vetoesHold: boolean;
}

export const READING: Reading = { closesEitherWay: true, finalWins: true, vetoesHold: true };

/** The decisions of an output, and the client order ids it says it will use. */
export interface Decisions {
  readonly decisions: readonly Decision[];
  readonly clientOids: readonly string[];
}

const MAX_DECISIONS = 50;
const MAX_CLIENT_OIDS = 10;
const MAX_CLIENT_OID_LENGTH = 40;
const MAX_DECIMAL_LENGTH = 40;
/** A longer text names no contract, and is compared as it is. */
const MAX_SYMBOL_LENGTH = 1024;
/** Members whose names are made in a step. */
const STEP_MEMBERS = 512;
/** The one character beyond ASCII whose lower case is an ASCII letter. */
const KELVIN = '\u212a';

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
/** Of these, the names under which a team says what it does, and so what kept it from it. */
const VETO_NAMES: ReadonlySet<string> = new Set(ACTION_NAMES.slice(0, 5));
const SIDE_NAMES = ['positionside', 'side', 'direction', 'position'];
const SYMBOL_NAMES = ['symbol', 'pair', 'instrument', 'ticker', 'coin', 'asset'];
const SIZE_NAMES = ['size', 'quantity', 'qty'];
const PRICE_NAMES = ['price', 'limitprice', 'entryprice'];
const CLIENT_OID_NAMES = ['clientoid', 'clientoids', 'clientorderid', 'clientorderids'];

/** Members, normalised, that hold what an output of several voices comes to. */
const FINAL_NAMES: ReadonlySet<string> = new Set([
  'decision',
  'decisions',
  'final',
  'finalaction',
  'finaldecision',
  'finaldecisions',
  'order',
  'orders',
  'trade',
  'trades',
  'trader',
]);
const BUYS: ReadonlySet<Action> = new Set(['OPEN_LONG', 'CLOSE_SHORT', 'BUY']);
const SELLS: ReadonlySet<Action> = new Set(['OPEN_SHORT', 'CLOSE_LONG', 'SELL']);

const SIDES: readonly WordClass[] = ['LONG', 'SHORT', 'BUY', 'SELL'];

/** placeOrder's `type`. */
const TYPE_CODES: ReadonlyMap<string, Action> = new Map([
  ['1', 'OPEN_LONG'],
  ['2', 'OPEN_SHORT'],
  ['3', 'CLOSE_LONG'],
  ['4', 'CLOSE_SHORT'],
]);

/** An object that may hold a decision: a member, or an item of one that is an array. */
interface Candidate {
  readonly object: JsonObject;
  readonly member: string;
  readonly isItem: boolean;
}

/** The members of an object by name in normal form, the first of each. */
export type Names = ReadonlyMap<string, JsonNode>;

/** The decisions and client order ids of an upload's output. */
export function decisionsOf(output: JsonObject, reading: Reading = READING): Decisions {
  return finished(decisionsInSteps(output, reading));
}

/** The same of an output of some size, a step at a time. */
export function* decisionsInSteps(output: JsonObject, reading: Reading): Steps<Decisions> {
  const candidates = nestedObjects(output);
  const all = yield* namesInSteps([output, ...candidates.map(({ object }) => object)]);
  yield;
  const own = all[0] as Names;
  const nested = candidates.map((one, at) => ({ ...one, names: all[at + 1] as Names }));
  const clientOids = clientOidsOf([own, ...nested.map(({ names }) => names)]);
  const action = actionOf(own, reading);
  if (action !== null) return { decisions: [decisionOf(action, own, symbolOf(own))], clientOids };
  const said = nested.flatMap((one) => {
    const nestedAction = actionOf(one.names, reading);
    return nestedAction === null ? [] : [{ ...one, action: nestedAction }];
  });
  // A gate's word among others is no decision where something else is one.
  const others = said.filter((one) => one.action !== 'VETO');
  const found = others.length > 0 ? others : said;
  const several = found.length > 1;
  const decided = found.slice(0, MAX_DECISIONS).map(({ action: nestedAction, names, member, isItem }): Voice => {
    const isFinal = reading.finalWins && FINAL_NAMES.has(nameOf(member));
    const elsewhere = several && !isItem && !isFinal ? member : symbolOf(own);
    const decision = decisionOf(nestedAction, names, symbolOf(names) ?? elsewhere);
    return { decision, isFinal, plain: decision.symbol === null ? null : plainSymbol(decision.symbol) };
  });
  return { decisions: decided.filter((one) => !isOverruled(one, decided)).map(({ decision }) => decision), clientOids };
}

/** A nested decision, and whether its member's name says that it is the final one. */
interface Voice {
  readonly decision: Decision;
  readonly isFinal: boolean;
  /** Its symbol, to be compared. */
  readonly plain: string | null;
}

/** Whether a final decision about the same contract contradicts this one. */
function isOverruled({ decision, isFinal, plain }: Voice, all: readonly Voice[]): boolean {
  if (isFinal) return false;
  const isAboutSame = (one: Voice): boolean => one.plain === null || plain === null || one.plain === plain;
  return all.some((one) => one.isFinal && isAboutSame(one) && contradict([one.decision, decision]));
}

/**
 * Whether some of these decisions about one contract buy and others sell. Quotes on both sides, each with its price and
 * the bids below the offers, do not contradict each other.
 */
export function contradict(decisions: readonly Decision[]): boolean {
  const buys = decisions.filter(({ action }) => isBuy(action));
  const sells = decisions.filter(({ action }) => isSell(action));
  return buys.some(({ price: bid }) =>
    sells.some(({ price: offer }) => bid === null || offer === null || !isBelow(bid, offer)),
  );
}

/** Whether an action buys, whatever position that opens or closes. */
export function isBuy(action: Action): boolean {
  return BUYS.has(action);
}

export function isSell(action: Action): boolean {
  return SELLS.has(action);
}

/** Whether one plain decimal is below another. */
function isBelow(left: string, right: string): boolean {
  const [a = '', b = ''] = left.split('.');
  const [c = '', d = ''] = right.split('.');
  const places = Math.max(b.length, d.length);
  return BigInt(a + b.padEnd(places, '0')) < BigInt(c + d.padEnd(places, '0'));
}

/** Whether a logged symbol means the contract with this base and quote coin (`BTC`, `USDT`). */
export function symbolMatches(logged: string, base: string, quote: string): boolean {
  const plain = plainSymbol(logged);
  return plain === base || plain === `${base}${quote}` || plain === `${base}USD`;
}

/** A logged symbol in capitals, without prefix, separators and what says that it is a perpetual. */
function plainSymbol(logged: string): string {
  if (logged.length > MAX_SYMBOL_LENGTH) return logged;
  const upper = upperAscii(logged);
  const colon = upper.indexOf(':');
  const head = (colon < 0 ? upper : upper.slice(0, colon)).replace(/^CMT_/, '');
  return head.replace(/[^A-Z0-9]/g, '').replace(/(?:PERP|SWAP)$/, '');
}

/** Part 3: object members, and objects in array members, one level, in order. */
function nestedObjects(output: JsonObject): readonly Candidate[] {
  return output.members.flatMap(({ key, value }): readonly Candidate[] => {
    if (value.kind === 'object') return [{ object: value, member: key, isItem: false }];
    if (value.kind === 'array')
      return value.items.flatMap((item) =>
        item.kind === 'object' ? [{ object: item, member: key, isItem: true }] : [],
      );
    return [];
  });
}

function decisionOf(action: Action | 'VETO', names: Names, symbol: string | null): Decision {
  return {
    action: action === 'VETO' ? 'HOLD' : action,
    symbol,
    size: decimalOf(firstGiven(names, SIZE_NAMES)),
    price: decimalOf(firstGiven(names, PRICE_NAMES)),
  };
}

/** Part 2: the action of an object, a veto, or null. */
function actionOf(names: Names, reading: Reading): Action | 'VETO' | null {
  for (const name of ACTION_NAMES) {
    const node = names.get(name);
    if (node === undefined) continue;
    const code = name === 'type' ? typeCode(node) : undefined;
    if (code !== undefined) return code;
    if (node.kind !== 'string') continue;
    const own = classesOf(node.value, reading.vetoesHold && VETO_NAMES.has(name));
    const action = actionFrom(own, withOtherSides(own, names, name), reading);
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
function actionFrom(
  own: ReadonlySet<WordClass>,
  all: ReadonlySet<WordClass>,
  reading: Reading,
): Action | 'VETO' | 'stop' | 'next' {
  if (own.has('HOLD')) return 'HOLD';
  if (own.has('VETO')) return own.size === 1 ? 'VETO' : 'stop';
  if (own.has('NO')) return own.size === 1 ? 'HOLD' : 'stop';
  if ((all.has('LONG') && all.has('SHORT')) || (all.has('BUY') && all.has('SELL'))) return 'stop';
  if (own.has('OPEN') && own.has('CLOSE')) return 'stop';
  if (own.has('CLOSE')) return closingAction(own, all, reading);
  const sidesDiffer = (all.has('BUY') && all.has('SHORT')) || (all.has('SELL') && all.has('LONG'));
  if (own.has('OPEN')) return sidesDiffer ? 'stop' : (openingAction(all) ?? 'next');
  if (!SIDES.some((side) => own.has(side))) return 'next';
  if (sidesDiffer) return all.has('BUY') ? 'CLOSE_SHORT' : 'CLOSE_LONG';
  if (all.has('LONG')) return 'OPEN_LONG';
  if (all.has('SHORT')) return 'OPEN_SHORT';
  return all.has('BUY') ? 'BUY' : 'SELL';
}

function closingAction(own: ReadonlySet<WordClass>, all: ReadonlySet<WordClass>, reading: Reading): Action {
  if (all.has('LONG')) return 'CLOSE_LONG';
  if (reading.closesEitherWay && !all.has('SHORT') && !own.has('BUY') && !own.has('SELL')) return 'CLOSE';
  if (all.has('SHORT') || all.has('BUY')) return 'CLOSE_SHORT';
  return all.has('SELL') ? 'CLOSE_LONG' : 'CLOSE';
}

function openingAction(all: ReadonlySet<WordClass>): Action | null {
  if (all.has('LONG') || all.has('BUY')) return 'OPEN_LONG';
  return all.has('SHORT') || all.has('SELL') ? 'OPEN_SHORT' : null;
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
  return finished(namesInSteps([object]))[0] as Names;
}

/** Of each object. */
function* namesInSteps(objects: readonly JsonObject[]): Steps<Names[]> {
  const found: Names[] = [];
  let read = 0;
  for (const { members } of objects) {
    const names = new Map<string, JsonNode>();
    for (const member of members) {
      keepFirst(names, member);
      if (++read % STEP_MEMBERS === 0) yield;
    }
    found.push(names);
  }
  return found;
}

function keepFirst(names: Map<string, JsonNode>, { key, value }: JsonMember): void {
  const name = nameOf(key);
  if (!names.has(name)) names.set(name, value);
}

/** A key in normal form. Of ASCII's letters alone: what other letters become is like no name that is looked for. */
function nameOf(key: string): string {
  return key
    .replaceAll(KELVIN, 'é')
    .toLowerCase()
    .replace(/[_\- ]/g, '');
}
