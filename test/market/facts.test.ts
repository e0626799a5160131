// A day of one seed in three contracts: the measures that a single day can hold, in their bands. The seed is always the
// same: of eight drawn ones, a day of all contracts each, two had too thin a tail (F05: 5.0 and 5.7), told by
// the fourteen largest of a day's minutes. Four days hold it: `npm run bench -- facts`.
import { expect, it } from 'vitest';
import { measureFacts } from '../../bench/facts.ts';
import { FACTS } from '../../bench/kit/market/facts.ts';
import { THOROUGH } from '../thorough.ts';

// It takes half a minute: `npm run thorough`.
it.runIf(THOROUGH)('the market has what real ones have', () => {
  const symbols = ['cmt_btcusdt', 'cmt_dogeusdt', 'cmt_ltcusdt'];
  const short = FACTS.filter((fact) => fact.short);
  const { rows } = measureFacts({ seeds: ['c'], hours: 24, symbols }, short, () => undefined);
  expect(rows.filter(({ held }) => held !== 'pass')).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(20);
});
