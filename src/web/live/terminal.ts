/**
 * One contract as the terminal shows it: its book, its trades, its funding. The book is drawn once a frame at most,
 * into the ladder's rows, whose number never changes.
 */
import { signal } from '@preact/signals';
import type { PushedTrade } from '../../client/index.ts';
import type { DepthBook } from '../../client/live/depth-book.ts';
import { isTight } from '../base/budget.ts';
import { publicClient } from '../base/rest.ts';
import { market } from './connection.ts';
import { addView } from '../base/frame.ts';
import { ladderRows, type LadderRow } from './ladder.ts';
import { contracts, readContracts } from './market.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

const LEVELS = 200;
const TRADES_KEPT = 500;
const TRADES_SHOWN = 40;
const FIRST_TRADES = 100;
const FUNDING_EVERY_MS = 60_000;
/** A contract may be halted while it is looked at. */
const CONTRACTS_EVERY_MS = 30_000;

/** Rows of a side. */
export const LADDER_ROWS = 20;

export interface Ladder {
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
  /** Nothing is missing. */
  readonly isWhole: boolean;
}

export interface Funding {
  readonly rate: string;
  /** Epoch ms of the next settlement; 0: none. */
  readonly atMs: number;
  /** Open interest in the base coin; null: not known. */
  readonly interest: string | null;
}

export const ladder = signal<Ladder>({ asks: [], bids: [], isWhole: false });
/** The best price of each side, whatever the ladder gathers; null: there is none. */
export const best = signal<{ readonly ask: string | null; readonly bid: string | null }>({ ask: null, bid: null });
/** Newest first. */
export const tape = signal<readonly PushedTrade[]>([]);
export const funding = signal<Funding | null>(null);
/** Price ticks in a row. */
export const group = signal<1 | 10 | 100>(1);

let book: DepthBook | null = null;
let trades: PushedTrade[] = [];
const markBook = addView({ everyMs: 0, draw: drawBook });
const markTape = addView({ everyMs: 100, draw: () => (tape.value = trades.slice(0, TRADES_SHOWN)) });

export function setGroup(to: 1 | 10 | 100): void {
  group.value = to;
  markBook();
}

/** Follows a contract. Returns the function that ends it. */
export function followTerminal(symbol: string): () => void {
  [book, trades] = [null, []];
  [ladder.value, tape.value, funding.value] = [{ asks: [], bids: [], isWhole: false }, [], null];
  best.value = { ask: null, bid: null };
  const stopDepth = followDepth(symbol);
  const stopTrades = market.trades(symbol, (rows) => takeTrades(rows));
  keepWarm(symbol);
  let isOver = false;
  publicClient.trades({ symbol, limit: FIRST_TRADES }).then(
    (rows) => {
      if (isOver) return;
      takeTrades(
        rows.map(({ isBuyerMaker, time, ...row }) => ({ ...row, time: String(time), buyerMaker: isBuyerMaker })),
      );
    },
    () => undefined,
  );
  void readFunding(symbol);
  const timer = machine.every(FUNDING_EVERY_MS, () => void (isTight.value || readFunding(symbol)));
  const watching = machine.every(CONTRACTS_EVERY_MS, () => void (isTight.value || readContracts()));
  return () => {
    isOver = true;
    stopDepth();
    stopTrades();
    timer?.cancel();
    watching.cancel();
  };
}

/** The contracts looked at most recently stay subscribed, so that going back and forth costs the exchange nothing. */
const WARM = 3;
const warm = new Map<string, () => void>();

function keepWarm(symbol: string): void {
  const stop = warm.get(symbol) ?? warmed(symbol);
  warm.delete(symbol);
  warm.set(symbol, stop);
  for (const [oldest, end] of warm) {
    if (warm.size <= WARM) return;
    warm.delete(oldest);
    end();
  }
}

function warmed(symbol: string): () => void {
  const stops = [
    whileSeen(() => market.depth(symbol, LEVELS, () => undefined)),
    market.trades(symbol, () => undefined),
  ];
  return () => stops.forEach((stop) => stop());
}

const HIDDEN_AFTER_MS = 30_000;

/** The book is not followed while the tab has been hidden for a while. */
function followDepth(symbol: string): () => void {
  return whileSeen(() =>
    market.depth(symbol, LEVELS, (now) => {
      book = now;
      markBook();
    }),
  );
}

/** Ends what it began when the tab has been hidden for a while, and begins it again when the tab becomes visible. */
function whileSeen(begin: () => () => void): () => void {
  let stop: (() => void) | null = begin();
  let timer: Timer | null = null;
  const seen = (): void => {
    timer?.cancel();
    timer = null;
    if (document.visibilityState === 'visible') stop ??= begin();
    else
      timer = machine.after(HIDDEN_AFTER_MS, () => {
        stop?.();
        stop = null;
      });
  };
  document.addEventListener('visibilitychange', seen);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    timer?.cancel();
    stop?.();
  };
}

/** Each trade once, newest first, in whatever order they come. */
function takeTrades(rows: readonly PushedTrade[]): void {
  const known = new Set(trades.map(({ ticketId }) => ticketId));
  const fresh = rows.filter(({ ticketId }) => !known.has(ticketId));
  trades = [...fresh, ...trades].toSorted((a, b) => Number(b.ticketId) - Number(a.ticketId)).slice(0, TRADES_KEPT);
  markTape();
}

async function readFunding(symbol: string): Promise<void> {
  const [rates, time, interest] = await Promise.all([
    publicClient.currentFundRate({ symbol }).catch(() => []),
    publicClient.funding_time({ symbol }).catch(() => null),
    publicClient.open_interest({ symbol }).catch(() => []),
  ]);
  const [rate] = rates;
  if (rate === undefined) return;
  funding.value = {
    rate: rate.fundingRate,
    atMs: time?.fundingTime ?? 0,
    interest: interest[0]?.base_volume ?? null,
  };
}

function drawBook(): void {
  const contract = contracts.value.find(({ symbol }) => symbol === book?.symbol);
  if (book === null || contract === undefined) return;
  const look = {
    priceDecimals: Number(contract.tick_size),
    sizeDecimals: Number(contract.size_increment),
    group: group.value,
    rows: LADDER_ROWS,
  };
  const [ask, bid] = [book.asks[0]?.[0] ?? null, book.bids[0]?.[0] ?? null];
  if (best.peek().ask !== ask || best.peek().bid !== bid) best.value = { ask, bid };
  ladder.value = {
    asks: ladderRows(book.asks, { ...look, side: 'asks' }),
    bids: ladderRows(book.bids, { ...look, side: 'bids' }),
    isWhole: book.isComplete,
  };
}
