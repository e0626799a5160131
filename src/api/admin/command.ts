/** An operator's command through the sequencer: its outcome when accepted, an error with the exchange's reason when not. */
import type { CommandName, CommandOf } from '../../core/commands.ts';
import type { ResultOf } from '../../core/outcome.ts';
import type { ApiDeps } from '../deps.ts';
import { rejectError } from '../rejects.ts';

export async function command<Name extends CommandName>(
  { sequencer, engine }: ApiDeps,
  wanted: CommandOf<Name> & { readonly name: Name },
): Promise<{ readonly sequence: number; readonly timeMs: number; readonly result: ResultOf<Name> }> {
  const outcome = await sequencer.submit<Name>(wanted);
  if (!outcome.ok) throw rejectError(outcome.reject, engine.state);
  return { sequence: outcome.sequence, timeMs: outcome.timeMs, result: outcome.result };
}
