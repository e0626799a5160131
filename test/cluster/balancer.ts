/**
 * A load balancer of a few lines: passes connections on to nodes that say that they are ready, one after the other. It
 * knows nothing of HTTP but `/readyz`, so WebSockets go through it as they are. Whoever runs an exchange takes a real
 * one.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const LOOK_MS = 250;
const ANSWER_MS = 1_000;

export interface Balancer {
  readonly url: string;
  /** Those that get connections now. */
  ready(): readonly string[];
  close(): Promise<void>;
}

/** @param urls `http://host:port` of each node */
export async function startBalancer(urls: readonly string[], port = 0): Promise<Balancer> {
  let ready: readonly string[] = [];
  let turn = 0;
  const sockets = new Set<Socket>();
  const look = async (): Promise<void> => {
    const found = await Promise.all(urls.map(async (url) => ((await isReady(url)) ? url : null)));
    ready = found.filter((url) => url !== null);
  };
  const server = createServer((caller) => {
    const url = ready[turn++ % Math.max(1, ready.length)];
    if (url === undefined) {
      caller.destroy();
      return;
    }
    const { hostname: host, port: at } = new URL(url);
    const node = connect({ host, port: Number(at) });
    for (const [one, other] of [
      [caller, node],
      [node, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    caller.pipe(node).pipe(caller);
  });
  await look();
  const timer = setInterval(() => void look(), LOOK_MS);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    async close() {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}
