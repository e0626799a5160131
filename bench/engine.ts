/**
 * W1 to W3 as full placeOrder and cancelOrder commands through `engine.apply`, a thousand funded accounts, margin,
 * ledger, events and invariants on, beside the bare npm package `nodejs-order-book` on the same workload, which does
 * none of that. Both make the same fills. A move of W3 is a cancel and a new order here, one call there; it counts as
 * one command on both sides. Goal: at least as fast.
 */
import { audit } from '../src/core/audit.ts';
import { besidePackage, type Job, rateOf } from './kit/beside-package.ts';
import type { Measurement } from './kit/interleave.ts';
import { buildCommands, prepareOnEngine } from './kit/replay-on-engine.ts';
import type { BenchOptions, Result } from './kit/result.ts';
import { knownWorkload, requireSame, WORKLOAD_KINDS } from './kit/workload.ts';

export function run(options: BenchOptions): Promise<Result> {
  const ours = { name: 'engine', module: new URL(import.meta.url), kinds: WORKLOAD_KINDS, goal: 1 };
  return besidePackage(ours, options);
}

/** One round; the first pass is checked against the workload and audited. */
export function measure({ kind, commands }: Job): Measurement {
  const workload = knownWorkload(kind, commands);
  const built = buildCommands(workload);
  const proof = prepareOnEngine(built);
  requireSame(workload, proof.proof());
  const broken = audit(proof.engine.state);
  if (broken.length > 0) throw new Error(`the engine broke its promises: ${broken.slice(0, 3).join('; ')}`);
  return rateOf(workload, () => prepareOnEngine(built).commands);
}
