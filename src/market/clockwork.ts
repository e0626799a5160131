/**
 * Lets a market run by the exchange's time: eighths of a second of 125 ms, and the tick after the last of them.
 *
 * A block's commands are submitted in one synchronous turn, so that nobody's is sequenced between them; the next block
 * is planned when all of them are answered. Eighths that are late run at once, in order. More than two seconds late (a
 * held loop, a laptop asleep), or while the clock is not believed, seconds are left out: prices stand still for them.
 * What the sequencer does not take is lost, and the next second mends the book.
 */
import type { Command } from '../core/language/commands.ts';
import type { ExchangeTime, Timer } from '../time/time.ts';
import type { Beats } from './beats.ts';
import { EIGHTHS } from './house/house.ts';
import type { Market } from './market.ts';
import { isRefusal, type Submit } from './submit.ts';

const EIGHTH_MS = 125;
const SECOND_MS = 1_000;
const TOO_LATE_MS = 2_000;
/** The clock is looked at so often while it is not believed. */
const LOOK_EVERY_MS = 250;

export interface ClockworkParts {
  readonly market: Market;
  readonly submit: Submit;
  readonly time: ExchangeTime;
  /** The first second it lets pass, since the epoch. */
  readonly second: number;
  /** Called for seconds that were left out, or of which a command was not taken. */
  readonly onLost: (seconds: number) => void;
  /** Called when a second has passed. */
  readonly onPassed?: () => void;
  /** Whatever is not an ordinary "not now" of the sequencer; nothing comes after it. */
  readonly onFault: (error: unknown) => void;
}

export function startClockwork(parts: ClockworkParts): Beats {
  const clockwork = new Clockwork(parts);
  clockwork.wait();
  return clockwork;
}

class Clockwork implements Beats {
  readonly #parts: ClockworkParts;
  /** The next eighth, counted from the epoch. */
  #next: number;
  #timer: Timer | null = null;
  #underWay: Promise<void> | null = null;
  #isStopped = false;
  /** Of the second that passes, a command was not taken. */
  #isLost = false;

  constructor(parts: ClockworkParts) {
    this.#parts = parts;
    this.#next = parts.second * EIGHTHS;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#underWay;
  }

  wait(): void {
    const { time } = this.#parts;
    const ms = time.trouble() === null ? this.#next * EIGHTH_MS - time.nowMs() : LOOK_EVERY_MS;
    this.#timer = time.after(Math.max(1, ms), () => (this.#underWay = this.#run()));
  }

  async #run(): Promise<void> {
    try {
      await this.#catchUp();
      if (!this.#isStopped) this.wait();
    } catch (error) {
      this.#isStopped = true;
      this.#parts.onFault(error);
    }
  }

  async #catchUp(): Promise<void> {
    const { time, onLost } = this.#parts;
    while (!this.#isStopped && time.trouble() === null) {
      const nowMs = time.nowMs();
      const lateMs = nowMs - this.#next * EIGHTH_MS;
      if (lateMs < 0) return;
      if (lateMs > TOO_LATE_MS) {
        const now = Math.floor(nowMs / SECOND_MS);
        onLost(now - Math.floor(this.#next / EIGHTHS));
        this.#next = now * EIGHTHS;
      }
      await this.#pass(Math.floor(this.#next / EIGHTHS), this.#next % EIGHTHS);
      this.#next += 1;
    }
  }

  async #pass(second: number, eighth: number): Promise<void> {
    const { market, onLost, onPassed } = this.#parts;
    if (eighth === 0) this.#isLost = false;
    for (const commands of market.eighth(second, eighth)) await this.#send(commands);
    if (eighth < EIGHTHS - 1) return;
    if (this.#isLost) onLost(1);
    await this.#send([{ name: 'tick' }]);
    onPassed?.();
  }

  async #send(commands: readonly Command[]): Promise<void> {
    const { submit } = this.#parts;
    for (const answer of await Promise.allSettled(commands.map((command) => submit(command)))) {
      if (answer.status === 'fulfilled') continue;
      if (!isRefusal(answer.reason)) throw answer.reason;
      this.#isLost = true;
    }
  }
}
