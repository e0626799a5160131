/**
 * `outcry start`: the exchange with a living market and two demo accounts, for trying it on one's own machine.
 *
 * It ends when asked to (Ctrl-C, SIGTERM) with exit code 0, and with 1 when it can't go on; nothing but what is
 * promised goes to standard output: one line of JSON with `--json`, else a greeting.
 */
import { readConfig, settingsHelp } from '../app/settings/config.ts';
import { runExchange } from './run-exchange.ts';
import type { Verb } from './verb.ts';

export const startVerb: Verb = {
  name: 'start',
  about: 'run the exchange with a living market and two demo accounts',
  data: 'folder',
  operands: [],
  options: {},
  help: () =>
    [
      'Runs the exchange with a living market and two demo accounts whose keys everybody knows: for one machine, not for a network.\n',
      'Usage: outcry start [options]\n',
      'Options (each also as a variable, OUTCRY_ and its name in capitals, or in the JSON file of --config):',
      settingsHelp(),
    ].join('\n'),
  run: (argv) => runExchange(readConfig(argv), { demo: true }),
};
