/**
 * The public channels that have listeners, as a projection: notes what each command changed and tells the changes in
 * the channels' own rhythm, trades every 50 ms, tickers and depth every 100, bars every 250. A channel without
 * listeners costs nothing.
 *
 * It makes the text of a ticker, a bar, a trade and a level once; who gets it is the crowd's (crowd.ts). Versions of
 * depth are sequences of the journal: the book as it was after that command. When the receiver doesn't keep up, nothing
 * is queued: telling stops, and starts again with full states.
 */
import type { Sequenced } from '../../core/language/commands.ts';
import { levelsOf } from '../../core/matching/book.ts';
import { BUY, SELL } from '../../core/matching/price-trie.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import type { FromStart } from '../../live/projection.ts';
import type { LiveBars } from '../../live/bars.ts';
import { pushedTicker } from '../shapes/pushed-ticker.ts';
import { pushedTrade } from '../shapes/pushed-trade.ts';
import { ApiError } from '../words/errors.ts';
import { publicChannel } from './channels.ts';
import type { FeedMessage, Opened } from './crowd-messages.ts';
import type { Receiver, Source } from './source.ts';
import { type BarChannel, createBarChannel } from './bar-channel.ts';
import { changedLevels, type Levels } from './depth-change.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface Feed extends FromStart, Source {
  /** Called once when it was detached. */
  onDetached: () => void;
  /** Milliseconds the trading thread spent on it since the start. */
  readonly spentMs: number;
}

export interface FeedSources {
  readonly state: State;
  readonly bars: Pick<LiveBars, 'forming' | 'day' | 'isDetached'>;
  /** The time of a ticker's day. */
  readonly nowMs: () => number;
}

const STEP_MS = 50;
/** Every so many steps. */
const TICKER_STEPS = 2;
const DEPTH_STEPS = 2;
const BAR_STEPS = 5;
/** A day moves on without a trade: tickers are looked at that often anyway. */
const QUIET_STEPS = 20;

interface TickerChannel {
  readonly opened: Opened;
  sent: string;
}

interface DepthChannel {
  readonly opened: Opened;
  readonly levels: number;
  asks: Levels;
  bids: Levels;
  /** −1 before the first message. */
  version: number;
}

interface TradesChannel {
  readonly opened: Opened;
  rows: string[];
  dropped: number;
}

/** The channels of one contract. */
interface Watched {
  readonly instrument: Instrument;
  /** Since tickers and depth were last told. */
  isTouched: boolean;
  ticker: TickerChannel | null;
  trades: TradesChannel | null;
  readonly depths: DepthChannel[];
  readonly bars: BarChannel[];
}

/** Trades kept while the receiver doesn't keep up. */
const TRADES_KEPT = 1_000;

export function createFeed({ state, bars, nowMs }: FeedSources): Feed {
  const watched = new Map<string, Watched>();
  let receiver: Receiver | null = null;
  let timer: Timer | null = null;
  let step = 0;
  let symbols = 0;
  let contests = 0;
  let wasBehind = false;
  let spentMs = 0;
  let isDetached = false;

  function note(outcome: Outcome): void {
    for (const event of outcome.events) {
      if (event.name === 'fillMade') {
        touch(event.instrument, outcome.timeMs);
        const one = watched.get(event.instrument.contract.symbol);
        if (one !== undefined && one.trades !== null && event.price !== 0)
          keep(one.trades, JSON.stringify(pushedTrade(event, outcome.timeMs)));
      } else if (event.name === 'orderChanged') touch(event.order.instrument, outcome.timeMs);
      else if (event.name === 'markChanged') touch(event.instrument, outcome.timeMs);
      else if (event.name === 'contractChanged') restart(watched.get(event.instrument.contract.symbol));
    }
  }

  function touch({ contract }: Instrument, timeMs: number): void {
    const one = watched.get(contract.symbol);
    if (one === undefined) return;
    one.isTouched = true;
    for (const bar of one.bars) bar.note(timeMs);
  }

  function tell(): void {
    if (receiver === null || !isReady(receiver)) return;
    const startMs = threadMs();
    step++;
    const messages: FeedMessage[] = [];
    if (state.instruments.length !== symbols || state.contest.contests.size !== contests) messages.push(namesNow());
    for (const one of watched.values()) tellOf(one, messages);
    if (messages.length > 0) receiver.send(messages);
    spentMs += threadMs() - startMs;
  }

  /** Whether the receiver keeps up; the changes it misses while it doesn't are made up for by full states. */
  function isReady(one: Receiver): boolean {
    const isBehind = !one.isReady();
    if (isBehind && !wasBehind) for (const each of watched.values()) restart(each);
    wasBehind = isBehind;
    return !isBehind;
  }

  function namesNow(): FeedMessage {
    symbols = state.instruments.length;
    contests = state.contest.contests.size;
    return { kind: 'names', symbols: [...state.bySymbol.keys()], contests: [...state.contest.contests.keys()] };
  }

  function tellOf(one: Watched, messages: FeedMessage[]): void {
    if (one.trades !== null) tellTrades(one.trades, messages);
    const isQuietTurn = step % QUIET_STEPS === 0;
    if (step % TICKER_STEPS === 0 && one.ticker !== null && (one.isTouched || isQuietTurn))
      tellTicker(one.instrument, one.ticker, messages);
    if (step % BAR_STEPS === 0) for (const bar of one.bars) tellBar(bar, messages);
    if (step % DEPTH_STEPS !== 0 || !one.isTouched) return;
    for (const depth of one.depths) tellDepth(one.instrument, depth, messages);
    one.isTouched = false;
  }

  function tellTicker(instrument: Instrument, channel: TickerChannel, messages: FeedMessage[]): void {
    if (bars.isDetached) return;
    const data = JSON.stringify(pushedTicker(instrument, bars.day(instrument.contract.symbol, nowMs())));
    if (data === channel.sent) return;
    channel.sent = data;
    messages.push({ kind: 'latest', ...channel.opened, data });
  }

  function tellDepth(instrument: Instrument, channel: DepthChannel, messages: FeedMessage[]): void {
    const { contract, book } = instrument;
    const asks = levelsOf(book, SELL, channel.levels);
    const bids = levelsOf(book, BUY, channel.levels);
    const isWhole = channel.version < 0;
    const change = {
      asks: changedLevels(contract, channel.asks, asks, 1),
      bids: changedLevels(contract, channel.bids, bids, -1),
    };
    if (!isWhole && change.asks.length === 0 && change.bids.length === 0) return;
    const endVersion = state.sequence;
    const startVersion = isWhole ? endVersion : channel.version;
    messages.push({ kind: 'depth', ...channel.opened, isWhole, startVersion, endVersion, ...change });
    channel.asks = asks;
    channel.bids = bids;
    channel.version = endVersion;
  }

  function tellBar(bar: BarChannel, messages: FeedMessage[]): void {
    for (const data of bar.told(nowMs())) messages.push({ kind: 'latest', ...bar.opened, data });
  }

  /** Sends what a channel begins with, now if that is possible. */
  function tellFirst(one: Watched, { depth, bar }: { depth?: DepthChannel; bar?: BarChannel } = {}): void {
    one.isTouched = true;
    if (receiver === null || !isReady(receiver)) return;
    const messages: FeedMessage[] = [];
    if (depth !== undefined) tellDepth(one.instrument, depth, messages);
    else if (bar !== undefined) tellBar(bar, messages);
    else if (one.ticker !== null) tellTicker(one.instrument, one.ticker, messages);
    if (messages.length > 0) receiver.send(messages);
  }

  function watch(symbol: string): Watched {
    let one = watched.get(symbol);
    if (one === undefined) {
      const instrument = state.bySymbol.get(symbol) as Instrument;
      watched.set(symbol, (one = { instrument, isTouched: false, ticker: null, trades: null, depths: [], bars: [] }));
    }
    return one;
  }

  function forgetIfUnheard(symbol: string, one: Watched): void {
    if (one.ticker === null && one.trades === null && one.depths.length + one.bars.length === 0) watched.delete(symbol);
  }

  function aboutOf(name: string) {
    const about = publicChannel(name, { symbols: [...state.bySymbol.keys()], contests: [] });
    if (about instanceof ApiError || about.kind === 'activity' || about.kind === 'log' || about.kind === 'board')
      throw new Error(`the listeners ask for ${name}, which is no channel`);
    return about;
  }

  const feed: Feed = {
    name: 'public-channels',
    needsReplay: false,
    onDetached: () => undefined,
    get spentMs() {
      return spentMs;
    },
    apply(_: Sequenced, outcome: Outcome) {
      if (watched.size === 0 || !outcome.ok) return;
      const startMs = machine.steadyMs();
      note(outcome);
      spentMs += machine.steadyMs() - startMs;
    },
    detached() {
      isDetached = true;
      feed.end();
      feed.onDetached();
    },
    begin(next) {
      if (isDetached) return;
      feed.end();
      receiver = next;
      wasBehind = false;
      next.send([namesNow()]);
      timer = machine.every(STEP_MS, tell);
      timer.unref();
    },
    end() {
      timer?.cancel();
      timer = null;
      receiver = null;
      watched.clear();
    },
    open({ channel: name, opening }) {
      const about = aboutOf(name);
      const opened = { channel: name, opening };
      const one = watch(about.symbol);
      if (about.kind === 'trades') one.trades = { opened, rows: [], dropped: 0 };
      else if (about.kind === 'ticker') {
        one.ticker = { opened, sent: '' };
        tellFirst(one);
      } else if (about.kind === 'depth') {
        const depth: DepthChannel = { opened, levels: about.levels, asks: [], bids: [], version: -1 };
        one.depths.push(depth);
        tellFirst(one, { depth });
      } else {
        const bar = createBarChannel(opened, about, one.instrument, bars);
        one.bars.push(bar);
        tellFirst(one, { bar });
      }
    },
    close(name) {
      const { symbol } = aboutOf(name);
      const one = watched.get(symbol);
      if (one === undefined) return;
      if (one.ticker?.opened.channel === name) one.ticker = null;
      if (one.trades?.opened.channel === name) one.trades = null;
      drop(one.depths, name);
      drop(one.bars, name);
      forgetIfUnheard(symbol, one);
    },
  };
  return feed;
}

/** CPU time of this thread: on a busy machine the clock would count what others did meanwhile. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function drop(channels: { readonly opened: Opened }[], name: string): void {
  const at = channels.findIndex(({ opened }) => opened.channel === name);
  if (at >= 0) channels.splice(at, 1);
}

function keep(channel: TradesChannel, row: string): void {
  channel.rows.push(row);
  if (channel.rows.length <= TRADES_KEPT) return;
  channel.rows.shift();
  channel.dropped++;
}

function tellTrades(channel: TradesChannel, messages: FeedMessage[]): void {
  if (channel.rows.length === 0) return;
  messages.push({ kind: 'trades', ...channel.opened, rows: channel.rows, dropped: channel.dropped });
  channel.rows = [];
  channel.dropped = 0;
}

/** The next message is a full one again. */
function restart(one: Watched | undefined): void {
  if (one === undefined) return;
  one.isTouched = true;
  if (one.ticker !== null) one.ticker.sent = '';
  for (const bar of one.bars) bar.restart();
  for (const depth of one.depths) {
    depth.version = -1;
    depth.asks = [];
    depth.bids = [];
  }
}
