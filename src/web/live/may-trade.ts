/**
 * Why an order of this page can't be placed now: said before it is tried, in the exchange's own order of checks.
 * Opening and closing are told apart, because a contest allows closing for longer. Pure.
 */
import type { Words } from '../words/en.ts';

export interface TradeFacts {
  readonly isSignedIn: boolean;
  readonly canTrade: boolean;
  readonly isConnected: boolean;
  /** The exchange refused the account as frozen, and has accepted nothing since. */
  readonly isFrozen: boolean;
  /** TRADING, HALTED or DELISTED. */
  readonly contractState: string;
  readonly symbol: string;
  /** The account's contest; null: it is in none. */
  readonly contest: ContestTerms | null;
}

export interface ContestTerms {
  readonly phase: string;
  /** Of its team: active, eliminated, withdrawn, disqualified … */
  readonly teamState: string | null;
  readonly channels: readonly string[];
  readonly symbols: readonly string[];
}

/** A reason, by its name in the words, and what it is about. */
export interface Why {
  readonly name: keyof Words['trade']['why'];
  readonly about: string;
}

export interface MayTrade {
  /** Null: it may be tried. */
  readonly open: Why | null;
  readonly close: Why | null;
  /** Closing from a page counts as manual in the contest (V05). */
  readonly closesAsManual: boolean;
}

const CHANNEL = 'web';
const CLOSING_PHASES = ['live', 'review'];

export function mayTrade(facts: TradeFacts): MayTrade {
  const all = whyNothing(facts);
  const { contest } = facts;
  if (contest === null) return { open: all, close: all, closesAsManual: false };
  return {
    open: all ?? whyNoOpening(facts.symbol, contest),
    close: all ?? (CLOSING_PHASES.includes(contest.phase) ? null : { name: 'phase', about: contest.phase }),
    closesAsManual: !contest.channels.includes(CHANNEL),
  };
}

function whyNothing({ isSignedIn, canTrade, isConnected, isFrozen, contractState, symbol }: TradeFacts): Why | null {
  if (!isSignedIn) return { name: 'signedOut', about: '' };
  if (!canTrade) return { name: 'readKey', about: '' };
  if (!isConnected) return { name: 'stale', about: '' };
  if (isFrozen) return { name: 'frozen', about: '' };
  if (contractState === 'DELISTED') return { name: 'delisted', about: symbol };
  return contractState === 'TRADING' ? null : { name: 'halted', about: symbol };
}

function whyNoOpening(symbol: string, { phase, teamState, channels, symbols }: ContestTerms): Why | null {
  if (!channels.includes(CHANNEL)) return { name: 'noContestWeb', about: '' };
  if (!symbols.includes(symbol)) return { name: 'contestSymbol', about: symbols.join(', ') };
  if (teamState !== null && teamState !== 'active') return { name: 'team', about: teamState };
  return phase === 'live' ? null : { name: 'phase', about: phase };
}
