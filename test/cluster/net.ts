/**
 * Ways between machines that can be cut: TCP connections pass through this process, one listener for each way. A cut is
 * silent, as between machines: nothing is refused and nothing arrives, until it is healed. A member of etcd says in
 * each connection to another which one it is; a node's ways are its own.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The machine that nobody is on but PostgreSQL. */
export const STORE = -1;
const FROM_MEMBER = /X-Server-From: ([0-9a-f]+)/i;

interface Way {
  /** A machine, or what its member is called; null: none of them. */
  readonly from: number | string | null;
  readonly to: number;
  readonly sockets: readonly Socket[];
  isHeld: boolean;
}

export class Net {
  /** Machines by the id of their member, in hex. */
  readonly machines = new Map<string, number>();
  readonly #servers: Server[] = [];
  readonly #ways = new Set<Way>();
  readonly #cut = new Set<number>();

  /**
   * A way to what listens at `target`, on machine `to`.
   * @param from null: told from what members say
   * @returns its own address
   */
  async way(from: number | null, to: number, target: string): Promise<string> {
    const server = createServer((caller) => this.#enter(caller, from, to, target));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Nothing gets from this machine to others, or from others to it. */
  cut(machine: number): void {
    this.#cut.add(machine);
    for (const way of this.#ways) if (this.#isCut(way)) hold(way);
  }

  /** Connections that were held break, and others are made. */
  heal(): void {
    this.#cut.clear();
    for (const way of this.#ways) if (way.isHeld) for (const socket of way.sockets) socket.destroy();
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const { sockets } of this.#ways) for (const socket of sockets) socket.destroy();
  }

  #isCut({ from, to }: Pick<Way, 'from' | 'to'>): boolean {
    const machine = typeof from === 'string' ? this.machines.get(from) : (from ?? undefined);
    return machine !== to && (this.#cut.has(to) || (machine !== undefined && this.#cut.has(machine)));
  }

  #enter(caller: Socket, from: number | null, to: number, target: string): void {
    caller.on('error', () => caller.destroy());
    if (from !== null) return this.#pass(caller, { from, to }, target, null);
    caller.once('data', (first: Buffer) => {
      caller.pause();
      const id = FROM_MEMBER.exec(first.toString('latin1'))?.[1];
      this.#pass(caller, { from: id ?? null, to }, target, first);
    });
  }

  #pass(caller: Socket, ends: Pick<Way, 'from' | 'to'>, target: string, first: Buffer | null): void {
    const [host, port] = target.split(':') as [string, string];
    const called = connect({ host, port: Number(port) });
    const way: Way = { ...ends, sockets: [caller, called], isHeld: false };
    this.#ways.add(way);
    for (const [one, other] of [
      [caller, called],
      [called, caller],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#ways.delete(way);
        other.destroy();
      });
    }
    if (this.#isCut(way)) return hold(way);
    if (first !== null) called.write(first);
    caller.pipe(called).pipe(caller);
  }
}

function hold(way: Way): void {
  way.isHeld = true;
  for (const socket of way.sockets) {
    socket.unpipe();
    socket.pause();
  }
}
