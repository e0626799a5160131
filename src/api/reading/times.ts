/**
 * Times in requests, as epoch milliseconds: the one reader of them. What is clearly in another unit is refused, and the
 * hint says how to come to milliseconds: read as they stand, seconds lie in 1970 and microseconds beyond all that is
 * kept, and the answer would be an empty list or all there is.
 */
import { invalid, malformed, type Bilingual } from '../words/errors.ts';
import { type Fields, foundInstead, textOf } from './fields.ts';
import { integerBetween, isIntegerText } from './scalars.ts';

/** The last time there is, 275760-09-13. */
const LAST_MS = 8_640_000_000_000_000;
/** So many digits a moment of our days has in each unit; in milliseconds 13, and up to 15 for ends that never come. */
const UNITS = [
  { digits: [9, 11], en: 'seconds, multiply by 1000', zh: '秒，请乘以1000' },
  { digits: [16, 18], en: 'microseconds, divide by 1000', zh: '微秒，请除以1000' },
  { digits: [19, 21], en: 'nanoseconds, divide by 1000000', zh: '纳秒，请除以1000000' },
] as const;

/** Such as "looks like seconds, multiply by 1000"; null for what may be milliseconds, or no time at all. */
export function otherUnit(text: string): Bilingual | null {
  if (!/^[1-9]\d*$/.test(text)) return null;
  const unit = UNITS.find(({ digits: [least, most] }) => text.length >= least && text.length <= most);
  return unit === undefined ? null : { en: `looks like ${unit.en}`, zh: `看起来是${unit.zh}` };
}

const MILLISECONDS: Bilingual = { en: 'epoch milliseconds', zh: '毫秒时间戳' };
/** Smaller than any time there can be: 1973. */
const LEAST_MS = 100_000_000_000;

/** Small numbers that stand for something else than a time. */
interface SmallNumbers {
  readonly most: number;
  readonly meaning: Bilingual;
}

/** A time in ms, or 0 for ever since; null when not given (W-05). */
export function timeOf(fields: Fields, name: string, small?: SmallNumbers): number | null {
  const text = textOf(fields, name);
  if (text === null) return null;
  const unit = otherUnit(text);
  if (unit !== null) throw invalid(name, { en: `${text} ${unit.en}`, zh: `${text}${unit.zh}` });
  const value = integerBetween(text, 0, LAST_MS);
  if (value !== null && (value >= LEAST_MS || value <= (small?.most ?? 0))) return value;
  const { en, zh } = MILLISECONDS;
  const meaning =
    small === undefined ? MILLISECONDS : { en: `${small.meaning.en}, or ${en}`, zh: `${small.meaning.zh}，或${zh}` };
  throw invalid(name, foundInstead(text, meaning));
}

/** A time in ms; null when it is not given or isn't a whole number. */
export function timeIfReadable(fields: Fields, name: string): number | null {
  const text = textOf(fields, name);
  return text === null || !isIntegerText(text) || text.startsWith('-') ? null : timeOf(fields, name);
}

interface TimeRange {
  readonly startTime: number | null;
  readonly endTime: number | null;
}

/** `startTime` and `endTime`, both inclusive; `checkTimeRange` answers 40017 when they are the wrong way round. */
export function timeRange(fields: Fields): TimeRange {
  return { startTime: timeOf(fields, 'startTime'), endTime: timeOf(fields, 'endTime') };
}

export function checkTimeRange({ startTime, endTime }: TimeRange): void {
  if (startTime !== null && endTime !== null && startTime > endTime)
    throw malformed({ en: 'startTime is after endTime', zh: 'startTime晚于endTime' });
}
