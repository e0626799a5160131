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

const LATENCY = 'outcry_http_request_seconds';

export class Metrics {
  readonly registry = new Registry();
  /** Measures a command from its submission to its answer: waiting, disk and engine together. In ms. */
  readonly observeCommand: (milliseconds: number) => void;
  readonly #routes = new Map<unknown, RouteCounts>();
  readonly #timers = new Map<string, Durations>();

  constructor() {
    const started = machine.steadyMs();
    this.observeCommand = this.timer('outcry_command_seconds', 'A command from its submission to its answer');
    this.#register('outcry_http_requests_total', 'Requests by path template, method and HTTP status', 'counter', () =>
      requestSamples(this.#routes),
    );
    this.#register(LATENCY, 'Time from the head of a request to its answer', 'histogram', () =>
      latencySamples(this.#routes),
    );
    this.gauge('outcry_uptime_seconds', 'Time since the start', () => (machine.steadyMs() - started) / 1000);
    this.gauge('outcry_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  }

  /** Counts an answered request; `route` null for a path that isn't served. */
  observe(route: Pick<Endpoint, 'method' | 'path'> | null, status: number, milliseconds: number): void {
    let counts = this.#routes.get(route);
    if (counts === undefined) this.#routes.set(route, (counts = newCounts(route)));
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    counts.count++;
    const seconds = milliseconds / 1000;
    counts.seconds += seconds;
    const at = BUCKETS.findIndex((bound) => seconds <= bound);
    if (at !== -1) counts.buckets[at]!++;
  }

  /** Adds a figure that is read when scraped. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect: () => gauge.set(read()) });
  }

  /** Adds figures by one label that are read when scraped. */
  gauges(name: string, help: string, label: string, read: () => Figures | Promise<Figures>): void {
    this.#register(name, help, 'gauge', async () => labelled(label, await read()));
  }

  /** Adds one counter that is read when scraped. */
  counter(name: string, help: string, read: () => number): void {
    this.#register(name, help, 'counter', () => [{ value: read(), labels: {} }]);
  }

  /** Adds counters by one label that are read when scraped. */
  counters(name: string, help: string, label: string, read: () => Figures): void {
    this.#register(name, help, 'counter', () => labelled(label, read()));
  }

  /**
   * Adds a duration: sum, count and the largest since the last scrape. Returns the function that takes a measurement,
   * in ms.
   */
  timer(name: string, help: string): (milliseconds: number) => void {
    let count = 0;
    let seconds = 0;
    let longest = 0;
    const durations = createDurations();
    this.#timers.set(name, durations);
    this.#register(name, help, 'summary', () => {
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

  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** A scrape's lines of one figure, so that nothing is counted twice; empty when there is no such figure. */
  async read(name: string): Promise<readonly Sample[]> {
    const found = await this.registry.getSingleMetric(name)?.get();
    return (found?.values ?? []) as readonly Sample[];
  }

  /** Recent durations of what a timer measures; null when there is no such timer, or nothing happened. */
  lately(name: string): Lately | null {
    return this.#timers.get(name)?.lately() ?? null;
  }

  /** Adds a metric whose samples are made at the scrape. */
  #register(
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
    this.registry.registerMetric(metric as unknown as Gauge);
  }
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

function requestSamples(routes: ReadonlyMap<unknown, RouteCounts>): Sample[] {
  return [...routes.values()].flatMap(({ path, method, byStatus }) =>
    [...byStatus].map(([status, value]) => ({ value, labels: { path, method, code: String(status) } })),
  );
}

function latencySamples(routes: ReadonlyMap<unknown, RouteCounts>): Sample[] {
  const name = LATENCY;
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
