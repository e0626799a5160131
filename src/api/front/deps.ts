/**
 * The running parts that are handed to the HTTP surface. Nothing in `api/` makes any of them.
 */
import type { Logger } from 'pino';
import type { State } from '../../core/state/state.ts';
import type { WallClock } from '../../time/wall-clock.ts';
import type { WhyNotExecuted } from '../../sequencer/refusals.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { Store } from '../../store/store.ts';
import type { AiLogVolume } from './ai-log-volume.ts';
import type { OwnBundles } from './own-bundles.ts';
import type { Evidence } from './evidence.ts';
import type { Keyring } from './keyring.ts';
import type { Once } from './once.ts';
import type { Refusals } from './refusals.ts';
import type { Slices } from './slices.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { ApiSettings } from './settings.ts';
import type { Projections } from '../../live/projection.ts';
import type { PushSources } from '../push/sources.ts';
import type { BodyLine } from '../../store/evidence/body-line.ts';
import type { UploadsUnderWay } from './uploads-under-way.ts';
import type { WebApp } from '../app/web-app.ts';
import type { WebPolicy } from './web.ts';
import type { AnsweredRequests } from '../../live/answered-requests.ts';
import type { RiskWatch } from '../../live/risk-watch.ts';
import type { LiveBars } from '../../live/bars.ts';
import type { Tape } from '../../live/tape.ts';
import type { Turnover } from '../../live/turnover.ts';

/** Whether requests are served, and if not, why (`journal replay 42 %`, `stopping`). */
export interface Readiness {
  readonly ready: boolean;
  readonly reason: string;
}

/** The exchange's own market, as the administration sees it. */
export interface MarketControl {
  /**
   * Moves the index of a contract, or of all (null), by a part of it; returns the indexes that moved, with prices
   * before and after.
   */
  shock(
    symbol: string | null,
    rateE8: number,
  ): readonly { readonly symbol: string; readonly from: string; readonly to: string }[];
}

/** A tree of the AI log that was signed. */
export interface PublishedTree {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** The checkpoint as it is served. */
  readonly note: string;
}

/** The signed trees of the AI log, and who is to be believed about them. */
export interface PublishedLog {
  newest(): PublishedTree | null;
  /** Resolves with a tree of at least that size, or with null when there isn't one in time. */
  reaches(size: number, withinMs: number): Promise<PublishedTree | null>;
  /** The parties a verifier has to believe, as a file. */
  policy(): string;
  /** Why nothing is published at present; null while it is. */
  trouble(): string | null;
}

export interface ApiDeps {
  readonly config: ApiSettings;
  /** Reads of the present; changes only through the sequencer. */
  readonly engine: { readonly state: State };
  readonly sequencer: Sequencer;
  /** The sequencer's clock, with which commands are stamped. */
  readonly clock: WallClock;
  readonly store: Store;
  readonly keyring: Keyring;
  readonly bars: LiveBars;
  readonly tape: Tape;
  readonly turnover: Turnover;
  /** The answers to signed requests of the last minute. */
  readonly answered: AnsweredRequests;
  /** The channels of the WebSockets. */
  readonly push: PushSources;
  readonly projections: Pick<Projections, 'detached'>;
  /** What the risk engine did since the start. */
  readonly risk: Pick<RiskWatch, 'figures' | 'news' | 'isWhole'>;
  readonly metrics: Metrics;
  readonly uploads: UploadsUnderWay;
  readonly bodies: Pick<BodyLine, 'put'>;
  readonly publishedLog: PublishedLog;
  readonly evidence: Evidence;
  /** Makes a key for the AI log and keeps its private half; answers its verifier key. */
  newLogKey(origin: string): Promise<string>;
  readonly web: WebPolicy;
  /** The page that is served. */
  readonly webApp: WebApp;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
  readiness(): Readiness;
  /** Why no command is taken though requests are served, apart from the clock; null while they are. */
  halted(): { readonly why: WhyNotExecuted; readonly text: string; readonly retryAfterSeconds: number } | null;
  /** Seconds until the disk will be full, when that is soon; null while it isn't. */
  diskFilling?(): number | null;
  /** Closed files of the journal that are missing or damaged. */
  journalLost?(): number;
  /** Absent, or null: prices come from outside. */
  market?(): MarketControl | null;
  /** Bearer token of the administration, from the data folder. */
  readonly adminToken: string;
  /** Asked by the administration: take the exchange down. Absent: the administration can't stop it. */
  readonly requestStop?: () => void;
  /** The wall clock; the default is the machine's. */
  readonly nowMs?: () => number;
  /** A clock that never falls, for rate limits; the default is the machine's. */
  readonly monotonicMs?: () => number;
}

/** More that routes see: parts the server makes for itself. */
export interface RouteDeps extends ApiDeps {
  readonly volume: AiLogVolume;
  readonly ownBundles: OwnBundles;
  readonly once: Once;
  readonly slices: Slices;
  readonly refusals: Refusals;
}
