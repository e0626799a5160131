/** Shrinks a failed run: the moves after the failure go, then whatever else is not needed for it. */
import type { Move } from './moves.ts';
import { kindOf, shrink } from './shrink.ts';
import { type Failure, run, type RunOptions } from './simulation.ts';

export interface Shrunk {
  readonly moves: readonly Move[];
  readonly failure: Failure;
}

export async function shrinkRun(
  moves: readonly Move[],
  failure: Failure,
  options: RunOptions,
  withinMs: number,
  onShorter?: (length: number) => void,
): Promise<Shrunk> {
  let last = failure;
  const kind = kindOf(failure.what);
  const until = moves.findIndex(({ index }) => index === failure.move) + 1;
  const fails = async (some: readonly Move[]): Promise<boolean> => {
    const { failure: found } = await run(some, options);
    if (found === null || kindOf(found.what) !== kind) return false;
    last = found;
    return true;
  };
  const shortest = await shrink(moves.slice(0, until), {
    fails,
    withinMs,
    onShorter: (some) => onShorter?.(some.length),
  });
  return { moves: shortest, failure: last };
}

/** A failure as text: what is wrong, the moves to keep, and what they did. */
export function failureText(
  { seed, accounts }: Pick<RunOptions, 'seed' | 'accounts'>,
  { moves, failure }: Shrunk,
): string {
  return [
    ...failure.what.slice(0, 10),
    `seed ${seed}, ${moves.length} moves:`,
    ...failure.lines,
    'to keep it, add to test/simulation/kept.json:',
    JSON.stringify({ seed, accounts, found: kindOf(failure.what), moves }),
  ].join('\n');
}
