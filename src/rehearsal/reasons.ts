/**
 * Reasons in words, as a model gives them: put together from what was measured, with so many ways to say it that two
 * teams hardly ever say the same, nor one team twice. English and Chinese.
 */
import type { Random } from '../market/random.ts';
import type { Figures } from './figures.ts';

type Slot = readonly string[];

const HEADS: Slot = [
  'Momentum',
  'Short-term flow',
  'The tape',
  'Price action',
  'Order flow',
  'The hourly picture',
  'Intraday structure',
  'The local trend',
  'Buying pressure',
  'The last impulse',
  'Market breadth',
  'The range',
  'Volatility',
  'Positioning',
];
const WHERE: Slot = ['on {coin}', 'in {coin}/USDT', 'for {coin}', 'across the {coin} book', 'around {mark}', 'here'];
const VERBS: Slot = [
  'has turned',
  'is leaning',
  'looks',
  'keeps getting',
  'stays',
  'became',
  'remains',
  'appears',
  'feels',
  'reads as',
  'just went',
];
const UP: Slot = ['constructive', 'firm', 'bid', 'supportive', 'bullish', 'resilient', 'well supported', 'upward'];
const DOWN: Slot = ['heavy', 'soft', 'offered', 'fragile', 'bearish', 'tired', 'poorly supported', 'downward'];
const LINKS: Slot = ['while', 'as', 'since', 'and', 'because', 'now that', 'given that', 'with the fact that'];
const FACTS: Slot = [
  'RSI(14) prints {rsi}',
  'EMA9 sits at {ema9} against {ema21}',
  'the hour moved {change} %',
  'we are {z} deviations from the hourly mean',
  'a minute moves {atr} % on average',
  'the fast average crossed the slow one near {ema21}',
  'momentum over the hour is {change} %',
  'the oscillator reads {rsi} and is not stretched',
  'realised volatility is {atr} % a minute',
  'price trades {z} sigma away from fair value',
  'the pullback to {ema21} held',
  'neither side defended {ema9}',
];
const ENDS: Slot = [
  'I act on it with modest size.',
  'Risk is small against the move expected.',
  'The stop goes beyond the last swing.',
  'Expected value is positive after fees.',
  'Exposure stays within the limit.',
  'I would be wrong beyond the hourly extreme.',
  'Funding does not change the picture.',
  'Confidence is moderate.',
  'No news argues against it.',
  'The plan is to hold until the signal fades.',
];
const ENTERING: Slot = ['so we go {side}', 'which favours a {side}', 'a {side} entry follows', 'hence {side} exposure'];
const LEAVING: Slot = [
  'so the {side} is closed',
  'which ends the case for the {side}',
  'we take the {side} off',
  'hence no more {side} exposure',
];

const CN_HEADS: Slot = [
  '短线动能',
  '盘口结构',
  '小时级别趋势',
  '成交量配合',
  '资金流向',
  '波动率',
  '市场情绪',
  '价格行为',
];
const CN_VERBS: Slot = ['明显', '继续', '逐步', '再次', '略微', '持续', '开始'];
const CN_UP: Slot = ['转强', '偏多', '回暖', '企稳', '上行', '走高'];
const CN_DOWN: Slot = ['转弱', '偏空', '承压', '走低', '回落', '下行'];
const CN_FACTS: Slot = [
  'RSI为{rsi}',
  'EMA9在{ema9}，EMA21在{ema21}',
  '近一小时涨跌{change}%',
  '偏离均值{z}个标准差',
  '每分钟波动约{atr}%',
  '现价{mark}附近有支撑',
];
const CN_ENDS: Slot = [
  '控制仓位。',
  '止损放在前低之外。',
  '预期收益为正。',
  '风险可控。',
  '等待信号减弱后离场。',
  '手续费已计入。',
];

export interface Act {
  readonly isLong: boolean;
  readonly opens: boolean;
}

export function reasonOf(random: Random, figures: Figures, { isLong, opens }: Act): string {
  const pick = picker(random);
  // Entering long, or leaving a short, is seeing it rise.
  const sees = pick(isLong === opens ? UP : DOWN);
  const then = pick(opens ? ENTERING : LEAVING);
  const words = [pick(HEADS), pick(WHERE), pick(VERBS), sees, pick(LINKS), `${pick(FACTS)},`, `${then}.`, pick(ENDS)];
  return filled(words.join(' '), figures, isLong ? 'long' : 'short');
}

export function chineseReasonOf(random: Random, figures: Figures, { isLong, opens }: Act): string {
  const pick = picker(random);
  const sees = pick(isLong === opens ? CN_UP : CN_DOWN);
  const then = `${opens ? '开' : '平'}${isLong ? '多' : '空'}`;
  const words = `{coin}${pick(CN_HEADS)}${pick(CN_VERBS)}${sees}，${pick(CN_FACTS)}，${pick(CN_FACTS)}，${then}，${pick(CN_ENDS)}`;
  return filled(words, figures, '');
}

/** Why nothing is done. */
export function waitingOf(random: Random, figures: Figures): string {
  const pick = picker(random);
  const words = [pick(HEADS), pick(WHERE), pick(VERBS), 'undecided', pick(LINKS), `${pick(FACTS)}:`, 'no trade.'];
  return filled(words.join(' '), figures, '');
}

function picker(random: Random): (slot: Slot) => string {
  return (slot) => slot[random.below(slot.length)] as string;
}

function filled(text: string, { coin, mark, rsi14, ema9, ema21, change1h, z, atrPct }: Figures, side: string): string {
  const values = { coin, mark, rsi: rsi14, ema9, ema21, change: change1h, z, atr: atrPct, side };
  return text.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => String(values[name]));
}
