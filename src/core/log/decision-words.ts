// The words of decisions: which classes a text names in an action's place, in English and Chinese (docs/ai-log.md 13).
//
// Knows words and the form of a label; what classes together mean is decision.ts's.
import { hasMorePoints } from '../text/utf8.ts';

export type WordClass = 'HOLD' | 'NO' | 'VETO' | 'CLOSE' | 'OPEN' | 'LONG' | 'SHORT' | 'BUY' | 'SELL';

const MAX_TEXT_LENGTH = 64;

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

/**
 * Words of a veto. None that also tells what a market did (a block of orders, a breakout that failed, a decline) or
 * what became of an order (stopped, cancelled): such a label may be the reason to trade.
 */
const VETOES: ReadonlySet<string> = new Set(
  (
    'BLOCKED VETO VETOED REJECT REJECTED REFUSE REFUSED DENY DENIED DISALLOWED FORBIDDEN PROHIBITED SUPPRESSED ' +
    'INHIBITED DISABLED HALT HALTED PAUSE PAUSED SUSPENDED COOLDOWN STANDBY SIDELINED THROTTLED GATED INELIGIBLE'
  ).split(' '),
);
/** One token, as programs name things: no prose, which may say anything about a veto. */
const LABEL = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/;

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

/** Part 1: the classes of a text; none for one of more than 64 code points. */
export function classesOf(text: string, mayVeto = false): ReadonlySet<WordClass> {
  const trimmed = text.trim();
  if (hasMorePoints(trimmed, MAX_TEXT_LENGTH)) return new Set();
  const whole = CHINESE.get(trimmed);
  if (whole !== undefined) return new Set(whole);
  const classes = new Set<WordClass>();
  const isLabel = mayVeto && LABEL.test(trimmed);
  for (const word of upperAscii(trimmed).split(/[^A-Z]+/)) {
    const wordClass = WORDS.get(word);
    if (wordClass !== undefined) classes.add(wordClass);
    if (isLabel && VETOES.has(word)) classes.add('VETO');
  }
  return classes;
}

export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
