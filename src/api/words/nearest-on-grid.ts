/**
 * The two values of a grid around a caller's number, for hints: "Nearest valid sizes: 0.0001 and 0.0002". Exact, on
 * text.
 */
import type { DecimalText } from '../../core/num/units.ts';
import { canonicalText } from '../../core/num/decimal.ts';
import type { Bilingual } from './errors.ts';

const DECIMALS = 30;

function scaled(text: DecimalText): bigint {
  const point = text.indexOf('.');
  const fraction = point < 0 ? '' : text.slice(point + 1);
  return BigInt((point < 0 ? text : text.slice(0, point)) + fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS));
}

/**
 * The multiples of `unit` next to `text`, from below and above, both positive: only one when the lower wouldn't be.
 * @param text canonical decimal text of at most 30 decimals
 */
export function nearestOnGrid(text: DecimalText, unit: DecimalText): DecimalText[] {
  const step = scaled(unit);
  const value = scaled(text);
  if (value <= 0n) return [unit];
  const below = value - (value % step);
  const rounded = below === value ? [value] : [below, below + step];
  return rounded.filter((one) => one > 0n).map((one) => canonicalText(one, DECIMALS));
}

/** "Nearest valid sizes: 0.0001 and 0.0002", or one of them where the grid begins. */
export function nearest(kind: 'sizes' | 'prices', text: string, unit: string): Bilingual {
  const found = nearestOnGrid(text, unit);
  const both = found.length > 1;
  return {
    en: `Nearest valid ${both ? kind : kind.slice(0, -1)}: ${found.join(' and ')}`,
    zh: `最接近的有效${kind === 'sizes' ? '数量' : '价格'}：${found.join('、')}`,
  };
}
