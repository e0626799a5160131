/**
 * Times in requests, as epoch milliseconds: the one reader of them. What is clearly in another unit is refused, and the
 * hint says how to come to milliseconds: read as they stand, seconds lie in 1970 and microseconds beyond all that is
 * kept, and the answer would be an empty list or all there is.
 */
import { invalid, malformed, type Bilingual } from '../words/errors.ts';
import { otherUnit } from '../words/time-units.ts';
import { foundInstead } from '../call/fields.ts';
import { type Needed, optional, type Parameter, refined, text } from '../call/parameter.ts';
import { integerBetween, isIntegerText } from '../call/scalars.ts';

/** The last time there is, 275760-09-13. */
const LAST_MS = 8_640_000_000_000_000;
const MILLISECONDS: Bilingual = { en: 'epoch milliseconds', zh: '毫秒时间戳' };
/** Smaller than any time there can be: 1973. */
const LEAST_MS = 100_000_000_000;

/** Small numbers that stand for something else than a time. */
interface SmallNumbers {
  readonly most: number;
  readonly meaning: Bilingual;
}

/** A time in ms, or 0 for ever since (W-05). */
export function time(description: string, small?: SmallNumbers): Needed<number> {
  return refined(text(description), (found, name) => timeIn(found, name, small));
}

function timeIn(found: string, name: string, small?: SmallNumbers): number {
  const unit = otherUnit(found);
  if (unit !== null) throw invalid(name, { en: `${found} ${unit.en}`, zh: `${found}${unit.zh}` });
  const value = integerBetween(found, 0, LAST_MS);
  if (value !== null && (value >= LEAST_MS || value <= (small?.most ?? 0))) return value;
  const { en, zh } = MILLISECONDS;
  const meaning =
    small === undefined ? MILLISECONDS : { en: `${small.meaning.en}, or ${en}`, zh: `${small.meaning.zh}，或${zh}` };
  throw invalid(name, foundInstead(found, meaning));
}

/** The same; one that isn't a whole number counts as not given. */
export function timeIfReadable(description: string): Parameter<number | null> {
  return optional(
    refined(text(description), (found, name) =>
      !isIntegerText(found) || found.startsWith('-') ? null : timeIn(found, name),
    ),
  );
}

interface TimeRange {
  readonly startTime: number | null;
  readonly endTime: number | null;
}

/** Times of creation, both inclusive. */
export const rangeParameters = {
  startTime: optional(time('Epoch ms, inclusive, on the creation time')),
  endTime: optional(time('Epoch ms, inclusive, on the creation time')),
};

/** The values that were read; 40017 when the times are the wrong way round. */
export function inTimeOrder<Values extends TimeRange>(values: Values): Values {
  const { startTime, endTime } = values;
  if (startTime !== null && endTime !== null && startTime > endTime)
    throw malformed({ en: 'startTime is after endTime', zh: 'startTime晚于endTime' }, undefined, 'times');
  return values;
}
