import { expect, it } from 'vitest';
import { createClient } from './client.ts';

it('gives equal changes of one moment different timestamps, reads the same, and follows a clock that is set back', async () => {
  let nowMs = 1_767_258_000_000;
  const stamps: number[] = [];
  const client = createClient({
    url: 'http://exchange.test',
    apiKey: 'k',
    secret: 's',
    passphrase: 'p',
    nowMs: () => nowMs,
    fetch: async (_, init) => {
      stamps.push(Number(new Headers(init?.headers).get('ACCESS-TIMESTAMP')) - nowMs);
      return new Response('{}');
    },
  });
  const change = async (amount: string): Promise<void> => void (await client.post('/capi/v2/x', { amount }));
  for (const amount of ['1', '1', '2', '1', '2']) await change(amount);
  expect(stamps.splice(0)).toEqual([0, 1, 0, 2, 1]);
  for (let times = 0; times < 2; times++) await client.get('/capi/v2/x');
  expect(stamps.splice(0)).toEqual([0, 0]);
  nowMs += 1;
  await change('1');
  expect(stamps.splice(0), 'still among the ones given before').toEqual([2]);
  nowMs += 10;
  await change('1');
  nowMs -= 3_600_000;
  for (let times = 0; times < 2; times++) await change('1');
  expect(stamps).toEqual([0, 0, 1]);
});
