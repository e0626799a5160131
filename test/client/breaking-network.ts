/** A network between a client and an exchange that a test breaks: every connection through it ends, at any byte. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BreakingNetwork {
  /** The exchange, through here. */
  readonly url: string;
  /** Ends all connections; new ones are taken. */
  cut(): void;
  close(): Promise<void>;
}

export async function breakingNetwork(exchange: string): Promise<BreakingNetwork> {
  const { hostname, port } = new URL(exchange);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const end = (): void => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    open.add(near);
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const near of open) near.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
