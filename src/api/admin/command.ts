/**
 * An operator's command through the sequencer: its outcome when accepted, an error with the exchange's reason when not.
 */
import type { CommandName, CommandOf } from '../../core/language/commands.ts';
import type { ResultOf } from '../../core/turn/outcome.ts';
import type { AdminDeps } from './deps.ts';
import { resultOf } from '../front/answer/execute.ts';

export async function command<Name extends CommandName>(
  { sequencer, engine }: Pick<AdminDeps, 'sequencer' | 'engine'>,
  wanted: CommandOf<Name> & { readonly name: Name },
): Promise<{ readonly sequence: number; readonly timeMs: number; readonly result: ResultOf<Name> }> {
  const outcome = await sequencer.submit<Name>(wanted);
  return { sequence: outcome.sequence, timeMs: outcome.timeMs, result: resultOf(outcome, engine.state, wanted.name) };
}
