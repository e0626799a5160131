/**
 * activateCore: from the next command on, the rules of this version hold (FLOW-012). A version that this program does
 * not have never gets here: the engine stops before it.
 */
import type { CommandOf } from '../language/commands.ts';
import { CORE_VERSION } from '../language/core-version.ts';
import { conflictingField } from '../language/rejects.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import type { State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';

type ActivateCore = CommandOf<'activateCore'>;

/** The version in force again is accepted and changes nothing, so that it may be asked for twice. */
export function activateCore({ state }: Turn, { version }: ActivateCore): Decision<null> {
  const { coreVersion } = state;
  if (version < coreVersion) return refuse(conflictingField('version', `${version}; ${coreVersion} is in force`));

  // From here on it must succeed.
  state.coreVersion = version;
  return accept(null);
}

/** The command that brings the rules to the newest version of this program; null when they are there. */
export function activation({ coreVersion }: Pick<State, 'coreVersion'>): ActivateCore | null {
  return coreVersion < CORE_VERSION ? { name: 'activateCore', version: CORE_VERSION } : null;
}
