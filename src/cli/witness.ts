/** `outcry witness serve`: cosigns the AI logs of others, so that none can show two histories. */
import { resolve } from 'node:path';
import { withoutBrackets } from '../app/settings/setting-kinds.ts';
import { readFile } from './files.ts';
import { print } from './output.ts';
import { failing, UsageError } from './told.ts';
import { defineVerb, type Verb } from './verb.ts';

const USUAL_PORT = 8090;
const MOST_PORT = 65_535;

const serving = defineVerb({
  name: 'witness serve',
  about: 'run a witness: cosign what continues the logs of a policy',
  options: {
    policy: { value: 'FILE', about: 'the logs it witnesses: their /ailog/policy, several joined' },
    name: {
      value: 'NAME',
      about: 'what it is called, its public address without https://; asked for at its first start',
    },
    host: { value: 'HOST', about: 'where it listens (127.0.0.1)' },
    port: { value: 'PORT', about: `its port (${USUAL_PORT}); 0: a free one` },
  },
  more: [
    'DIR (--data) is the witness: its key, its name, and of each log the newest checkpoint it cosigned. Keep it, and never run two of one key: a',
    'witness that forgets what it saw may cosign another history. It prints its verifier key, which goes into the policies of whoever believes',
    'it, and into the file that the exchange is given with --ai-log-witnesses. Run it on a machine of somebody else than the exchange.',
  ].join('\n'),
  async answer({ data, options }) {
    const { policy, name, host = '127.0.0.1', port = String(USUAL_PORT) } = options;
    if (policy === undefined)
      throw new UsageError('--policy is missing: the logs to witness, as their /ailog/policy says them');
    if (!/^[0-9]{1,5}$/.test(port) || Number(port) > MOST_PORT)
      throw new UsageError(`--port is '${port}', needs a number up to ${MOST_PORT}`);
    const { runWitness } = await import('../app/run-witness.ts');
    const run = {
      folder: data,
      name: name ?? null,
      policy: readFile(resolve(policy)),
      host: withoutBrackets(host),
      port: Number(port),
      ready: (line: string) => print(line),
    };
    await failing(() => runWitness(run), "the witness can't run: ");
    return { json: { stopped: true }, text: 'stopped' };
  },
});

export const witnessVerbs: readonly Verb[] = [serving];
