/**
 * The input of verification: the leaves of the log in index order, opened as far as the caller may see.
 *
 * All amounts are decimal text, as committed. The opener (a store, a bundle's reader) has checked that these values
 * open their leaves; here they are taken as they are.
 */
import type { ChangeHeader, OrderHeader } from '../log/header.ts';
import type { MinutePayload } from '../standing/minute.ts';
import type { TeamState } from '../language/contest-words.ts';

/** An AI log as far as its header tells. */
export type LogHeader = {
  readonly uid: string;
  readonly orderId: string | null;
  readonly stage: string;
  readonly model: string;
  /** The team's signature, base64; null: not signed. */
  readonly sig: string | null;
};

export type TeamPayload = {
  readonly contest: string;
  readonly team: string;
  readonly modelClass: string;
  readonly models: readonly string[];
  readonly name: string;
  readonly state: TeamState;
  /** Ed25519, base64; left out by a team that signs nothing. */
  readonly publicKey?: string;
};

type Opened =
  | { readonly kind: 'key'; readonly origin: string }
  | { readonly kind: 'order'; readonly header: OrderHeader }
  | { readonly kind: 'change'; readonly header: ChangeHeader }
  /** `body` is null when withheld or erased. */
  | { readonly kind: 'ailog'; readonly header: LogHeader; readonly body: Uint8Array | null }
  /** `uid` is null when not opened. */
  | { readonly kind: 'team'; readonly payload: TeamPayload; readonly uid: string | null }
  | { readonly kind: 'contest'; readonly id: string; readonly endMs: number }
  | { readonly kind: 'report'; readonly contest: string; readonly logSize: number; readonly reportSha256: string }
  | { readonly kind: 'outage'; readonly from: number; readonly to: number }
  | { readonly kind: 'minute'; readonly at: number; readonly contest: string; readonly records: MinutePayload | null }
  /** Of another kind, or not opened. */
  | { readonly kind: 'other' };

/** One leaf: its index, its time, and what it opened to. */
export type LeafRecord = { readonly index: number; readonly t: number } & Opened;

export type OrderRecord = LeafRecord & { readonly kind: 'order' };
export type ChangeRecord = LeafRecord & { readonly kind: 'change' };
export type LogRecord = LeafRecord & { readonly kind: 'ailog' };
export type MinuteRecord = LeafRecord & { readonly kind: 'minute' };
export type TeamRecord = LeafRecord & { readonly kind: 'team' };

/** The part of a contest's configuration that verification needs. */
export interface ContestFacts {
  readonly id: string;
  readonly startMs: number;
  /** As configured; a leaf of the contest that moves it wins. */
  readonly endMs: number;
  readonly coin: string;
  readonly startBalance: string;
  readonly symbols: readonly string[];
  readonly minFilledOrders: number;
}
