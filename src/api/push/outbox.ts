/**
 * The frames one connection still has to be sent. The network is given one at a time while it takes them; the others
 * wait here as frames that all subscribers share, so that a slow reader costs a list and no copies.
 *
 * Knows how much waits and since when nothing was taken. Whether that is too much is its owner's to say.
 */
import type { Duplex } from 'node:stream';

export class Outbox {
  /** Called when the network has taken everything after it had not. */
  onEmpty: () => void = () => undefined;
  readonly #socket: Duplex;
  #waiting: Buffer[] = [];
  /** The first of them that was not handed to the socket yet. */
  #next = 0;
  #waitingBytes = 0;
  #isCorked = false;
  #given = 0;
  #taken = 0;
  #takenMs: number;

  constructor(socket: Duplex, nowMs: number) {
    this.#socket = socket;
    this.#takenMs = nowMs;
    socket.on('drain', () => this.#pump());
  }

  /** Bytes the network has not taken yet. */
  get unsent(): number {
    return this.#waitingBytes + this.#socket.writableLength;
  }

  /** Whether everything was handed to the network. */
  get isEmpty(): boolean {
    return this.#waitingBytes === 0;
  }

  /** Sends a frame after those before it. All frames of one turn of the event loop leave in one write. */
  send(frame: Buffer): void {
    if (this.#waitingBytes > 0 || this.#socket.writableNeedDrain) {
      this.#waiting.push(frame);
      this.#waitingBytes += frame.length;
    } else this.#write(frame);
  }

  /** Gives up what waits. */
  drop(): void {
    this.#waiting = [];
    this.#next = 0;
    this.#waitingBytes = 0;
  }

  /** For how long nothing has been taken although there was something to take, in ms; 0 while all is taken. */
  stalledMs(nowMs: number): number {
    const taken = this.#given - this.#socket.writableLength;
    if (taken !== this.#taken || this.unsent === 0) {
      this.#taken = taken;
      this.#takenMs = nowMs;
    }
    return nowMs - this.#takenMs;
  }

  #write(frame: Buffer): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    if (!this.#isCorked) {
      this.#isCorked = true;
      socket.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        socket.uncork();
      });
    }
    this.#given += frame.length;
    socket.write(frame);
  }

  #pump(): void {
    while (this.#next < this.#waiting.length && !this.#socket.writableNeedDrain) {
      const frame = this.#waiting[this.#next++] as Buffer;
      this.#waitingBytes -= frame.length;
      this.#write(frame);
    }
    if (this.#next < this.#waiting.length) return;
    this.drop();
    this.onEmpty();
  }
}
