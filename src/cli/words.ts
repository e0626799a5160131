/** Figures as a person reads them: per cents and counted words, never the bare units that programs are given. */

/** `-0.0513 %` of −51277 in 1e-8: two decimals, and four below one per cent, without zeros at the end. */
export function percent(value: bigint | number | string, decimals: 6 | 8): string {
  const units = BigInt(value);
  const size = units < 0n ? -units : units;
  const one = 10n ** BigInt(decimals - 2);
  const places = size < one ? 4 : 2;
  const rounded = (size * 10n ** BigInt(places) + one / 2n) / one;
  const digits = rounded.toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const text = `${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`} %`;
  return units < 0n && rounded > 0n ? `-${text}` : text;
}

/** `10 %` of a fraction as decimal text, `0.1`. */
export function percentOfFraction(fraction: string): string {
  const [whole = '', rest = ''] = fraction.split('.');
  return percent(`${whole}${rest.padEnd(8, '0').slice(0, 8)}`, 8);
}
