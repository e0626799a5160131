/** The largest value a leverage is allowed at, as a reject names it (MARG-005). */
import { expect, it } from 'vitest';
import { loadContract } from '../language/contract.ts';
import { DEFAULT_CONTRACTS } from '../language/contract-defaults.ts';
import { E8 } from '../num/units.ts';
import { valueLimit } from './order-margin.ts';

it.each([
  [126, 0],
  [125, 50_000],
  [101, 50_000],
  [100, 250_000],
  [51, 250_000],
  [50, 1_000_000],
  [20, 10_000_000],
])('at %ix the value of a BTC position may be %i USDT', (leverage, usdt) => {
  const bitcoin = loadContract(DEFAULT_CONTRACTS.find(({ symbol }) => symbol === 'cmt_btcusdt')!);
  expect(valueLimit(bitcoin, leverage)).toBe(usdt * E8);
});
