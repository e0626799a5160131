// Asked to stop again and again, as by a Ctrl-C that reaches the exchange from the terminal and from the launcher: it
// stops once, and whole.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanUp, newFolder, startExchange } from './process.ts';

afterAll(cleanUp);

it('takes every further signal for the first', async () => {
  const data = newFolder();
  const { child, stop } = await startExchange('start', data);
  const again = setInterval(() => child.kill('SIGTERM'), 2);
  await stop('SIGTERM');
  clearInterval(again);
  expect(existsSync(join(data, 'admin-url'))).toBe(false);
});
