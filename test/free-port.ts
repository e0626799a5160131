// A port for a test that has to know it before anything listens there, or that lets go of it and comes back: below
// those that systems give to outgoing connections (Linux from 32768 on, others from 49152 on), so that no connection
// of another test takes it meanwhile, nor one that asks for it while nothing listens connects to itself.
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 20_000;
const COUNT = 12_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    const listening = once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.listen(port, '127.0.0.1');
    if (!(await listening)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
