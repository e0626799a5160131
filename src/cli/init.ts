/**
 * `outcry init`: a folder for an exchange that others are to use, with its settings in a file and a place for its data,
 * both for their owner alone. It starts nothing, overwrites nothing, and says what comes next.
 */
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../app/settings/config.ts';
import { makeFolder } from '../folder/disk/make-folder.ts';
import { folderAt } from './folders.ts';
import { failing, UsageError, VerbFailed } from './told.ts';
import { defineVerb, operand } from './verb.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The administration's port, so that a tunnel to it has a name that stays. */
const ADMIN_PORT = '9001';

type Options = Readonly<Record<string, string | undefined>>;

export const initVerb = defineVerb({
  name: 'init',
  about: 'make a folder for an exchange: its settings, and a place for its data',
  data: 'none',
  operands: ['DIR'],
  options: {
    name: { value: 'NAME', about: 'the name others will call it by, such as outcry.example, behind a proxy with TLS' },
    port: { value: 'N', about: 'its port on this machine (8080)' },
    'admin-port': { value: 'N', about: `port of the administration (${ADMIN_PORT})` },
    store: { value: 'URL', about: 'keep the read store in PostgreSQL, at this postgres:// address' },
  },
  more:
    'DIR must be empty, or not be there yet. It gets config.json and the folder data, both for their owner alone. ' +
    'The name is also that of the AI log, which is fixed at the first start.',
  async answer(call) {
    const { options } = call;
    const folder = folderAt(operand(call, 'DIR'));
    const data = join(folder, 'data');
    const config = join(folder, 'config.json');
    const settings = settingsOf(options, data);
    await failing(() => make(folder, data, config, settings));
    return { json: { folder, config, data, settings }, text: whatIsNext({ folder, data, config }, options['name']) };
  },
});

/** Text of the file. @throws ConfigError as a start with it would */
function settingsOf(options: Options, data: string): Readonly<Record<string, unknown>> {
  const { name, port = '8080', 'admin-port': adminPort = ADMIN_PORT, store } = options;
  if (name !== undefined && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name))
    throw new UsageError(`--name is '${name}', needs a host's name in small letters, such as outcry.example`);
  const flags = ['--data', data, '--port', port, '--admin-port', adminPort];
  const checked = readConfig(store === undefined ? flags : [...flags, '--store', store], {});
  return {
    data,
    port: checked.port,
    adminPort: checked.adminPort,
    ...(store === undefined ? {} : { store }),
    ...(name === undefined
      ? {}
      : { origin: `${name}/ailog`, http: { hosts: [name], trustedProxies: ['127.0.0.1', '::1'] } }),
  };
}

function make(folder: string, data: string, config: string, settings: object): void {
  makeFolder(folder);
  const [found] = readdirSync(folder);
  if (found !== undefined) throw new VerbFailed(`${folder} is not empty, it has ${found}: nothing was made or changed`);
  chmodSync(folder, FOLDER_MODE);
  mkdirSync(data, { mode: FOLDER_MODE });
  writeFileSync(config, `${JSON.stringify(settings, null, 2)}\n`, { mode: FILE_MODE, flag: 'wx' });
}

function whatIsNext({ folder, data, config }: Readonly<Record<string, string>>, name: string | undefined): string {
  const lines = [
    `made ${folder}: config.json and data, for you alone`,
    '',
    'Next:',
    ...(name === undefined
      ? ['  look at config.json: "origin" names the AI log, and is fixed at the first start']
      : [`  put a proxy with TLS for ${name} in front of it: docs/web/proxy.md`]),
    `  outcry serve --config ${config}`,
    `  export OUTCRY_CONFIG=${config}        # all other verbs then know its data folder`,
    '  outcry account create "team one"      # and key create, account deposit: docs/operating.md',
    `  outcry backup /another/disk           # often: ${data} holds keys and money`,
  ];
  return lines.join('\n');
}
