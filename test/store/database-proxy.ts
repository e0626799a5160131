// A network between the store and its PostgreSQL that a test can break: cut for a moment, down for a while, or losing
// the answer to one COMMIT that the server has carried out.
import { createServer, connect as connectTo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

export interface DatabaseProxy {
  /** The address of the database, through here. */
  readonly url: string;
  /** Ends every connection; new ones are taken. */
  cut(): void;
  /** Ends every connection and takes none until `up`. */
  down(): void;
  up(): void;
  /** The next COMMIT reaches the server, its answer reaches nobody: the connection breaks. Resolves when it did. */
  loseNextCommit(): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** @param url of a PostgreSQL, reached over TCP */
export async function databaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  let isDown = false;
  let loseCommit: (() => void) | null = null;

  const server: Server = createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const pair = { client, server: connectTo(Number(target.port || 5432), target.hostname) };
    let isLosing = false;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      pair.client.destroy();
      pair.server.destroy();
    };
    for (const socket of [pair.client, pair.server]) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => {
      if (loseCommit !== null && /commit\0/i.test(bytes.toString('latin1'))) isLosing = true;
      pair.server.write(bytes);
    });
    pair.server.on('data', (bytes) => {
      if (!isLosing) {
        client.write(bytes);
        return;
      }
      // The server has answered, so it has committed.
      loseCommit?.();
      loseCommit = null;
      end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);

  const cut = (): void => {
    for (const { client, server: far } of pairs) {
      client.destroy();
      far.destroy();
    }
  };
  return {
    url: through.toString(),
    cut,
    down() {
      isDown = true;
      cut();
    },
    up: () => void (isDown = false),
    loseNextCommit: () => new Promise((resolve) => (loseCommit = resolve)),
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
