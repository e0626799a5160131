/**
 * The service's counts about itself, as Prometheus text (docs/operating.md). Hot paths add to plain arrays; labels and
 * text are made only for a scrape. Never labelled by account or key.
 */
import { Gauge, Registry } from 'prom-client';
import type { Endpoint } from '../front/limits/endpoint.ts';
import { createDurations, type Durations, type Lately } from './durations.ts';
import { machine } from '../../time/machine.ts';

/** Upper bounds of the latency buckets, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export interface Metrics {
  readonly registry: Registry;
  /** Counts an answered request; `route` null for a path that isn't served. */
  observe(route: Pick<Endpoint, 'method' | 'path'> | null, status: number, milliseconds: number): void;
  /** Adds a figure that is read when scraped. */
  gauge(name: string, help: string, read: () => number): void;
  /** Adds figures by one label that are read when scraped. */
  gauges(name: string, help: string, label: string, read: () => Figures | Promise<Figures>): void;
  /** Adds one counter that is read when scraped. */
  counter(name: string, help: string, read: () => number): void;
  /** Adds counters by one label that are read when scraped. */
  counters(name: string, help: string, label: string, read: () => Figures): void;
  /**
   * Adds a duration: sum, count and the largest since the last scrape. Returns the function that takes a measurement,
   * in ms.
   */
  timer(name: string, help: string): (milliseconds: number) => void;
  /** Measures a command from its submission to its answer: waiting, disk and engine together. */
  observeCommand(milliseconds: number): void;
  text(): Promise<string>;
  /** What a scrape would say of one figure, so that nothing is counted twice; empty when there is no such figure. */
  read(name: string): Promise<readonly Sample[]>;
  /** Recent durations of what a timer measures; null when there is no such timer, or nothing happened. */
  lately(name: string): Lately | null;
}

/** Values by one label. */
export type Figures = Readonly<Record<string, number>>;

interface RouteCounts {
  readonly path: string;
  readonly method: string;
  readonly byStatus: Map<number, number>;
  readonly buckets: number[];
  count: number;
  seconds: number;
}

export interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const routes = new Map<unknown, RouteCounts>();
  const timers = new Map<string, Durations>();
  const started = machine.steadyMs();

  function timer(name: string, help: string): (milliseconds: number) => void {
    let count = 0;
    let seconds = 0;
    let longest = 0;
    const durations = createDurations();
    timers.set(name, durations);
    register(registry, name, help, 'summary', () => {
      const rows = [
        { value: seconds, labels: {}, metricName: `${name}_sum` },
        { value: count, labels: {}, metricName: `${name}_count` },
        { value: longest, labels: {}, metricName: `${name}_max` },
      ];
      longest = 0;
      return rows;
    });
    return (milliseconds) => {
      count++;
      seconds += milliseconds / 1000;
      longest = Math.max(longest, milliseconds / 1000);
      durations.add(milliseconds);
    };
  }

  const metrics: Metrics = {
    registry,
    timer,
    observeCommand: timer('outcry_command_seconds', 'A command from its submission to its answer'),
    observe(route, status, milliseconds) {
      let counts = routes.get(route);
      if (counts === undefined) routes.set(route, (counts = newCounts(route)));
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      counts.count++;
      const seconds = milliseconds / 1000;
      counts.seconds += seconds;
      for (let at = 0; at < BUCKETS.length; at++) {
        if (seconds <= (BUCKETS[at] as number)) {
          counts.buckets[at] = (counts.buckets[at] as number) + 1;
          break;
        }
      }
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) });
    },
    gauges(name, help, label, read) {
      register(registry, name, help, 'gauge', async () => labelled(label, await read()));
    },
    counter(name, help, read) {
      register(registry, name, help, 'counter', () => [{ value: read(), labels: {} }]);
    },
    counters(name, help, label, read) {
      register(registry, name, help, 'counter', () => labelled(label, read()));
    },
    text: () => registry.metrics(),
    async read(name) {
      const found = await registry.getSingleMetric(name)?.get();
      return (found?.values ?? []) as readonly Sample[];
    },
    lately: (name) => timers.get(name)?.lately() ?? null,
  };
  register(registry, 'outcry_http_requests_total', 'Requests by path template, method and HTTP status', 'counter', () =>
    requestSamples(routes),
  );
  register(registry, 'outcry_http_request_seconds', 'Time from the head of a request to its answer', 'histogram', () =>
    latencySamples(routes),
  );
  metrics.gauge('outcry_uptime_seconds', 'Time since the start', () => (machine.steadyMs() - started) / 1000);
  metrics.gauge('outcry_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  return metrics;
}

function newCounts(route: Pick<Endpoint, 'method' | 'path'> | null): RouteCounts {
  return {
    path: route?.path ?? 'unknown',
    method: route?.method ?? 'any',
    byStatus: new Map(),
    buckets: BUCKETS.map(() => 0),
    count: 0,
    seconds: 0,
  };
}

function labelled(label: string, values: Figures): Sample[] {
  return Object.entries(values).map(([key, value]) => ({ value, labels: { [label]: key } }));
}

/** A metric whose samples are made at the scrape. */
function register(
  registry: Registry,
  name: string,
  help: string,
  type: 'gauge' | 'counter' | 'histogram' | 'summary',
  samples: () => Sample[] | Promise<Sample[]>,
): void {
  const metric = {
    name,
    get: async () => ({ name, help, type, aggregator: 'sum', values: await samples() }),
    reset: () => undefined,
  };
  registry.registerMetric(metric as unknown as Gauge);
}

function requestSamples(routes: ReadonlyMap<unknown, RouteCounts>): Sample[] {
  return [...routes.values()].flatMap(({ path, method, byStatus }) =>
    [...byStatus].map(([status, value]) => ({ value, labels: { path, method, code: String(status) } })),
  );
}

function latencySamples(routes: ReadonlyMap<unknown, RouteCounts>): Sample[] {
  const name = 'outcry_http_request_seconds';
  return [...routes.values()].flatMap(({ path, method, buckets, count, seconds }) => {
    let below = 0;
    const rows: Sample[] = BUCKETS.map((bound, at) => {
      below += buckets[at] as number;
      return { value: below, labels: { path, method, le: bound }, metricName: `${name}_bucket` };
    });
    rows.push({ value: count, labels: { path, method, le: '+Inf' }, metricName: `${name}_bucket` });
    rows.push({ value: seconds, labels: { path, method }, metricName: `${name}_sum` });
    rows.push({ value: count, labels: { path, method }, metricName: `${name}_count` });
    return rows;
  });
}
