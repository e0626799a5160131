/**
 * The public channels that publish what a read of REST answers, as it changes. They ask the store as REST does, after
 * the last command that was applied, so nothing is published before it is durable and before REST shows it. A channel
 * without subscribers costs nothing.
 */
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';
import type { Opened } from './subscribers-messages.ts';
import type { StoreDeps, StoreSource } from './public/channel.ts';
import type { RecentActivity } from './public/recent-activity.ts';
import { find, type Receiver, type Source } from './source.ts';

const STEP_MS = 250;
/** How long nothing is asked after the store could not answer. */
const AWAY_MS = 2_000;

interface OpenChannel {
  readonly opened: Opened;
  readonly source: StoreSource;
}

export class StoreBackedChannels implements Source {
  readonly #deps: StoreDeps;
  readonly #activity: RecentActivity;
  readonly #open = new Map<string, OpenChannel>();
  /** Those that the store was asked for. */
  readonly #asking = new Set<OpenChannel>();
  #receiver: Receiver | null = null;
  #timer: Timer | null = null;
  #quietUntilMs = 0;
  #trouble = '';

  constructor(deps: StoreDeps, activity: RecentActivity) {
    this.#deps = deps;
    this.#activity = activity;
  }

  begin(receiver: Receiver): void {
    this.end();
    this.#receiver = receiver;
    this.#timer = machine.every(STEP_MS, () => this.#step()).unref();
  }

  end(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#receiver = null;
    this.#open.clear();
    this.#watch();
  }

  open(opened: Opened): void {
    const { form, params } = find(opened.channel, this.#deps.engine.state);
    if (form.source !== 'store') throw new Error(`the store does not publish ${opened.channel}`);
    const one = { opened, source: form.open(params, this.#deps) };
    this.#open.set(opened.channel, one);
    this.#watch();
    void this.#publish(one);
  }

  close(channel: string): void {
    this.#open.delete(channel);
    this.#watch();
  }

  #watch(): void {
    this.#activity.watch([...this.#open.values()].some(({ source }) => source.note !== undefined));
  }

  #step(): void {
    if (this.#receiver === null || this.#open.size === 0) return;
    const active = this.#activity.take();
    for (const { source } of this.#open.values()) source.note?.(active);
    if (machine.steadyMs() < this.#quietUntilMs) return;
    for (const one of this.#open.values()) if (!this.#asking.has(one)) void this.#publish(one);
  }

  async #publish(one: OpenChannel): Promise<void> {
    const to = this.#receiver;
    if (to === null) return;
    // Full lists make up for messages missed by a receiver that doesn't keep up.
    if (!to.isReady()) return one.source.restart();
    this.#asking.add(one);
    try {
      const changes = await one.source.changes();
      // An answer for subscribers who are gone reaches no one: they know the opening it is of.
      const { timeMs } = this.#deps.engine.state;
      if (this.#receiver === to && changes.length > 0)
        to.send(changes.map((change) => ({ ...one.opened, ...change, timeMs })));
      this.#trouble = '';
    } catch (error) {
      this.#quietUntilMs = machine.steadyMs() + AWAY_MS;
      const why = String(error);
      if (why !== this.#trouble) this.#deps.log.warn({ err: error }, 'a public channel has to wait for the read store');
      this.#trouble = why;
    } finally {
      this.#asking.delete(one);
    }
  }
}
