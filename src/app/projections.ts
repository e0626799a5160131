/**
 * The list of what this exchange remembers in memory: the projections made of history (folder/history.ts), and those
 * that count from the start and are fed by live running alone. A new projection is made and named in one of the two
 * (docs/recipes/projection.md). Decides nothing about what they keep.
 */
import type { Logger } from 'pino';
import type { Metrics } from '../api/metrics/metrics.ts';
import { addRiskMetrics, riskAlarms } from '../api/ops/risk-metrics.ts';
import { Feed } from '../api/push/feed.ts';
import { createRecentActivity } from '../api/push/public/recent-activity.ts';
import type { PushSources } from '../api/push/sources.ts';
import type { State } from '../core/state/state.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import type { History } from '../folder/history.ts';
import { createProjections, type FromStart, type Projections } from '../live/projection.ts';
import { createRiskWatch, type RiskWatch } from '../live/risk-watch.ts';
import { createExporter } from '../otlp/export.ts';
import { machine } from '../time/machine.ts';
import { version } from './version.ts';

export interface Remembered extends Omit<History, 'all' | 'accounts'> {
  readonly risk: RiskWatch;
  readonly push: PushSources;
  readonly projections: Projections;
}

export interface RememberingParts {
  readonly metrics: Metrics;
  /** The exchange's own, which is told what happened. */
  readonly market: { readonly see: (events: Outcome['events']) => void };
  readonly config: { readonly otlpEndpoint: string | null };
  readonly life: {
    readonly logs: { readonly risk: Pick<Logger, 'warn' | 'error'> };
    readonly atEnd: (what: string, stop: () => Promise<void>) => void;
  };
  /** Of the exchange. */
  readonly clock: { readonly nowMs: () => number };
}

export function rememberInMemory(
  { engine: { state }, history: { all: made, accounts, ...history } }: { engine: { state: State }; history: History },
  { metrics, market, clock: { nowMs }, config: { otlpEndpoint }, life }: RememberingParts,
): Remembered {
  const log = life.logs.risk;
  const riskWatch = createRiskWatch(riskAlarms(log));
  addRiskMetrics(metrics, riskWatch.figures, state);
  const feed = new Feed({ state, bars: history.bars, nowMs });
  const activity = createRecentActivity();
  const told: FromStart = {
    name: 'market',
    needsReplay: false,
    isEssential: true,
    apply: (_, { events }) => market.see(events),
  };
  const spans = otlpEndpoint === null ? [] : [exporterTo(otlpEndpoint, history.traces, { metrics, life })];
  const counting: readonly FromStart[] = [riskWatch, feed, activity, told, ...spans];
  const projections = createProjections([...made, ...counting], ({ name, sequence, error }) =>
    log.error({ projection: name, sequence, err: error }, 'a projection failed and is detached until the next start'),
  );
  return { ...history, risk: riskWatch, push: { feed, activity, accounts }, projections };
}

function exporterTo(
  endpoint: string,
  traces: History['traces'],
  { metrics, life: { logs, atEnd } }: Pick<RememberingParts, 'metrics' | 'life'>,
): FromStart {
  const warn = (why: string): void => logs.risk.warn({ endpoint, why }, 'spans can not be delivered, and are dropped');
  const exporter = createExporter({ endpoint, version: version(), traces, time: machine, warn });
  const help = 'Spans of fills and refusals for --otlp-endpoint, by what became of them';
  metrics.counters('outcry_otlp_spans_total', help, 'outcome', () => ({ ...exporter.figures }));
  atEnd('the export of spans', () => exporter.stop());
  return exporter;
}
