/**
 * The bare order book on W1–W3 beside the npm package `nodejs-order-book`: the same commands, the same run, the same
 * fills (both are held to the workload's expected results before anything is timed). Goal: at least 30 times its rate.
 */
import { checkBook } from '../src/core/matching/check-book.ts';
import { besidePackage, type Job, rateOf } from './kit/beside-package.ts';
import type { Measurement } from './kit/interleave.ts';
import { prepareOnBook } from './kit/replay-on-book.ts';
import type { BenchOptions, Result } from './kit/result.ts';
import { knownWorkload, requireSame, WORKLOAD_KINDS } from './kit/workload.ts';

export function run(options: BenchOptions): Promise<Result> {
  const ours = { name: 'book', module: new URL(import.meta.url), kinds: WORKLOAD_KINDS, goal: 30 };
  return besidePackage(ours, options);
}

/** One round. */
export function measure({ kind, commands }: Job): Measurement {
  const workload = knownWorkload(kind, commands);
  const proof = prepareOnBook(workload);
  proof.commands();
  requireSame(workload, proof.results());
  const problems = checkBook(proof.book);
  if (problems.length > 0) throw new Error(`the book broke its promises: ${problems.join('; ')}`);
  return rateOf(workload, () => prepareOnBook(workload).commands);
}
