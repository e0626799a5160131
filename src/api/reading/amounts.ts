/** Amounts of money and leverage in requests, the same under the names of every dialect. */
import type { DecimalText } from '../../core/num/units.ts';
import { foundInstead } from '../call/fields.ts';
import { decimal, type Needed, refined } from '../call/parameter.ts';
import { invalid } from '../words/errors.ts';

/** Decimals of the coin. */
const DECIMALS = 8;

/** Money to move into a position or out of it: other than 0, with no more decimals than the coin has. */
export function marginAmount(description: string): Needed<DecimalText> {
  return refined(decimal(description), (amount, name) => {
    const decimals = amount.split('.')[1]?.length ?? 0;
    if (amount !== '0' && decimals <= DECIMALS) return amount;
    const need = { en: 'an amount other than 0 with at most 8 decimals', zh: '非零金额，最多8位小数' };
    throw invalid(name, foundInstead(amount, need));
  });
}

/** Far above any cap: larger values need not be told apart. */
const HUGE_DIGITS = 9;
const HUGE = 999_999_999;

/** A whole number of at least 1, in any spelling (`20`, `"20.00"`). */
export function times(description: string): Needed<number> {
  return refined(decimal(description), (found, name) => {
    if (found === '0' || found.startsWith('-') || found.includes('.'))
      throw invalid(name, foundInstead(found, { en: 'a whole number of at least 1', zh: '不小于1的整数' }));
    return found.length > HUGE_DIGITS ? HUGE : Number(found);
  });
}
