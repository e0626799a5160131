/**
 * What one order carries, by a model that is checked: the model (kit/order-model.ts) is fitted to callers at one of
 * three nodes, and then says how long callers at all three of them wait, which is measured as well. With figures of
 * machines of their own it then says what the same order would carry there.
 *
 * Goal: each of these predictions within a factor of two of what is measured. Two cores carry three members of etcd,
 * the nodes and the callers, so that single measurements differ by as much.
 *
 * Options: `--seconds` of each (2), `--rounds` (3), `--trip` milliseconds through an order on own machines (3).
 */
import { loadavg } from 'node:os';
import type { Sequencer } from '../src/sequencer/sequencer.ts';
import { median } from './kit/figures.ts';
import { openNodes, overMembers, type Round, writes } from './kit/node-load.ts';
import { type OrderModel, predict } from './kit/order-model.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const NODES = 3;
const FULL = 1_024;
const CHECKED = [16, 64, 256, 512, 2_048] as const;
const ON_OWN_MACHINES = [64, 512, 2_048, 8_192] as const;
const WITHIN = 2;
/** A fully checked order instead of a deposit takes this much longer to apply (bench `engine`, W1). */
const ORDER_MS = 0.002;

interface Measured extends Round {
  /** Of the processor, milliseconds a command, of all nodes together. */
  readonly ofProcessorMs: number;
}

export function run(options: BenchOptions): Promise<Result> {
  return overMembers(options, async (members, folder, version) => {
    const nodes = await openNodes(members, folder, NODES);
    const found = await measureAll(
      nodes.map(({ sequencer }) => sequencer),
      countOption(options, 'seconds', 2),
      countOption(options, 'rounds', 3),
    );
    for (const node of nodes) await node.stop();
    return judged(found, version, countOption(options, 'trip', 3));
  });
}

type Found = ReadonlyMap<string, Measured>;
const nameOf = (nodes: number, callers: number): string => `${nodes} ${callers}`;

/** In turn, so that a busy moment of the machine is not one contender's alone; the first round is warm-up. */
async function measureAll(all: readonly Sequencer[], seconds: number, rounds: number): Promise<Found> {
  const rows = new Map<string, Measured[]>();
  for (let round = 0; round <= rounds; round++)
    for (const count of [1, NODES])
      for (const callers of count === 1 ? [1, FULL, ...CHECKED] : CHECKED) {
        const name = nameOf(count, callers);
        const before = process.cpuUsage();
        const one = await writes(all.slice(0, count), callers, seconds);
        const { user, system } = process.cpuUsage(before);
        const ofProcessorMs = (user + system) / 1_000 / (one.perSecond * seconds);
        if (round > 0) rows.set(name, [...(rows.get(name) ?? []), { ...one, ofProcessorMs }]);
      }
  const middle = (list: readonly Measured[], of: keyof Measured): number => median(list.map((one) => one[of]));
  return new Map(
    [...rows].map(([name, list]) => [
      name,
      {
        perSecond: middle(list, 'perSecond'),
        p50Ms: middle(list, 'p50Ms'),
        p99Ms: middle(list, 'p99Ms'),
        ofProcessorMs: middle(list, 'ofProcessorMs'),
      },
    ]),
  );
}

/** Figures of the model, without what is asked of it. */
type Fit = Omit<OrderModel, 'nodes' | 'callers' | 'callersAt' | 'isOneProcessor'>;

/**
 * The processor's part is measured; the order's two figures are those with which the model comes nearest to one node's
 * medians, looked for by turns. Medians, because a moment in which a busy machine does nothing is in every mean.
 */
function fitted(found: Found): Fit {
  const [one, full] = [found.get(nameOf(1, 1))!, found.get(nameOf(1, FULL))!];
  // A batch, and a command, is published once and applied by all: making text and bytes of it costs what the other way
  // round and writing it do.
  const batchMs = one.ofProcessorMs / (1 + NODES);
  const applyMs = Math.max(0, full.ofProcessorMs - one.ofProcessorMs / FULL) / (1 + NODES);
  let fit: Fit = { roundTripMs: 5, orderMs: 0.005, publishMs: applyMs, applyMs, batchMs };
  for (let step = 2; step > 1.02; step = Math.sqrt(step))
    for (const name of ['roundTripMs', 'orderMs'] as const)
      for (let again = 0; again < 8; again++) {
        const tried = [fit, { ...fit, [name]: fit[name] * step }, { ...fit, [name]: fit[name] / step }];
        fit = tried.toSorted((a, b) => farOff(a, found) - farOff(b, found))[0]!;
      }
  return fit;
}

function farOff(fit: Fit, found: Found): number {
  const all = [1, FULL, ...CHECKED].map((callers) => {
    const { p50Ms } = predict({ ...fit, nodes: NODES, callers, callersAt: 1, isOneProcessor: true });
    return Math.log(p50Ms / found.get(nameOf(1, callers))!.p50Ms) ** 2;
  });
  return all.reduce((sum, one) => sum + one, 0);
}

function judged(found: Found, version: string, tripMs: number): Result {
  const fit = fitted(found);
  const rows: Record<string, string | number>[] = [];
  let goalMet = true;
  for (const callersAt of [1, NODES])
    for (const callers of CHECKED) {
      const { perSecond, p50Ms } = found.get(nameOf(callersAt, callers))!;
      const said = predict({ ...fit, nodes: NODES, callers, callersAt, isOneProcessor: true });
      const ratio = said.p50Ms / p50Ms;
      if (callersAt > 1) goalMet &&= ratio <= WITHIN && ratio >= 1 / WITHIN;
      rows.push({
        where: callersAt === 1 ? 'callers at one node: fitted' : `callers at ${callersAt} nodes: predicted`,
        callers,
        'a second': Math.round(perSecond),
        'p50 ms': p50Ms.toFixed(1),
        'of the model': said.p50Ms.toFixed(1),
        ratio: ratio.toFixed(2),
        'a second of the model': Math.round(said.perSecond),
      });
    }
  const own = { ...fit, roundTripMs: tripMs, applyMs: fit.applyMs + ORDER_MS, isOneProcessor: false };
  for (const callers of ON_OWN_MACHINES) {
    const said = predict({ ...own, nodes: NODES, callers, callersAt: NODES });
    rows.push({
      where: `orders, ${NODES} machines, ${tripMs} ms`,
      callers,
      'a second': '',
      'p50 ms': '',
      'of the model': said.p50Ms.toFixed(1),
      ratio: '',
      'a second of the model': Math.round(said.perSecond),
    });
  }
  return { name: 'scale: what one order carries', rows, remarks: remarksOf(fit, version), goalMet };
}

function remarksOf(fit: Fit, version: string): string[] {
  const us = (ms: number): string => `${(ms * 1_000).toFixed(1)} µs`;
  const { roundTripMs, orderMs, applyMs, batchMs } = fit;
  return [
    `${version}; load average ${(loadavg()[0] ?? 0).toFixed(1)}; goal: each prediction within a factor of ${WITHIN}`,
    `fitted: ${roundTripMs.toFixed(1)} ms through the order, ${us(orderMs)} of the order a command, ${us(applyMs)} of a ` +
      `node to publish or to apply one, ${us(batchMs)} a batch`,
  ];
}
