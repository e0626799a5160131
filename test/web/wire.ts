// A wire between browser and exchange that can be cut and mended: bytes pass as they are.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  /** Where the browser asks instead of the exchange. */
  readonly url: string;
  /** Ends every connection, and takes none until it is mended. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function startWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
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
    async stop() {
      drop();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
