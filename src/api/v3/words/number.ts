/** Numbers of JSON without an exponent: some programs read `1e-7` as text, or not at all. */
import type { DecimalText } from '../../../core/num/units.ts';
import { canonicalDecimal } from '../../call/scalars.ts';

/** In the language, but not yet in the compiler's library: JSON text that is written as it stands. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** A decimal as the JSON number with its digits; to be written, not to be counted with. */
export function plainNumber(text: DecimalText): number {
  return rawJSON(canonicalDecimal(text) ?? '0') as number;
}
