// A body leaves nothing behind on its connection once it has been handed over.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readBody } from './body.ts';
import { createDeadline } from './deadline.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MIB = 1024 * 1024;

describe('a body', () => {
  it.each([
    ['that is whole', MIB, MIB],
    ['that is above the limit', 2 * MIB, MIB],
  ])('%s lives no longer than whoever it is given to keeps it, though its request does', async (_, size, limit) => {
    const deadline = createDeadline(60_000);
    const requests: IncomingMessage[] = [];
    const seen: WeakRef<ArrayBufferLike>[] = [];
    const server = createServer((raw, response) => {
      requests.push(raw);
      const take = (part: Buffer): boolean => seen.push(new WeakRef(part.buffer)) > 0;
      const done = (kept: Buffer): void => {
        seen.push(new WeakRef(kept.buffer));
        response.end(String(kept.length));
      };
      readBody(raw, response, limit, { take, done, cut: () => undefined }, deadline, null);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', method: 'POST' });
    sent.end(Buffer.alloc(size, 'x'));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(await answer.toArray().then(String)).toBe(String(size > limit ? 0 : size));
    // An object that a turn has looked at lives until the turn is over.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const living = seen.filter((one) => (one.deref()?.byteLength ?? 0) >= 16 * 1024);
    expect(requests).toHaveLength(1);
    expect(living.length).toBeLessThanOrEqual(1);
    server.close();
  });
});
