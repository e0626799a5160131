/**
 * A time that a person typed or an administrator posted, read in one way everywhere: text with its zone (RFC 3339), or
 * milliseconds since 1970. What looks like another unit is named, a day that no calendar has is refused, and nothing is
 * guessed: a time that is read wrongly makes what was meant for later happen at once.
 */

/** The time, or what is wrong with it as a clause behind its name: `is '…', which …`. */
export type ReadMoment = { readonly ok: true; readonly timeMs: number } | { readonly ok: false; readonly why: string };

/** Milliseconds of times from 1973 to 5138; beside them lie those of other units. */
const FIRST_MS = 100_000_000_000;
const FIRST_US = 100_000_000_000_000;
const FIRST_NS = 100_000_000_000_000_000;

const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d))$/;
const WHOLE = /^\d{1,24}$/;
const NEEDED = 'a time with its zone, such as 2026-12-01T00:00:00Z';

/** @param given text or a number, as it came */
export function readMoment(given: unknown): ReadMoment {
  if (typeof given === 'number') return readNumber(given, String(given));
  if (typeof given !== 'string') return refused(given === undefined ? 'missing' : 'no time');
  if (WHOLE.test(given)) return readNumber(Number(given), `'${given}'`);
  const found = FORM.exec(given);
  return found === null ? refused(`'${given}'`) : readText(given, found);
}

/** The unit in which a whole number is a time of our days, when that is not milliseconds. */
export function otherUnit(value: number): 'seconds' | 'microseconds' | 'nanoseconds' | null {
  if (value < FIRST_MS) return 'seconds';
  if (value < FIRST_US) return null;
  return value < FIRST_NS ? 'microseconds' : 'nanoseconds';
}

function readNumber(value: number, shown: string): ReadMoment {
  if (value < 0 || !Number.isInteger(value)) return refused(shown);
  const unit = otherUnit(value);
  if (unit === null) return { ok: true, timeMs: value };
  return { ok: false, why: `is ${shown}, which looks like ${unit}; needs milliseconds, or ${NEEDED}` };
}

function readText(text: string, found: RegExpExecArray): ReadMoment {
  const part = (group: number): number => Number(found[group] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)] as const;
  const days = daysIn(year, month);
  if (days === 0) return { ok: false, why: `is '${text}', a month that does not exist` };
  if (day < 1 || day > days)
    return { ok: false, why: `is '${text}', a day that does not exist: that month has ${days}` };
  const [zoneHours, zoneMinutes] = [part(10), part(11)];
  if (hour > 23 || minute > 59 || second > 59 || zoneHours > 23 || zoneMinutes > 59)
    return { ok: false, why: `is '${text}', a time that no clock shows` };
  const zone = (found[9] === '-' ? -1 : 1) * (zoneHours * 60 + zoneMinutes);
  const minutes = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute - zone;
  const milliseconds = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  return { ok: true, timeMs: (minutes * 60 + second) * 1_000 + milliseconds };
}

function refused(found: string): ReadMoment {
  return { ok: false, why: `is ${found}, needs ${NEEDED}` };
}

/** Days of a month of the Gregorian calendar; 0 when there is no such month. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Counted from March on, so that a leap day is the last of its year. */
function daysSince1970(year: number, month: number, day: number): number {
  const yearFromMarch = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const leapDays = Math.floor(yearFromMarch / 4) - Math.floor(yearFromMarch / 100) + Math.floor(yearFromMarch / 400);
  return yearFromMarch * 365 + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + day - 1 - DAYS_BEFORE_1970;
}

/** From 1 March of the year 0 to 1 January 1970. */
const DAYS_BEFORE_1970 = 719_468;
