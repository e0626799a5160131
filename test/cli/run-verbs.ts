/**
 * Runs verbs one after the other in this process, which is another user's, and prints how each ended as one object of
 * JSON: `run-verbs.ts DATA PLACE VERB…`. Without arguments it only shows that it can run.
 */
import { commandLine } from '../../src/cli/command-line.ts';
import { VERBS } from '../../src/cli/verbs.ts';
import { wordsFor } from './verb-words.ts';

const [data = '', place = '', ...names] = process.argv.slice(2);
Object.assign(process.env, { OUTCRY_KEY: 'k', OUTCRY_SECRET: 's', OUTCRY_PASSPHRASE: 'p', HOME: '/nonexistent' });
const write = process.stdout.write.bind(process.stdout);
const ended: Record<string, { readonly code: number; readonly said: string }> = {};
for (const name of names) {
  const verb = VERBS.find((one) => one.name === name);
  if (verb === undefined) throw new Error(`there is no verb ${name}`);
  let said = '';
  process.stdout.write = process.stderr.write = (text: string | Uint8Array): boolean => {
    said += String(text);
    return true;
  };
  const code = await commandLine(wordsFor(verb, place, ['--data', data]));
  ended[name] = { code, said };
}
write(JSON.stringify(ended));
process.exit(0);
