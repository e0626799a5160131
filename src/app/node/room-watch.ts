/**
 * Watches how full the order's database is. etcd keeps what the archive does not have yet; at its quota it takes
 * nothing more and needs an operator. So from half of it on the node says so, and beyond four fifths no command is
 * taken, from callers or clockwork, until the archiver has made room again. Reads go on.
 */
import type { Logger } from 'pino';
import type { OrderRoom } from '../../sequencer/etcd/etcd-room.ts';
import { machine } from '../../time/machine.ts';
import type { Halted } from '../watch/store-bound.ts';

const LOOK_EVERY_MS = 2_000;
const FILLING_PART = 0.5;
const FULL_PART = 0.8;
/** So much of either must be left again before it is over, so that it doesn't flap. */
const CALM = 0.9;
const RETRY_AFTER_SECONDS = 10;
const MIB = 1024 * 1024;

export interface RoomWatchParts {
  readonly look: () => Promise<OrderRoom | null>;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

export class RoomWatch {
  /** As last seen; null before that. */
  room: OrderRoom | null = null;
  readonly #parts: RoomWatchParts;
  readonly #timer: { cancel(): void };
  #isFilling = false;
  #isFull = false;
  #isLooking = false;

  constructor(parts: RoomWatchParts) {
    this.#parts = parts;
    this.#timer = machine.every(LOOK_EVERY_MS, () => void this.look()).unref();
  }

  /** The part of the quota that is in use, 0 to 1, while that is much; null while it is not. */
  filling(): number | null {
    return this.#isFilling && this.room !== null ? partOf(this.room) : null;
  }

  /** Whether a member takes nothing, whatever is asked, until its operator has made room. */
  get isExhausted(): boolean {
    return (this.room?.exhausted.length ?? 0) > 0;
  }

  readonly halted: Halted = () => {
    if (!this.#isFull || this.room === null) return null;
    const { exhausted } = this.room;
    const text = this.isExhausted
      ? `etcd has no room left (alarm NOSPACE at ${exhausted.join(', ')}): no command is taken until its operator has ` +
        'defragmented it and switched the alarm off'
      : `the order's database is nearly full, ${textOf(this.room)}: no command is taken until the archive has what it ` +
        'holds';
    return { why: 'busy', text, retryAfterSeconds: RETRY_AFTER_SECONDS };
  };

  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const room = await this.#parts.look().catch(() => null);
    this.#isLooking = false;
    if (room === null) return;
    this.room = room;
    const part = partOf(room);
    const isFilling = part > FILLING_PART * (this.#isFilling ? CALM : 1);
    const isFull = room.exhausted.length > 0 || part > FULL_PART * (this.#isFull ? CALM : 1);
    this.#say(room, isFilling, isFull);
    [this.#isFilling, this.#isFull] = [isFilling, isFull];
  }

  stop(): void {
    this.#timer.cancel();
  }

  #say(room: OrderRoom, isFilling: boolean, isFull: boolean): void {
    const { log } = this.#parts;
    const fields = { used: textOf(room), exhausted: room.exhausted };
    if (isFull && !this.#isFull)
      log.error(fields, 'the order has no room: no command is taken until it has; reads go on');
    else if (this.#isFull && !isFull) log.info(fields, 'the order has room again: commands are taken');
    else if (isFilling && !this.#isFilling)
      log.warn(fields, 'the order fills: the archive does not take what it holds');
    else if (this.#isFilling && !isFilling) log.info(fields, 'the order does not fill any more');
  }
}

const partOf = ({ usedBytes, quotaBytes }: OrderRoom): number => usedBytes / quotaBytes;
const textOf = ({ usedBytes, quotaBytes }: OrderRoom): string =>
  `${Math.round(usedBytes / MIB)} of ${Math.round(quotaBytes / MIB)} MiB`;
