// A wire between browser and exchange that can be cut and mended, and that can lose a message of a WebSocket: all other
// bytes pass as they are.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Sieve } from './frames.ts';

export interface Wire {
  /** Where the browser asks instead of the exchange. */
  readonly url: string;
  /** Ends every connection, and takes none until it is mended. */
  cut(): void;
  mend(): void;
  /** Loses the next message of the exchange that fits, on whichever socket; resolves once it is lost. */
  lose(fits: (message: string) => boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  let losing: { readonly fits: (message: string) => boolean; readonly lost: () => void } | null = null;
  const isLost = (message: string): boolean => {
    if (!losing?.fits(message)) return false;
    losing.lost();
    losing = null;
    return true;
  };
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    const sieve = new Sieve(isLost);
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      if (!near.write(sieve.take(bytes))) far.pause();
    });
    near.on('drain', () => far.resume());
    far.on('end', () => near.end());
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      drop();
    },
    mend: () => void (isCut = false),
    lose: (fits) => new Promise((lost) => void (losing = { fits, lost })),
    async stop() {
      drop();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
