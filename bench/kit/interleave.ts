/**
 * Compares implementations fairly on a machine that is never quiet.
 *
 * Every measurement runs in a fresh process of its own, with the V8 flags the exchange runs with: one contender's heap,
 * garbage and what the JIT learnt from it can't touch the other. Rounds alternate, and every second round goes
 * backwards (A B, B A, …), so that a slow minute of the machine falls on all. Within a process a contender first does
 * the whole work untimed, which is its warm-up and its proof that the results are right; then it repeats the timed
 * work, garbage collected before each pass, for at least a second. A round's figure is the median of its passes, the
 * reported figure the median of the rounds.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { v8Flags } from '../../scripts/v8-flags.mjs';
import { median } from './figures.ts';

const PROGRAM = fileURLToPath(new URL('./contender.ts', import.meta.url));

/** An exported function of a module, to be called in a fresh process with options that survive JSON. */
export interface Contender {
  readonly name: string;
  readonly module: URL;
  readonly function: string;
  readonly options: unknown;
}

/** What a contender's function resolves to: rates or times by name, all numbers. */
export type Measurement = Readonly<Record<string, number>>;

/** Runs `rounds` rounds; gives every contender's measurements by its name, in the order of the rounds. */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number,
): Promise<Map<string, Measurement[]>> {
  const measured = new Map<string, Measurement[]>(contenders.map((contender) => [contender.name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const contender of order) {
      const measurement = await measureInFreshProcess(contender);
      process.stderr.write(`round ${round + 1}/${rounds} ${contender.name}: ${JSON.stringify(measurement)}\n`);
      measured.get(contender.name)?.push(measurement);
    }
  }
  return measured;
}

/** What one pass takes: milliseconds, and bytes of V8's heap that it asks for. */
export interface Pass {
  readonly ms: number;
  readonly bytes: number;
}

/**
 * One round of a contender in its own process: makes passes until a second of timed work is done, at least one. Gives
 * the medians.
 */
export function medianPass(prepare: () => () => void): Pass {
  const passes: Pass[] = [];
  let total = 0;
  while (total < 1000) {
    const pass = prepare();
    globalThis.gc?.();
    const { total_allocated_bytes: before } = getHeapStatistics();
    const startMs = performance.now();
    pass();
    const ms = performance.now() - startMs;
    passes.push({ ms, bytes: getHeapStatistics().total_allocated_bytes - before });
    total += ms;
  }
  return { ms: median(passes.map(({ ms }) => ms)), bytes: median(passes.map(({ bytes }) => bytes)) };
}

async function measureInFreshProcess(contender: Contender): Promise<Measurement> {
  const child = spawn(
    process.execPath,
    [
      // Every contender runs as the exchange does.
      ...v8Flags,
      '--expose-gc',
      PROGRAM,
      contender.module.href,
      contender.function,
      JSON.stringify(contender.options),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const chunk of child.stdout) output += String(chunk);
  const exitCode = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('exit', resolve)));
  if (exitCode !== 0) throw new Error(`${contender.name} ended with ${exitCode} instead of a measurement`);
  return JSON.parse(output) as Measurement;
}
