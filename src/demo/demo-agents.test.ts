import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createKeyring } from '../api/front/keys/keyring.ts';
import { exchangeTime, wallClock } from '../time/wall-clock.ts';
import { beginAgents } from './demo-agents.ts';

const WAITS_MS = 5_000;

it('a stop does not wait until refused agents may ask again', async () => {
  const asked = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '20' });
    response.end(JSON.stringify({ code: '503', msg: 'the read store is away' }));
    asked.resolve();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const stop = beginAgents(
    { http: { basePath: '' } as Parameters<typeof beginAgents>[0]['http'], seed: 'one' },
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    {
      accounts: [1, 2, 3, 4].map((at) => ({ uid: 10_000_000 + at, name: `scripted-${at}` })),
      keyring: createKeyring(),
      time: exchangeTime(wallClock()),
      isOpen: () => true,
      log: { debug: () => undefined, warn: () => undefined },
    },
  );
  await asked.promise;
  expect(await Promise.race([stop().then(() => 'stopped'), sleep(WAITS_MS, 'waits')])).toBe('stopped');
});
