/**
 * Requests and answers of /spot.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { MarketTimeRequest, MarketTimeAnswer } from './market.ts';

export type SpotCoinsRequest = MarketTimeRequest;

export interface SpotCoinsRow {
  readonly coin: string;
  readonly depositAllEnable: boolean;
  readonly withdrawAllEnable: boolean;
  readonly name: string;
  readonly networkList: readonly string[];
}

export type SpotCoinsAnswer = readonly SpotCoinsRow[];

export type SpotExchangeInfoRequest = MarketTimeRequest;

export interface SpotExchangeInfoAnswer {
  readonly timezone: string;
  readonly serverTime: number;
  readonly rateLimits: readonly string[];
  readonly exchangeFilters: readonly string[];
  readonly symbols: readonly string[];
}

export type SpotTimeRequest = MarketTimeRequest;

export type SpotTimeAnswer = MarketTimeAnswer;

export type SpotPingRequest = MarketTimeRequest;

export type SpotPingAnswer = Readonly<Record<string, never>>;
