// A trader whose connections break at random under load ends with exactly the book and the account that REST reports. A
// few seconds of what `npm run reconnect` does for minutes.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { reconnectUnderLoad } from './reconnecting.ts';

it('ends with exactly what REST reports, and sees no gap', async () => {
  const seed = randomInt(2 ** 32);
  const { reconnects, messages, orders, gaps, differences } = await reconnectUnderLoad(seed, 4_000);
  expect({ gaps, differences }, `seed ${seed}`).toEqual({ gaps: [], differences: [] });
  expect(Math.min(reconnects, messages, orders), `seed ${seed}`).toBeGreaterThan(3);
});
