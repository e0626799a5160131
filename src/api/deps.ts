/**
 * What the HTTP surface is handed: the running parts it talks to. Nothing in `api/` makes any of them.
 */
import type { Logger } from 'pino';
import type { State } from '../core/state.ts';
import type { Clock } from '../sequencer/clock.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import type { AiLogVolume } from './ai-log-volume.ts';
import type { Keyring } from './keyring.ts';
import type { Metrics } from './metrics.ts';
import type { ApiSettings } from './settings.ts';
import type { TickerWindow } from './ticker-window.ts';

/** Whether requests are served, and if not, why (`journal replay 42 %`, `stopping`). */
export interface Readiness {
  readonly ready: boolean;
  readonly reason: string;
}

/** The market of its own, as the administration sees it. */
export interface MarketControl {
  /** Moves the index of a contract, or of all (null), by a part of it; what moved, with prices before and after. */
  shock(
    symbol: string | null,
    rateE8: number,
  ): readonly { readonly symbol: string; readonly from: string; readonly to: string }[];
}

export interface ApiDeps {
  readonly config: ApiSettings;
  /** Reads of the present; changes only through the sequencer. */
  readonly engine: { readonly state: State };
  readonly sequencer: Sequencer;
  /** The sequencer's clock: what commands are stamped with. */
  readonly clock: Clock;
  readonly store: Store;
  readonly keyring: Keyring;
  readonly ticker: TickerWindow;
  readonly metrics: Metrics;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
  readiness(): Readiness;
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

/** What routes see besides: parts the server makes for itself. */
export interface RouteDeps extends ApiDeps {
  readonly volume: AiLogVolume;
}
