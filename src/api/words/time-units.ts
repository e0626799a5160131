/** The hint for a time that is in another unit than milliseconds. */
import type { Bilingual } from './errors.ts';

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
