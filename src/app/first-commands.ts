/**
 * The commands every exchange begins with: its contracts (before any trading, FLOW-006) and the opening of its AI log (`ailog.md`
 * 0.2), each once in the exchange's life. The state says which are still owed, so a start that was cut short is finished by the next.
 */
import { createHash, randomBytes } from 'node:crypto';
import { DEFAULT_CONTRACTS } from '../core/contract-defaults.ts';
import type { Outcome } from '../core/outcome.ts';
import type { State } from '../core/state.ts';
import type { Submit } from '../market/submit.ts';
import type { DataFolder } from './data-folder.ts';
import { logKey, verifierKey } from './log-key.ts';

const SALT_KEY_BYTES = 32;

/**
 * Sends what is owed.
 * @param origin the log's name, or null for one made here
 * @throws Error when a command is rejected, or `origin` is not the one the log was opened with
 */
export async function sendFirstCommands(state: State, submit: Submit, folder: DataFolder, origin: string | null): Promise<void> {
  if (state.instruments.length === 0)
    mustAccept(
      'setParameters',
      await submit<'setParameters'>({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} }),
    );
  if (state.ailog.origin === '') {
    const name = origin ?? `localhost/outcry-${randomBytes(4).toString('hex')}`;
    const vkey = verifierKey(name, logKey(folder.logKey));
    const saltKey = randomBytes(SALT_KEY_BYTES).toString('base64');
    mustAccept('openAiLog', await submit<'openAiLog'>({ name: 'openAiLog', origin: name, vkey, saltKey }));
  } else if (origin !== null && origin !== state.ailog.origin) {
    throw new Error(
      `--origin is '${origin}', but the AI log in ${folder.path} was opened as '${state.ailog.origin}' and can't be renamed`,
    );
  }
}

/** For commands that are never refused in a sound exchange. */
export function mustAccept(what: string, outcome: Outcome): void {
  if (!outcome.ok) throw new Error(`${what} was rejected: ${JSON.stringify(outcome.reject)}`);
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
