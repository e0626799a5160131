/**
 * A refusal in the words of whoever trades. The exchange's sentence stays what it is, for programs and people alike;
 * its facts are taken out of it and said anew. The patterns are held to the reference by a test.
 */
import type { RefusalWords } from '../words/en-refusals.ts';
import { number } from './number.ts';

export interface Refused {
  readonly code: string;
  readonly token: string | null;
  /** The exchange's sentence, in English or with Chinese beside it. */
  readonly text: string;
}

const STEP = /the stepSize '([^']*)' requirement\. Current .*? is '([^']*)'/;
const SIDE = /must be (greater|less) than (?:price )?([\d.]+)/;
const SYMBOL = /^.*?\b(cmt_\w+)/;
const OPEN = /of (\w+) while there are open orders \((\d+) working, (\d+) plan\)/;
const NAME = /Parameter (\S+) (?:cannot|is)|参数(\S+?)(?:不能为空|无效)/;

/** The places of the facts in a sentence, by reason, else by code. */
const FACTS: Readonly<Record<string, RegExp>> = {
  PARAMETER_INVALID: NAME,
  CONTRACT_NOT_TRADING: SYMBOL,
  MARK_PRICE_UNAVAILABLE: SYMBOL,
  SIZE_NOT_POSITIVE: STEP,
  SIZE_NOT_MULTIPLE_OF_STEP: STEP,
  SIZE_TOO_SMALL: /order size '([^']*)' is below \w+ '([^']*)'/,
  SIZE_TOO_LARGE: /order size '([^']*)' is above \w+ '([^']*)'/,
  PRICE_NOT_MULTIPLE_OF_TICK: STEP,
  PRICE_OUT_OF_RANGE: /([\d.]+) is outside ([\d.]+) to ([\d.]+)/,
  PRICE_OUT_OF_BAND: /(buy|sell) price ([\d.]+) is \w+ the allowed ([\d.]+) \(mark ([\d.]+)/,
  TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK: STEP,
  TRIGGER_PRICE_WRONG_SIDE: SIDE,
  PRESET_TP_NOT_MULTIPLE_OF_TICK: STEP,
  PRESET_SL_NOT_MULTIPLE_OF_TICK: STEP,
  PRESET_TP_WRONG_SIDE: SIDE,
  PRESET_SL_WRONG_SIDE: SIDE,
  MARGIN_MODE_MISMATCH: SYMBOL,
  SEPARATED_MODE_MISMATCH: SYMBOL,
  TOO_MANY_OPEN_ORDERS: /(\d+) working orders, the limit is (\d+)/,
  TOO_MANY_PLAN_ORDERS: /(\d+) plan orders, the limit is (\d+)/,
  TOO_MANY_SEPARATED_POSITIONS: /(\d+) separated positions in (\w+), the limit is (\d+)/,
  POSITION_SIDE_INVALID: /no (LONG|SHORT) position in (\w+)/,
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: OPEN,
  MODE_SWITCH_WITH_OPEN_POSITION: SYMBOL,
  MODE_SWITCH_WITH_OPEN_ORDERS: OPEN,
  CLOSE_SIZE_EXCEEDS_POSITION:
    /close size ([\d.]+) exceeds the closable ([\d.]+) of position \d+(?:; ([\d.]+) is held)?/,
  TPSL_SIZE_EXCEEDS_POSITION: /size ([\d.]+) exceeds the ([\d.]+) of/,
  CLOSE_PRICE_BEYOND_BANKRUPTCY: /close price ([\d.]+) is worse than ([\d.]+)/,
  POSITION_LIMIT_EXCEEDED: /([\d.]+) would exceed the position limit ([\d.]+) of (\w+)/,
  LEVERAGE_TIER_EXCEEDED: /notional ([\d.]+) at (\d+)x exceeds the tier limit ([\d.]+)/,
  MARGIN_REMOVAL_TOO_LARGE: /at most ([\d.]+) USDT/,
  INSUFFICIENT_MARGIN: /([\d.]+) USDT needed, ([\d.]+) available/,
  AMOUNT_INVALID: /amount '([^']*)'/,
  SYSTEM_LIMIT: /deposits would be ([\d.]+), the limit of the exchange is ([\d.]+)/,
  BALANCE_NOT_ENOUGH: /([\d.]+) asked, ([\d.]+) may leave/,
  INDEX_INVALID: /index price of (\w+) is (.*?), needs/,
  CONTRACT_IN_USE: SYMBOL,
  COPY_INVALID: /[:：] ?(.*?): needs (.*)$/,
  '40015': /^(?:40015 )?(.*)$/s,
  // Of the administration.
  invalid: /^(?:invalid )?(.*)$/s,
  forbidden: /^(?:forbidden )?(.*)$/s,
  '40017': /(?:Parameter validation failed: |参数校验失败：)(.*)$/s,
  '40019': NAME,
  '40020': NAME,
};

/** A refusal's meaning; null when there are no words for it, or its sentence is not the one they were made for. */
export function refusalText(words: RefusalWords, { code, token, text }: Refused): string | null {
  const key = token !== null && token in words ? token : code;
  if (!(key in words)) return null;
  const facts = factsOf(key, text);
  return facts === null ? null : refusalOf(words, key as keyof RefusalWords, facts);
}

/** The words of that kind of refusal with these facts, as they are on the wire. */
export function refusalOf(words: RefusalWords, key: keyof RefusalWords, facts: readonly string[]): string {
  return words[key](...facts.map(shown));
}

/** Null when the sentence has not the facts the words need. */
function factsOf(key: string, text: string): string[] | null {
  const pattern = FACTS[key];
  if (pattern === undefined) return [];
  const found = pattern.exec(text);
  // Of two ways to say a thing only one has facts.
  if (found === null) return null;
  const facts = found.slice(1);
  return pattern === NAME ? [facts.find((fact) => fact !== undefined) ?? ''] : facts.map((fact) => fact ?? '');
}

/** A fact as it is read: money with its cents, numbers in groups, a contract by its coin. */
function shown(fact: string): string {
  const [, coin] = /^cmt_(\w+)usdt$/.exec(fact) ?? [];
  if (coin !== undefined) return coin.toUpperCase();
  if (!/^\d+(\.\d+)?$/.test(fact)) return fact;
  const decimals = fact.split('.')[1]?.length ?? 0;
  return decimals === 8 ? number(fact, { decimals: 2 }).replace(/\.00$/, '') : number(fact, { decimals });
}
