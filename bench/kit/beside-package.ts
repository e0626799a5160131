/** A bench on the workloads beside the npm package `nodejs-order-book`: the same commands, the same fills. */
import { medianPass, type Contender, interleave, type Measurement } from './interleave.ts';
import { medians } from './figures.ts';
import { countOnPackage, prepareForPackage, restingOnPackage, runOnPackage } from './replay-on-nodejs-order-book.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import { knownWorkload, requireSame, type Workload, type WorkloadKind } from './workload.ts';

export interface Job {
  readonly kind: WorkloadKind;
  readonly commands: number;
}

interface Ours {
  readonly name: string;
  /** Exports `measure(job)`, which gives a rate in million commands a second. */
  readonly module: URL;
  readonly kinds: readonly WorkloadKind[];
  /** Times the package's rate. */
  readonly goal: number;
}

/** Options: `--rounds` (5), `--commands` (1000000, or 20000 for a quick look). */
export async function besidePackage({ name, module, kinds, goal }: Ours, options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 5);
  const commands = countOption(options, 'commands', 1_000_000);
  const rows: Record<string, string | number>[] = [];
  for (const kind of kinds) {
    const job: Job = { kind, commands };
    const contenders: Contender[] = [
      { name: `${kind} ${name}`, module, function: 'measure', options: job },
      { name: `${kind} package`, module: new URL(import.meta.url), function: 'measurePackage', options: job },
    ];
    const measured = await interleave(contenders, rounds);
    const [ours, other] = [...measured.values()].map(medians) as [Measurement, Measurement];
    rows.push({
      workload: kind,
      [`${name}, M commands/s`]: Number(ours['rate']?.toFixed(3)),
      'nodejs-order-book, M commands/s': Number(other['rate']?.toFixed(3)),
      ratio: Number(((ours['rate'] ?? 0) / (other['rate'] ?? 1)).toFixed(2)),
      [`${name}, bytes a command`]: Math.round(ours['bytes'] ?? 0),
      'nodejs-order-book, bytes a command': Math.round(other['bytes'] ?? 0),
    });
  }
  const goalMet = rows.every((row) => Number(row['ratio']) >= goal);
  const remarks = [
    `Medians of ${rounds} interleaved rounds, each in a fresh process, ${commands} commands, results verified on both sides.`,
    'Bytes: what V8 says a pass asked of its heap, the making of command objects in it where that is timed.',
    `Goal: ratio of at least ${goal}: ${goalMet ? 'met' : 'missed'}.`,
  ];
  return { name, rows, remarks, goalMet };
}

/** Million commands a second and bytes of heap a command, the median pass of this process. */
export function rateOf({ commands }: Workload, prepare: () => () => void): Measurement {
  const { ms, bytes } = medianPass(prepare);
  return { rate: commands / ms / 1_000, bytes: bytes / commands };
}

/** One round of `nodejs-order-book`. */
export function measurePackage({ kind, commands: count }: Job): Measurement {
  const workload = knownWorkload(kind, count);
  const { commands, prefilled } = prepareForPackage(workload);
  requireSame(workload, countOnPackage(prefilled(), commands));
  let book = prefilled();
  const measured = rateOf(workload, () => {
    book = prefilled();
    return () => runOnPackage(book, commands);
  });
  requireSame(workload, { ...workload.expected, ...restingOnPackage(book) });
  return measured;
}
