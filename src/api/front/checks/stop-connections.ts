/**
 * How a server's connections end with it. What has not arrived whole when the stop begins is not under way: half a
 * request, or none, is closed at once. A request that is whole is carried out and answered, however slowly that is
 * read, within a second; then its connection is closed as well. Without this one caller that sends half a line, or
 * reads nothing, keeps the process for as long as it likes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { machine } from '../../../time/machine.ts';

/** For answers under way, and for who reads them. */
const ANSWERED_WITHIN_MS = 1_000;

/** Follows the connections of a server. Returns the function that ends them, which resolves when there is none left. */
export function stopConnections(server: Server): () => Promise<void> {
  /** The requests of each whose answers are still owed. */
  const open = new Map<Duplex, Set<IncomingMessage>>();
  let isEnding = false;
  let settle: () => void = () => undefined;

  const endUnlessOwed = (socket: Duplex, owed: ReadonlySet<IncomingMessage>): void => {
    if (![...owed].some(({ complete }) => complete)) socket.destroy();
  };

  server.prependListener('connection', (socket: Duplex) => {
    open.set(socket, new Set());
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) settle();
    });
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const owed = open.get(socket);
    owed?.add(request);
    response.once('close', () => {
      owed?.delete(request);
      if (isEnding && owed !== undefined) endUnlessOwed(socket, owed);
    });
  });
  // A connection that goes on as something else, or elsewhere, is not the server's any more.
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    open.delete(socket);
    if (open.size === 0) settle();
  });

  return async () => {
    isEnding = true;
    for (const [socket, owed] of open) endUnlessOwed(socket, owed);
    const { promise, resolve } = Promise.withResolvers<void>();
    settle = resolve;
    if (open.size === 0) return;
    const late = machine.after(ANSWERED_WITHIN_MS, () => {
      for (const socket of open.keys()) socket.destroy();
    });
    await promise;
    late.cancel();
  };
}
