/**
 * `outcry serve`: the exchange without demo accounts. Accounts and keys come through the administration; its market is
 * the one that is asked for, else index prices come through the administration too.
 */
import { readConfig, SETTINGS_WITHOUT_DEMO, settingsHelp } from '../app/settings/config.ts';
import { runExchange } from './run-exchange.ts';
import type { Verb } from './verb.ts';

export const serveVerb: Verb = {
  name: 'serve',
  about: 'run the exchange for others: no demo accounts, the market you choose',
  data: 'folder',
  operands: [],
  options: {},
  help: () =>
    [
      'Runs the exchange without demo accounts, with the market of --market: world, feed, a file, or none (not given).\n',
      'Usage: outcry serve [options]\n',
      'Options (each also as a variable, OUTCRY_ and its name in capitals, or in the JSON file of --config):',
      settingsHelp(SETTINGS_WITHOUT_DEMO),
    ].join('\n'),
  run: (argv) => runExchange(readConfig(argv, undefined, 'none'), { demo: false }),
};
