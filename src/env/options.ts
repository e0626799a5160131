/** Options of an environment, their defaults, and what is wrong with them. */
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import type { DecimalText } from '../core/num/units.ts';
import { plainName } from '../market/feed/price-line.ts';
import type { History } from '../market/history/history.ts';
import { FIRST_SECOND } from './made-up-market.ts';

export interface EnvOptions {
  /** Symbols; by default `cmt_btcusdt` alone. The weather is that of all eight in any case. */
  readonly contracts?: readonly string[];
  /** Whole USDT that an agent begins with; by default 10,000. */
  readonly balance?: number;
  /** Rates for makers and takers; by default those of the contracts, which they may not be above. */
  readonly fees?: { readonly makerFee: DecimalText; readonly takerFee: DecimalText };
  /** Seconds a step takes; by default 1. */
  readonly stepSeconds?: number;
  /** After so many seconds an episode is cut off; by default a day. */
  readonly episodeSeconds?: number;
  /** Seconds that pass before an agent sees the market; by default 60, in which the book fills. */
  readonly warmUpSeconds?: number;
  /**
   * The exchange's time at the beginning, after which the warm-up comes: epoch ms, or ISO 8601; by default 2026 begins.
   * In a history the moment of it, by default its first.
   */
  readonly from?: number | string;
  /** Prices of the past (`openHistory`) instead of a world; at their end an episode is cut off. */
  readonly history?: History;
  /** Hides which history it is: prices scaled, perhaps mirrored, by the seed; dates are of 2026. */
  readonly disguised?: boolean;
}

export interface Episode {
  /** By the exchange's clock, since the epoch. */
  readonly firstSecond: number;
  /** After the warm-up. */
  readonly seconds: number;
  /** How much earlier, or later below 0, a moment is in the history. */
  readonly earlierMs: number;
}

export interface ReadOptions extends Required<Pick<EnvOptions, 'contracts' | 'balance' | 'stepSeconds'>> {
  readonly fees: NonNullable<EnvOptions['fees']> | null;
  readonly warmUpSeconds: number;
  readonly episode: Episode;
  readonly history: History | null;
  readonly isDisguised: boolean;
}

const LISTED = DEFAULT_CONTRACTS.map(({ symbol }) => symbol);
const DAY_SECONDS = 86_400;

/** Contracts that a history has prices of. @throws TypeError when there are none */
export function contractsIn({ series }: History): readonly string[] {
  const found = LISTED.filter((symbol) => series.has(plainName(symbol)));
  if (found.length > 0) return found;
  throw new TypeError(`the history has ${[...series.keys()].join(', ')}, and the contracts are ${LISTED.join(', ')}`);
}

/** @throws TypeError that names the option, what was found and what is needed */
export function readOptions(options: EnvOptions): ReadOptions {
  const { contracts = [LISTED[0]!], balance = 10_000, fees = null } = options;
  const unknown = contracts.find((symbol) => !LISTED.includes(symbol));
  if (unknown !== undefined) throw new TypeError(`contracts: there is no ${unknown}; there are ${LISTED.join(', ')}`);
  if (contracts.length === 0 || new Set(contracts).size < contracts.length)
    throw new TypeError(`contracts: at least one, each once; found ${contracts.join(', ') || 'none'}`);
  const { history = null, disguised = false } = options;
  if (history === null && disguised) throw new TypeError('disguised: only a history is; found none');
  const missing = contracts.find((symbol) => history?.series.has(plainName(symbol)) === false);
  if (missing !== undefined) throw new TypeError(`contracts: ${missing} is not in the history`);
  const warmUpSeconds = count('warmUpSeconds', options.warmUpSeconds ?? 60, 1);
  return {
    contracts,
    balance: count('balance', balance, 1),
    fees,
    stepSeconds: count('stepSeconds', options.stepSeconds ?? 1, 1),
    warmUpSeconds,
    episode: readEpisode(options, warmUpSeconds),
    history,
    isDisguised: disguised,
  };
}

function readEpisode({ history, from, disguised = false, ...rest }: EnvOptions, warmUpSeconds: number): Episode {
  const given = from ?? history?.fromMs ?? FIRST_SECOND * 1_000;
  const fromMs = typeof given === 'number' ? given : Date.parse(given);
  if (!(fromMs >= 0)) throw new TypeError(`from: epoch ms, or ISO 8601 such as 2026-01-01T00:00:00Z; found ${from}`);
  const first = Math.floor(fromMs / 1_000);
  const asked = count('episodeSeconds', rest.episodeSeconds ?? DAY_SECONDS, 1);
  if (history === undefined) return { firstSecond: first, seconds: asked, earlierMs: 0 };
  const left = Math.floor(history.toMs / 1_000) - first - warmUpSeconds;
  if (fromMs < history.fromMs || left < 1)
    throw new TypeError(`from: a moment of the history that leaves time after the warm-up; found ${iso(fromMs)}`);
  // The time of day is kept: the night is quieter.
  const firstSecond = disguised ? FIRST_SECOND + (first % DAY_SECONDS) : first;
  return { firstSecond, seconds: Math.min(asked, left), earlierMs: (firstSecond - first) * 1_000 };
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The options of a whole number. */
export function count(name: string, found: number, least: number): number {
  if (Number.isSafeInteger(found) && found >= least) return found;
  throw new TypeError(`${name}: a whole number from ${least} on; found ${found}`);
}
