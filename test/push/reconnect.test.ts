// A trader whose connections break at random under load ends with exactly the book and the account that REST reports. A
// few seconds of what `npm run reconnect` does for minutes.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { foundBy, reconnectUnderLoad } from './reconnecting.ts';

it('ends with exactly what REST reports, and sees no gap', async () => {
  const seed = randomInt(2 ** 32);
  const result = await reconnectUnderLoad(seed, 4_000);
  const { reconnects, messages, orders } = result;
  const about = `seed ${seed}, ${orders} requests, ${reconnects} connections, ${messages} messages`;
  const found = foundBy(result);
  expect(found, `${about}; found:\n${found.join('\n')}\n`).toEqual([]);
  expect(Math.min(reconnects, messages, orders), about).toBeGreaterThan(3);
});
