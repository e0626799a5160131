/** Parts of the trials: a cluster with callers at all nodes, and how it is judged. */
import { createRandom, type Random } from '../../../src/market/random.ts';
import { Load, type Judged, judge, openAccounts, pause } from '../load.ts';
import { type ClusterOptions, type RealCluster, type RealNode, startCluster } from '../real-nodes.ts';

export const CALLERS = 24;
export const CALM_MS = 2_000;
export const LONG_MS = 120_000;
const ACCOUNTS = 12;

export interface TrialOptions {
  readonly postgres: string;
  readonly count: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export type Trial = (options: TrialOptions) => Promise<Judged>;

/** It can't be tried on this machine; nothing was. */
export class Skipped extends Error {}

const NO_LIMITS = ['--no-rate-limit-enabled'];

export async function onCluster(
  { postgres }: TrialOptions,
  run: (cluster: RealCluster) => Promise<Judged>,
  args: readonly string[] = [],
  options: ClusterOptions = {},
): Promise<Judged> {
  const cluster = await startCluster(postgres, [...NO_LIMITS, ...args], options);
  try {
    await allReady(cluster);
    return await run(cluster);
  } catch (error) {
    for (const node of cluster.nodes) console.error(node.name, node.log().split('\n').slice(-8).join('\n'));
    throw error;
  } finally {
    await cluster.stop();
  }
}

export async function loaded(cluster: RealCluster, { seed }: TrialOptions, namesSequence = false): Promise<Load> {
  const accounts = await openAccounts(cluster, ACCOUNTS);
  return new Load({ cluster, random: createRandom(seed, 1), accounts, namesSequence });
}

/** Under load, one fault after the other; what callers noted is judged at the end. */
export async function tormented(
  cluster: RealCluster,
  options: TrialOptions,
  meet: (load: Load, random: Random) => Promise<Record<string, unknown>>,
): Promise<Judged> {
  const load = await loaded(cluster, options);
  load.begin(CALLERS);
  await pause(CALM_MS);
  const figures = await meet(load, createRandom(options.seed, 2));
  await allReady(cluster);
  await pause(CALM_MS);
  await load.end();
  return judgedWith(cluster, load, figures);
}

export async function judgedWith(cluster: RealCluster, load: Load, more: Record<string, unknown>): Promise<Judged> {
  await allReady(cluster);
  const { objections, figures } = await judge(cluster, load);
  return { objections: [...objections, ...(await overlaps(cluster))], figures: { ...figures, ...more } };
}

/** A node that ends, as it may when its lease or its members are gone, is started again, as its supervisor does. */
export async function untilReady(node: RealNode): Promise<void> {
  for (const untilMs = performance.now() + LONG_MS; performance.now() < untilMs; await pause(100)) {
    const answer = await fetch(`${node.url}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    node.start();
  }
  throw new Error(`${node.name} does not get ready: ${node.log()}`);
}

export async function allReady({ nodes }: RealCluster): Promise<void> {
  await Promise.all(nodes.map(untilReady));
}

/** Longest times without an answer, ms, by the kind of fault. */
export class Silences {
  readonly #all = new Map<string, number[]>();

  /** @returns the longest since a moment */
  note(kind: string, load: Load, fromMs: number): number {
    const ms = Math.round(load.silenceSince(fromMs));
    this.#all.set(kind, [...(this.#all.get(kind) ?? []), ms]);
    return ms;
  }

  get figures(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.#all].map(([kind, all]) => {
        const sorted = all.toSorted((a, b) => a - b);
        const over = (ms: number): number => all.filter((one) => one > ms).length;
        const [median, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
        return [kind, { times: all.length, least: sorted[0], median, worst, over2s: over(2_000), over3s: over(3_000) }];
      }),
    );
  }
}

export async function holderOf({ nodes }: RealCluster): Promise<RealNode> {
  for (const untilMs = performance.now() + LONG_MS; performance.now() < untilMs; await pause(100))
    for (const node of nodes) {
      const text = await fetch(`${node.url}/metrics`, { signal: AbortSignal.timeout(1_000) })
        .then((answer) => answer.text())
        .catch(() => '');
      if (text.includes('outcry_role_held{role="clock"} 1')) return node;
    }
  throw new Error('no node ticks');
}

/** Two gateways of the role that ticks never published in turn: each one's batches are all before the next one's. */
async function overlaps({ store }: RealCluster): Promise<string[]> {
  const { decodeBatch, isFence } = await import('../../../src/sequencer/nodes/batch.ts');
  const spans = new Map<string, { first: number; last: number }>();
  const rows = await store.ask('SELECT revision, gateway, body FROM journal_batch ORDER BY revision');
  for (const { revision, gateway, body } of rows) {
    if (isFence(body as Buffer)) continue;
    const { commands } = decodeBatch(body as Buffer);
    if (commands.length === 0 || !commands.every(({ name }) => name === 'tick')) continue;
    const at = Number(revision);
    const span = spans.get(String(gateway));
    if (span === undefined) spans.set(String(gateway), { first: at, last: at });
    else span.last = at;
  }
  const all = [...spans].toSorted(([, a], [, b]) => a.first - b.first);
  return all.flatMap(([gateway, { first }], at) => {
    const before = all[at - 1];
    return before !== undefined && before[1].last > first
      ? [`gateway ${gateway} ticked from ${first} on, and ${before[0]} until ${before[1].last}`]
      : [];
  });
}
