/**
 * The list of what this exchange remembers in memory. A new projection is made here and named in one of two arrays:
 * those made of history are fed by replay and live running, are part of every snapshot, and are made a second time in
 * the read store's thread, which writes the snapshots; those that count from the start are fed by live running alone
 * (docs/recipes/projection.md). Decides nothing about what they keep.
 */
import type { Logger } from 'pino';
import type { Metrics } from '../api/metrics/metrics.ts';
import { addRiskMetrics, riskAlarms } from '../api/ops/risk-metrics.ts';
import { AccountEvents } from '../api/push/account-events.ts';
import { Feed } from '../api/push/feed.ts';
import { createRecentActivity } from '../api/push/public/recent-activity.ts';
import type { PushSources } from '../api/push/sources.ts';
import type { ReportPriceBar } from '../bars/price-bars.ts';
import type { State } from '../core/state/state.ts';
import { openPast } from '../market/past/past.ts';
import { type AnsweredRequests, createAnsweredRequests } from '../live/answered-requests.ts';
import { createLiveBars, type LiveBars } from '../live/bars.ts';
import { createProjections, type FromHistory, type FromStart, type Projections } from '../live/projection.ts';
import { createRiskWatch, type RiskWatch } from '../live/risk-watch.ts';
import { createTape, type Tape } from '../live/tape.ts';
import { createTurnover, type Turnover } from '../live/turnover.ts';

/** The projections, which are made of history. */
export interface History {
  readonly bars: LiveBars;
  readonly tape: Tape;
  readonly turnover: Turnover;
  readonly answered: AnsweredRequests;
  readonly accounts: AccountEvents;
  /** All of them, in the order in which they see a command: those that read others after them. */
  readonly all: readonly FromHistory[];
}

export interface Remembered extends Omit<History, 'all' | 'accounts'> {
  readonly risk: RiskWatch;
  readonly push: PushSources;
  readonly projections: Projections;
}

/** @param report is told of each bar that is over */
export function createHistory(state: State, startedMs: number, report?: ReportPriceBar): History {
  const bars = createLiveBars(openPast, report);
  const tape = createTape();
  const turnover = createTurnover();
  const answered = createAnsweredRequests(startedMs);
  const accounts = new AccountEvents(state, turnover);
  const all = [bars, tape, turnover, answered, accounts];
  return { bars, tape, turnover, answered, accounts, all };
}

/** @param nowMs the clock of the exchange */
export function rememberInMemory(
  state: State,
  { all: made, accounts, ...history }: History,
  metrics: Metrics,
  log: Pick<Logger, 'warn' | 'error'>,
  nowMs: () => number,
): Remembered {
  const riskWatch = createRiskWatch(riskAlarms(log));
  addRiskMetrics(metrics, riskWatch.figures, state);
  const feed = new Feed({ state, bars: history.bars, nowMs });
  const activity = createRecentActivity();
  const counting: readonly FromStart[] = [riskWatch, feed, activity];
  const projections = createProjections([...made, ...counting], ({ name, sequence, error }) =>
    log.error({ projection: name, sequence, err: error }, 'a projection failed and is detached until the next start'),
  );
  return { ...history, risk: riskWatch, push: { feed, activity, accounts }, projections };
}
