/**
 * W1 and W2 as full placeOrder and cancelOrder commands through `engine.apply`, a thousand funded accounts, margin,
 * ledger, events and invariants on, beside the bare npm package `nodejs-order-book` on the same workload, which does
 * none of that. Both make the same fills. Goal: at least as fast.
 *
 * Options: `--rounds` (5), `--commands` (1000000, or 20000 for a quick look).
 */
import { audit } from '../src/core/audit.ts';
import { type Contender, interleave, type Measurement, median, medianPassMs } from './interleave.ts';
import { buildCommands, prepareOnEngine } from './replay-on-engine.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import { knownWorkload, type WorkloadExpected, type WorkloadKind } from './workload.ts';

const GOAL = 1;
const KINDS: readonly WorkloadKind[] = ['W1', 'W2'];

interface Job {
  readonly kind: WorkloadKind;
  readonly commands: number;
}

/** Compares the two on W1 and W2. */
export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 5);
  const commands = countOption(options, 'commands', 1_000_000);
  const rows: Record<string, string | number>[] = [];
  for (const kind of KINDS) rows.push(await compare({ kind, commands }, rounds));
  const goalMet = rows.every((row) => Number(row['ratio']) >= GOAL);
  const remarks = [
    `Medians of ${rounds} interleaved rounds, each in a fresh process, ${commands} commands, fills verified on both sides.`,
    `Goal: ratio of at least ${GOAL}: ${goalMet ? 'met' : 'missed'}.`,
  ];
  return { name: 'engine', rows, remarks, goalMet };
}

/**
 * One round of the whole engine: rate in million commands per second; the first pass is checked against the workload
 * and audited.
 */
export function measureEngine({ kind, commands }: Job): Measurement {
  const workload = knownWorkload(kind, commands);
  const built = buildCommands(workload);
  const proof = prepareOnEngine(built);
  requireSame(kind, workload.expected, proof.proof());
  const broken = audit(proof.engine.state);
  if (broken.length > 0) throw new Error(`the engine broke its promises: ${broken.slice(0, 3).join('; ')}`);
  return { rate: commands / medianPassMs(() => prepareOnEngine(built).commands) / 1000 };
}

async function compare(job: Job, rounds: number): Promise<Record<string, string | number>> {
  const contenders: Contender[] = [
    { name: `${job.kind} engine`, module: new URL(import.meta.url), function: 'measureEngine', options: job },
    {
      name: `${job.kind} nodejs-order-book`,
      module: new URL('./book.ts', import.meta.url),
      function: 'measurePackage',
      options: job,
    },
  ];
  const measured = await interleave(contenders, rounds);
  const [engine = 0, other = 1] = contenders.map(({ name }) =>
    median((measured.get(name) ?? []).map(({ rate }) => rate ?? 0)),
  );
  return {
    workload: job.kind,
    'engine, M commands/s': Number(engine.toFixed(3)),
    'bare nodejs-order-book, M commands/s': Number(other.toFixed(3)),
    ratio: Number((engine / other).toFixed(2)),
  };
}

function requireSame(kind: string, expected: WorkloadExpected, found: WorkloadExpected): void {
  for (const [what, value] of Object.entries(expected)) {
    const got = found[what as keyof WorkloadExpected];
    if (got !== value) throw new Error(`${kind}: ${what} should be ${value}, found ${got}`);
  }
}
