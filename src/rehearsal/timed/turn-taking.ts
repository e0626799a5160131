/**
 * Time for programs that sleep, act and sleep again, as those of a demo do, on a timeline: who is woken is waited for
 * until it sleeps again. So time stands while it acts, however long that takes, and the same programs do the same at
 * the same moments.
 */
import { RANKS, type Timeline } from '../../time/timeline.ts';
import type { ExchangeTime } from '../../time/time.ts';

export class TurnTaking implements ExchangeTime {
  readonly kind = 'exchange';
  readonly nowMs: ExchangeTime['nowMs'];
  readonly trouble: ExchangeTime['trouble'];
  readonly after: ExchangeTime['after'];
  readonly every: ExchangeTime['every'];
  readonly #timeline: Timeline;
  readonly #before: () => Promise<void>;
  /** Ends the turn of the one that is awake. */
  #over: () => void = () => undefined;
  #asleep = 0;
  #onSleep: () => void = () => undefined;

  /** @param before awaited before one is woken */
  constructor(timeline: Timeline, before: () => Promise<void>) {
    const { nowMs, trouble, after, every } = timeline;
    [this.nowMs, this.trouble, this.after, this.every] = [nowMs, trouble, after, every];
    this.#timeline = timeline;
    this.#before = before;
  }

  /** Resolves once so many sleep at the same time. */
  async asleep(count: number): Promise<void> {
    while (this.#asleep < count) await new Promise<void>((resolve) => (this.#onSleep = resolve));
  }

  readonly sleep: ExchangeTime['sleep'] = (ms, signal) => {
    this.#over();
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const leave = (): void => {
        this.#asleep -= 1;
        signal?.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        entry.cancel();
        leave();
        reject(signal?.reason);
      };
      const entry = this.#timeline.at(this.nowMs() + Math.max(1, Math.ceil(ms)), RANKS.delayed, async () => {
        await this.#before();
        if (signal?.aborted === true) return;
        const over = Promise.withResolvers<void>();
        this.#over = over.resolve;
        leave();
        resolve();
        await over.promise;
      });
      signal?.addEventListener('abort', stop, { once: true });
      this.#asleep += 1;
      this.#onSleep();
    });
  };
}
