/**
 * The public channels of the market that have subscribers, as a projection: notes what each command changed, and
 * publishes the changes in the channels' own rhythm. A channel without subscribers costs nothing.
 *
 * It makes the text of a ticker, a bar, a trade and a level once; who gets it is known to the subscribers' process
 * (public-subscribers.ts). When the receiver doesn't keep up, nothing is queued: publishing stops, and starts again
 * with full states.
 */
import type { Sequenced } from '../../core/language/commands.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { Event } from '../../core/turn/events.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import type { FromStart } from '../../live/projection.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';
import type { FeedMessage, Opened } from './subscribers-messages.ts';
import type { MarketChannel, MarketDeps, MarketSource } from './public/channel.ts';
import { find, type Receiver, type Source } from './source.ts';

export interface FeedSources extends Omit<MarketDeps, 'instrument'> {
  /** The time of a ticker's day. */
  readonly nowMs: () => number;
}

const STEP_MS = 50;

/** A channel that has subscribers. */
interface OpenChannel {
  readonly opened: Opened;
  readonly channel: MarketChannel;
  readonly source: MarketSource;
  /** It may have changed since it was looked at. */
  isDirty: boolean;
}

export class Feed implements FromStart, Source {
  readonly name = 'public-channels';
  readonly needsReplay = false;
  /** Called once when it was detached. */
  onDetached: () => void = () => undefined;
  readonly #sources: FeedSources;
  /** By symbol. */
  readonly #open = new Map<string, OpenChannel[]>();
  #receiver: Receiver | null = null;
  #timer: Timer | null = null;
  #step = 0;
  /** How many contracts and contests the receiver knows. */
  #known = { symbols: 0, contests: 0 };
  #wasBehind = false;
  #isDetached = false;
  #spentMs = 0;

  constructor(sources: FeedSources) {
    this.#sources = sources;
  }

  /** Milliseconds the trading thread spent on it since the start. */
  get spentMs(): number {
    return this.#spentMs;
  }

  apply(_: Sequenced, { ok, events, timeMs }: Outcome): void {
    if (this.#open.size === 0 || !ok) return;
    const startMs = machine.steadyMs();
    for (const event of events) this.#markDirty(event, timeMs);
    this.#spentMs += machine.steadyMs() - startMs;
  }

  detached(): void {
    this.#isDetached = true;
    this.end();
    this.onDetached();
  }

  begin(receiver: Receiver): void {
    if (this.#isDetached) return;
    this.end();
    this.#receiver = receiver;
    this.#wasBehind = false;
    receiver.send([this.#names()]);
    this.#timer = machine.every(STEP_MS, () => this.#publish()).unref();
  }

  end(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#receiver = null;
    this.#open.clear();
  }

  open(opened: Opened): void {
    const { state, bars, nowMs } = this.#sources;
    const { form: channel, params } = find(opened.channel, state);
    const instrument = state.bySymbol.get(params['symbol'] ?? '');
    if (channel.source !== 'market' || instrument === undefined)
      throw new Error(`the market does not publish ${opened.channel}`);
    const source = channel.open(params, { state, bars, instrument });
    const { symbol } = instrument.contract;
    const one: OpenChannel = { opened, channel, source, isDirty: true };
    this.#open.set(symbol, [...(this.#open.get(symbol) ?? []), one]);
    if (this.#receiver === null || !this.#keepsUp(this.#receiver)) return;
    const messages = messagesOf(one, nowMs());
    if (messages.length > 0) this.#receiver.send(messages);
  }

  close(name: string): void {
    for (const [symbol, all] of this.#open) {
      const others = all.filter(({ opened }) => opened.channel !== name);
      if (others.length > 0) this.#open.set(symbol, others);
      else this.#open.delete(symbol);
    }
  }

  #markDirty(event: Event, timeMs: number): void {
    const symbol = instrumentOf(event)?.contract.symbol;
    const open = symbol === undefined ? undefined : this.#open.get(symbol);
    if (open === undefined) return;
    for (const one of open)
      if (event.name === 'contractChanged') restart(one);
      else if (one.channel.changedBy.includes(event.name)) {
        one.isDirty = true;
        one.source.note?.(event, timeMs);
      }
  }

  #publish(): void {
    if (this.#receiver === null || !this.#keepsUp(this.#receiver)) return;
    const startMs = threadMs();
    const { state, nowMs } = this.#sources;
    const atMs = ++this.#step * STEP_MS;
    const isKnown =
      state.instruments.length === this.#known.symbols && state.contest.contests.size === this.#known.contests;
    const messages: FeedMessage[] = isKnown ? [] : [this.#names()];
    for (const open of this.#open.values())
      for (const one of open) if (isDue(one, atMs)) messages.push(...messagesOf(one, nowMs()));
    if (messages.length > 0) this.#receiver.send(messages);
    this.#spentMs += threadMs() - startMs;
  }

  /** Whether the receiver keeps up; the changes it misses while it doesn't are made up for by full states. */
  #keepsUp(receiver: Receiver): boolean {
    const isBehind = !receiver.isReady();
    if (isBehind && !this.#wasBehind) for (const open of this.#open.values()) open.forEach(restart);
    this.#wasBehind = isBehind;
    return !isBehind;
  }

  #names(): FeedMessage {
    const { instruments, bySymbol, contest } = this.#sources.state;
    this.#known = { symbols: instruments.length, contests: contest.contests.size };
    return { kind: 'names', symbols: [...bySymbol.keys()], contests: [...contest.contests.keys()] };
  }
}

function isDue({ channel: { everyMs, quietMs }, isDirty }: OpenChannel, atMs: number): boolean {
  return (isDirty && atMs % everyMs === 0) || (quietMs !== undefined && atMs % quietMs === 0);
}

/** The change, and the opening it belongs to. */
function messagesOf(one: OpenChannel, nowMs: number): FeedMessage[] {
  one.isDirty = false;
  return one.source.changes(nowMs).map((change) => ({ ...one.opened, ...change, timeMs: nowMs }));
}

/** The next message is a full one again. */
function restart(one: OpenChannel): void {
  one.isDirty = true;
  one.source.restart();
}

/** The contract whose channels an event may change. */
function instrumentOf(event: Event): Instrument | null {
  if (event.name === 'orderChanged') return event.order.instrument;
  return 'instrument' in event ? event.instrument : null;
}

/** CPU time of this thread: on a busy machine the clock would count what others did meanwhile. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
