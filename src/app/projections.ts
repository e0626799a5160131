/**
 * The list of what this exchange remembers in memory. A new projection is made here and named in the array: replay and
 * live running feed it from then on, and its fault is reported (docs/recipes/projection.md). Decides nothing about what
 * they keep.
 */
import type { Logger } from 'pino';
import type { Metrics } from '../api/ops/metrics.ts';
import { addRiskMetrics, riskAlarms } from '../api/ops/risk-metrics.ts';
import { createPushSources, type PushSources } from '../api/push/sources.ts';
import type { State } from '../core/state/state.ts';
import { openPast } from '../market/past/past.ts';
import { type AnsweredRequests, createAnsweredRequests } from '../live/answered-requests.ts';
import { createLiveBars, type LiveBars } from '../live/bars.ts';
import { createProjections, type Projections } from '../live/projection.ts';
import { createRiskWatch } from '../live/risk-watch.ts';
import { createTape, type Tape } from '../live/tape.ts';
import { createTickerWindow, type TickerWindow } from '../live/ticker-window.ts';
import { createTurnover, type Turnover } from '../live/turnover.ts';

export interface Remembered {
  readonly ticker: TickerWindow;
  readonly bars: LiveBars;
  readonly tape: Tape;
  readonly turnover: Turnover;
  readonly answered: AnsweredRequests;
  readonly push: PushSources;
  readonly projections: Projections;
}

/** @param nowMs the clock of the exchange */
export function rememberInMemory(state: State, metrics: Metrics, log: Logger, nowMs: () => number): Remembered {
  const ticker = createTickerWindow();
  const bars = createLiveBars(openPast);
  const tape = createTape();
  const turnover = createTurnover();
  const answered = createAnsweredRequests(Date.now());
  const riskWatch = createRiskWatch(riskAlarms(log));
  addRiskMetrics(metrics, riskWatch.figures, state);
  const push = createPushSources({ state, ticker, bars, turnover, nowMs });
  const all = [ticker, bars, tape, turnover, answered, riskWatch, push.feed, push.accounts];
  const projections = createProjections(all, ({ name, sequence, error }) =>
    log.error({ projection: name, sequence, err: error }, 'a projection failed and is detached until the next start'),
  );
  return { ticker, bars, tape, turnover, answered, push, projections };
}
