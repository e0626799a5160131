/**
 * The running parts that are handed to the HTTP surface, as far as calls use them; operations (ops/deps.ts) and the
 * administration (admin/deps.ts) have more. Nothing in `api/` makes any of them.
 */
import type { VerifyEd25519 } from '../../core/log/note.ts';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { State } from '../../core/state/state.ts';
import type { WallClock } from '../../time/wall-clock.ts';
import type { WhyNotExecuted } from '../../sequencer/refusals.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { Store } from '../../store/store.ts';
import type { AiLogVolume } from '../front/limits/ai-log-volume.ts';
import type { OwnBundles } from './own-bundles.ts';
import type { Evidence } from './evidence.ts';
import type { Keyring } from '../front/keys/keyring.ts';
import type { NodeReads } from './node-reads.ts';
import type { Once } from './once.ts';
import type { Recorder } from './recorder.ts';
import type { Refusals } from './refusals.ts';
import type { Checkups } from './checkups.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { Slices } from '../front/limits/slices.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ApiError } from '../words/errors.ts';
import type { Headline } from '../shapes/headline.ts';
import type { ApiSettings } from '../front/limits/settings.ts';
import type { BodyLine } from '../../store/body-line.ts';
import type { UploadsUnderWay } from '../front/limits/uploads-under-way.ts';
import type { AnsweredRequests } from '../../live/answered-requests.ts';
import type { LiveBars } from '../../live/bars.ts';
import type { Tape } from '../../live/tape.ts';
import type { Traces } from '../../live/traces.ts';
import type { Turnover } from '../../live/turnover.ts';

/** Whether requests are served, and if not, why (`journal replay 42 %`, `stopping`). */
export interface Readiness {
  readonly ready: boolean;
  readonly reason: string;
}

/** Web pages that may talk to this service (front/checks/web.ts). */
export interface WebPolicy {
  /** `Access-Control-Allow-Origin` of the answers, or null for none. */
  readonly corsOrigin: string | null;
  /**
   * Why a request is not answered, or null: a call, a page, one that pages elsewhere may show in a frame, or what only
   * programs and the exchange's own pages may ask.
   */
  readonly refused: Readonly<Record<'call' | 'page' | 'frame' | 'own', (raw: IncomingMessage) => ApiError | null>>;
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
  /** Signs the tree of all leaves there are, if that is not done, and resolves with it; null as above. */
  ofNow(withinMs: number): Promise<PublishedTree | null>;
  /** The parties a verifier has to believe, as a file. */
  policy(): string;
  /** Why nothing is published at present; null while it is. */
  trouble(): string | null;
}

/** Dependencies of checks and routes. */
export interface CallDeps {
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
  /** Those of the exchange's own market, newest last. */
  readonly headlines: () => readonly Headline[];
  /** The answers to signed requests of the last minute. */
  readonly answered: AnsweredRequests;
  /** The places of orders and logs in their callers' traces. */
  readonly traces: Pick<Traces, 'ofOrder' | 'ofLog'>;
  readonly metrics: Metrics;
  readonly uploads: UploadsUnderWay;
  readonly bodies: Pick<BodyLine, 'put'>;
  /** A salt that was never given before, for the commitment to a body. */
  readonly nextSalt: () => Uint8Array;
  readonly verifyEd25519: VerifyEd25519;
  readonly publishedLog: PublishedLog;
  readonly evidence: Evidence;
  readonly web: WebPolicy;
  /** The accounts of a demo, which are shown to everybody. */
  readonly webApp: {
    readonly identity: { readonly shown: readonly { readonly uid: number; readonly name: string }[] };
  };
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
  readiness(): Readiness;
  /** Why no command is taken though requests are served, apart from the clock; null while they are. */
  halted(): { readonly why: WhyNotExecuted; readonly text: string; readonly retryAfterSeconds: number } | null;
  /** The wall clock; the default is the machine's. */
  readonly nowMs?: () => number;
  /** Of a rehearsal alone: told of every request. */
  readonly recorder?: Recorder;
  /** Only in a rehearsal. */
  readonly rehearsal?: Rehearsal;
  /** Only where requests are recorded, as in a rehearsal. */
  readonly checkups?: Checkups;
  /** Only of a node among several. */
  readonly node?: NodeReads;
  /** A clock that never falls, for rate limits; the default is the machine's. */
  readonly monotonicMs?: () => number;
}

/** More that routes see: parts the server makes for itself. */
export interface RouteDeps extends CallDeps {
  readonly volume: AiLogVolume;
  readonly ownBundles: OwnBundles;
  readonly once: Once;
  readonly slices: Slices;
  readonly refusals: Refusals;
}
