/**
 * The bare order book on W1–W3 beside the npm package `nodejs-order-book`: the same commands, the same run, the same
 * fills (both are held to the workload's expected results before anything is timed). Goal: at least 30 times its rate.
 *
 * Options: `--rounds` (5), `--commands` (1000000, or 20000 for a quick look).
 */
import { checkBook } from '../src/core/matching/check-book.ts';
import { type Contender, interleave, type Measurement, median, medianPassMs } from './interleave.ts';
import { countOnPackage, prepareForPackage, restingOnPackage, runOnPackage } from './replay-on-nodejs-order-book.ts';
import { prepareOnBook } from './replay-on-book.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import { knownWorkload, type Workload, WORKLOAD_KINDS, type WorkloadExpected, type WorkloadKind } from './workload.ts';

const GOAL = 30;

interface Job {
  readonly kind: WorkloadKind;
  readonly commands: number;
}

/** Compares the two on every workload and says by how much the book is faster. */
export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 5);
  const commands = countOption(options, 'commands', 1_000_000);
  const rows: Record<string, string | number>[] = [];
  for (const kind of WORKLOAD_KINDS) rows.push(await compare({ kind, commands }, rounds));
  const goalMet = rows.every((row) => Number(row['ratio']) >= GOAL);
  const remarks = [
    `Medians of ${rounds} interleaved rounds, each in a fresh process, ${commands} commands, results verified on both sides.`,
    `Goal: ratio of at least ${GOAL}: ${goalMet ? 'met' : 'missed'}.`,
  ];
  return { name: 'book', rows, remarks, goalMet };
}

/** One round of our book: rate in million commands per second. */
export function measureBook(job: Job): Measurement {
  const workload = knownWorkload(job.kind, job.commands);
  const proof = prepareOnBook(workload);
  proof.commands();
  requireSame(workload, proof.results());
  const problems = checkBook(proof.book);
  if (problems.length > 0) throw new Error(`the book broke its promises: ${problems.join('; ')}`);
  return {
    rate: rateOf(
      workload,
      medianPassMs(() => prepareOnBook(workload).commands),
    ),
  };
}

/** One round of `nodejs-order-book`: rate in million commands per second. */
export function measurePackage(job: Job): Measurement {
  const workload = knownWorkload(job.kind, job.commands);
  const { commands, prefilled } = prepareForPackage(workload);
  requireSame(workload, countOnPackage(prefilled(), commands));
  let book = prefilled();
  const passMs = medianPassMs(() => {
    book = prefilled();
    return () => runOnPackage(book, commands);
  });
  requireSame(workload, { ...workload.expected, ...restingOnPackage(book) });
  return { rate: rateOf(workload, passMs) };
}

async function compare(job: Job, rounds: number): Promise<Record<string, string | number>> {
  const module = new URL(import.meta.url);
  const contenders: Contender[] = [
    { name: `${job.kind} book`, module, function: 'measureBook', options: job },
    { name: `${job.kind} nodejs-order-book`, module, function: 'measurePackage', options: job },
  ];
  const measured = await interleave(contenders, rounds);
  const [book = 0, other = 1] = contenders.map(({ name }) =>
    median((measured.get(name) ?? []).map(({ rate }) => rate ?? 0)),
  );
  return {
    workload: job.kind,
    'book, M commands/s': Number(book.toFixed(1)),
    'nodejs-order-book, M commands/s': Number(other.toFixed(3)),
    ratio: Number((book / other).toFixed(1)),
  };
}

function requireSame(workload: Workload, found: WorkloadExpected): void {
  for (const [what, expected] of Object.entries(workload.expected)) {
    const value = found[what as keyof WorkloadExpected];
    if (value !== expected) throw new Error(`${workload.kind}: ${what} should be ${expected}, found ${value}`);
  }
}

function rateOf(workload: Workload, passMs: number): number {
  return workload.commands / passMs / 1000;
}
