// Two programs, one of /capi/v2 and ccxt, trade one account at once, and neither sees another account than the other
// does (V3-39). A few seconds of what `npm run doors` does for an hour. Skipped where ccxt can't be had.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { isInstalled } from './library.ts';
import { tradeTogether } from './two-programs.ts';

it.skipIf(!isInstalled)('V3-39 two programs, one through each door, see one account', async () => {
  const seed = randomInt(2 ** 32);
  const { found, orders, fills } = await tradeTogether(seed, 4_000);
  const about = `seed ${seed}, ${orders} orders, ${fills} fills`;
  expect(found, `${about}; found:\n${found.join('\n')}\n`).toEqual([]);
  expect(Math.min(orders, fills), about).toBeGreaterThan(3);
});
