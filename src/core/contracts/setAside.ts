/**
 * setAside: a command that could not be applied is passed over, and the state says so (FLOW-011).
 *
 * An operator writes this command at the end of the journal of an exchange that is stopped. Every reader of the journal
 * then finds it in the place of the command it names as well (`sequencer/journal/set-aside.ts`); there it is noted and
 * nothing else is done. In its own place it is only compared with that note: a command that was carried out can't be
 * passed over any more.
 */
import type { SetAside } from '../language/commands.ts';
import { conflictingField } from '../language/rejects.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';

export function setAside({ state, sequence }: Turn, command: SetAside): Decision<null> {
  const { sequence: passedOver, reason, writtenMs } = command;
  if (passedOver === sequence) state.setAside = [...state.setAside, { sequence, reason, writtenMs }];
  if (state.setAside.some((one) => one.sequence === passedOver)) return accept(null);
  return refuse(conflictingField('sequence', `${passedOver}, which was carried out`));
}
