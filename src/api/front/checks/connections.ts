/**
 * How many connections may be open, in all and from one address. One too many is answered immediately, without its
 * request being read, in the envelope of every error, and closed: 503 when all are taken, 429 when its address has its
 * share.
 *
 * A trusted proxy brings the connections of many and counts in all only. Connections beyond those that can even be
 * refused are closed without a word.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { renderError, unavailable } from '../../words/errors.ts';
import { addressList, countedAs, isIn, normalAddress } from '../keys/address.ts';
import type { FullFor } from '../body/body-room.ts';
import { say } from './broken-request.ts';
import { tooMany } from '../limits/limits.ts';
import type { ApiSettings } from '../limits/settings.ts';

/** Refused connections that may linger at the same time. */
const MAX_LINGERING = 512;

export interface Connections {
  readonly open: number;
  /** Those refused since the start. */
  readonly refused: Readonly<Record<FullFor, number>>;
  /** A connection goes on elsewhere and counts on; to be called when it has ended there. */
  handOver(socket: Socket): () => void;
}

type Limits = Pick<ApiSettings['http'], 'maxConnections' | 'maxConnectionsPerAddress' | 'trustedProxies'>;

/** Lets the server take connections up to the limits only. */
export function limitConnections(server: Server, limits: Limits, nowMs: () => number): Connections {
  const trusted = addressList(limits.trustedProxies);
  const refused: Record<FullFor, number> = { all: 0, address: 0 };
  const byAddress = new Map<string, number>();
  const leaves = new WeakMap<Socket, () => void>();
  let open = 0;
  let lingering = 0;

  function fullFor(name: string): FullFor | null {
    if (open >= limits.maxConnections) return 'all';
    return (byAddress.get(name) ?? 0) >= limits.maxConnectionsPerAddress && !isIn(trusted, name) ? 'address' : null;
  }

  function enter(socket: Socket, name: string): void {
    open++;
    byAddress.set(name, (byAddress.get(name) ?? 0) + 1);
    const leave = (): void => {
      open--;
      const left = (byAddress.get(name) ?? 1) - 1;
      if (left > 0) byAddress.set(name, left);
      else byAddress.delete(name);
    };
    leaves.set(socket, leave);
    socket.once('close', leave);
  }

  function refuse(socket: Socket, full: FullFor): void {
    refused[full]++;
    socket.on('error', () => socket.destroy());
    if (lingering >= MAX_LINGERING) return void socket.destroy();
    lingering++;
    socket.once('close', () => lingering--);
    const error = full === 'all' ? allTaken() : shareTaken();
    say(socket, error, renderError(error, 'en', nowMs()));
    socket.resume();
  }

  // The server's own listener reads from a connection from then on, so it gets only those that are taken.
  const take = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = normalAddress(socket.remoteAddress ?? '');
    const name = isIn(trusted, address) ? address : countedAs(address);
    const full = fullFor(name);
    if (full !== null) return refuse(socket, full);
    enter(socket, name);
    for (const listener of take) listener.call(server, socket);
  });
  return {
    get open() {
      return open;
    },
    refused,
    handOver(socket) {
      const leave = leaves.get(socket);
      if (leave === undefined) return () => undefined;
      socket.off('close', leave);
      return leave;
    },
  };
}

function allTaken() {
  return unavailable({ en: 'all connections are taken; connect again later', zh: '连接数已满，请稍后重试' });
}

function shareTaken() {
  return tooMany('ip', 1, {
    en: 'this address has too many connections; use those that are open',
    zh: '此地址的连接过多，请使用已有连接',
  });
}
