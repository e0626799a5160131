/**
 * `outcry serve`: the exchange alone, without demo accounts and without its own market; accounts, keys and index prices
 * come through the administration.
 */
import { readConfig, SETTINGS_WITHOUT_MARKET, settingsHelp } from '../app/settings/config.ts';
import { runExchange } from './run-exchange.ts';
import type { Verb } from './verb.ts';

export const serveVerb: Verb = {
  name: 'serve',
  about: 'run the exchange alone: no demo accounts, no market',
  data: 'folder',
  operands: [],
  options: {},
  help: () =>
    [
      'Runs the exchange without demo accounts and without a market of its own.\n',
      'Usage: outcry serve [options]\n',
      'Options (each also as a variable, OUTCRY_ and its name in capitals, or in the JSON file of --config):',
      settingsHelp(SETTINGS_WITHOUT_MARKET),
    ].join('\n'),
  run: (argv) => runExchange({ ...readConfig(argv), market: false }, { demo: false }),
};
