/**
 * The commands every exchange begins with: the newest rules (FLOW-012), its contracts (before any trading, FLOW-006)
 * and the opening of its AI log (docs/ai-log.md, section 0), each once in the exchange's life but the first. The state
 * says which are still owed, so a start that was cut short is finished by the next.
 */
import { randomBytes } from 'node:crypto';
import { activation } from '../../core/contracts/activateCore.ts';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import type { State } from '../../core/state/state.ts';
import type { Submit } from '../../market/submit.ts';
import type { LogSigner } from './log-signer.ts';

const SALT_KEY_BYTES = 32;

/**
 * Sends what is owed. Returns the verifier key of the AI log when it was opened now, null when it was open.
 * @param origin the log's name, or null for one made here
 * @param isShared other nodes apply the rules too: newer ones are their operator's to activate, but for a new exchange
 * @param random what the key of salts is drawn from
 * @throws Error when a command is rejected, or `origin` is not the one the log was opened with
 */
export async function sendFirstCommands(
  state: State,
  submit: Submit,
  signer: Pick<LogSigner, 'newKey'>,
  origin: string | null,
  isShared: boolean,
  random: (bytes: number) => Buffer = randomBytes,
): Promise<string | null> {
  const activating = isShared && state.sequence > 0 ? null : activation(state);
  if (activating !== null) mustAccept('activateCore', await submit<'activateCore'>(activating));
  if (state.instruments.length === 0)
    mustAccept(
      'setParameters',
      await submit<'setParameters'>({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} }),
    );
  if (state.ailog.origin === '') {
    const name = origin ?? `localhost/outcry-${randomBytes(4).toString('hex')}`;
    const vkey = await signer.newKey(name, true);
    const saltKey = random(SALT_KEY_BYTES).toString('base64');
    mustAccept('openAiLog', await submit<'openAiLog'>({ name: 'openAiLog', origin: name, vkey, saltKey }));
    return vkey;
  }
  if (origin !== null && origin !== state.ailog.origin) {
    throw new Error(`--origin is '${origin}', but this AI log is '${state.ailog.origin}' and can't be renamed`);
  }
  return null;
}

/** For commands that are never refused in a sound exchange. */
function mustAccept(what: string, outcome: Outcome): void {
  if (!outcome.ok) throw new Error(`${what} was rejected: ${JSON.stringify(outcome.reject)}`);
}
