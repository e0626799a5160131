/**
 * The record of a minute of a contest (CTST-005): the records of its fills, equities and bars, the roots over
 * them that its leaf commits to, and the moment it was sampled at.
 *
 * Pure. Records and payload are canonical JSON, so anyone who has the payload finds the same roots.
 */
import type { Sha256 } from '../text/bytes.ts';
import { toBase64 } from '../text/bytes.ts';
import { type Canonical, canonicalText } from '../text/canonical.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { leafHash, rootOfLeaves } from '../log/merkle.ts';

/** One side of a fill: that of a contest's account. Amounts are decimals, ids decimal text. */
export type MinuteFill = {
  readonly counter: string;
  readonly fee: string;
  readonly id: string;
  readonly orderId: string;
  readonly price: string;
  readonly realised: string;
  readonly role: 'maker' | 'taker';
  readonly size: string;
  readonly symbol: string;
  readonly t: number;
  readonly uid: string;
};
/** A team's equity, and its deposits less withdrawals since the start: its sample is the one less the other. */
export type MinuteEquity = { readonly equity: string; readonly flows: string; readonly team: string };
export type MinuteBar = { readonly high: string; readonly low: string; readonly symbol: string };

export type MinutePayload = {
  readonly bars: readonly MinuteBar[];
  readonly equity: readonly MinuteEquity[];
  readonly fills: readonly MinuteFill[];
};

/** Base64 roots over the records of each list, each record a leaf. */
export type MinuteRoots = { readonly bars: string; readonly equity: string; readonly fills: string };

/** The header of a minute's leaf; `at` is the start of the minute it closes. */
export type MinuteHeader = MinuteRoots & {
  readonly kind: 'minute';
  readonly v: 1;
  readonly at: number;
  readonly contest: string;
};

const MINUTE_MS = 60_000;

/** When a contest runs. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** The start of the minute that a sample at `momentMs` closes; of the first sample the minute before the start. */
export function minuteOf(momentMs: number, { startMs }: Span): number {
  if (momentMs === startMs) return floorMinute(momentMs) - MINUTE_MS;
  return floorMinute(momentMs - 1);
}

/** The moment of the sample whose leaf says `at`. */
export function momentOf(at: number, { startMs, endMs }: Span): number {
  return Math.min(endMs, Math.max(startMs, at + MINUTE_MS));
}

/** The moment to sample at, at a tick at `timeMs`: the latest whole minute, or the contest's end. */
export function dueMoment(timeMs: number, { endMs }: Span): number {
  return timeMs >= endMs ? endMs : floorMinute(timeMs);
}

/** The next whole minute after a moment, or the end if that comes first. */
export function momentAfter(momentMs: number, { endMs }: Span): number {
  return Math.min(endMs, floorMinute(momentMs) + MINUTE_MS);
}

function floorMinute(timeMs: number): number {
  return timeMs - (timeMs % MINUTE_MS);
}

/** A payload as it is kept, and the roots over its lists. */
export function sealMinute(
  sha256: Sha256,
  { bars, equity, fills }: MinutePayload,
): { readonly roots: MinuteRoots; readonly payload: string } {
  const [barTexts, equityTexts, fillTexts] = [bars, equity, fills].map((list) => list.map(canonicalText));
  const root = (texts: readonly string[] = []): string => textsRoot(sha256, texts);
  const list = (texts: readonly string[] = []): string => `[${texts.join(',')}]`;
  return {
    roots: { bars: root(barTexts), equity: root(equityTexts), fills: root(fillTexts) },
    payload: `{"bars":${list(barTexts)},"equity":${list(equityTexts)},"fills":${list(fillTexts)}}`,
  };
}

/** Base64 root of the tree whose leaves are these records, each as JCS. */
export function recordsRoot(sha256: Sha256, records: readonly Canonical[]): string {
  return textsRoot(sha256, records.map(canonicalText));
}

function textsRoot(sha256: Sha256, texts: readonly string[]): string {
  return toBase64(
    rootOfLeaves(
      sha256,
      texts.map((text) => leafHash(sha256, encodeUtf8(text))),
    ),
  );
}
