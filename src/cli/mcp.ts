/** `outcry mcp`: the exchange as an MCP server over standard input and output, and how the usual clients are told. */
import { readCaller } from '../app/settings/config.ts';
import { version } from '../app/version.ts';
import { createClient } from '../client/client.ts';
import { publicUrl } from './admin.ts';
import { tell } from './output.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, type Verb } from './verb.ts';

const MODULES = { modules: { value: 'LIST', about: 'more tools, with commas between, or all' } };
const RETRIES = 2;

const serving = defineVerb({
  name: 'mcp',
  data: 'address',
  about: 'serve an agent that speaks MCP, over standard input and output',
  options: MODULES,
  more: 'The key comes from OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE; without them the tools that read the market work. With OUTCRY_LOG_KEY it signs AI logs for the team.',
  async answer(call) {
    const { toolsOf } = await import('../mcp/tools/index.ts');
    const { serveMcp } = await import('../mcp/stdio.ts');
    const modules = modulesOf(call, toolsOf);
    const { apiKey, secret, passphrase, logKey } = readCaller();
    const given = [apiKey, secret, passphrase].filter((part) => part !== undefined).length;
    if (given !== 0 && given !== 3)
      throw new UsageError(
        'a key has three parts: set OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE, or none of them',
      );
    const address = publicUrl(call);
    const key = given === 3 ? { apiKey: apiKey!, secret: secret!, passphrase: passphrase! } : {};
    const signing = logKey === undefined ? {} : { logKey };
    const client = createClient({ url: address, retries: RETRIES, ...key, ...signing });
    const onError = (error: Error): void => tell(`outcry mcp: ${error.message}`);
    await serveMcp({ client, hasKey: given === 3, address, modules, version: version(), onError });
    return { json: null, text: null };
  },
});

const setup = defineVerb({
  name: 'mcp setup',
  data: 'address',
  about: 'print what to add to an MCP client; nothing is written',
  options: {
    client: { value: 'NAME', about: 'claude-code, claude-desktop, cursor, vscode, codex, gemini-cli …' },
    ...MODULES,
  },
  async answer(call) {
    const { toolsOf } = await import('../mcp/tools/index.ts');
    const { isToRun, SETUPS } = await import('../mcp/setup.ts');
    const { client = '' } = call.options;
    const make = Object.hasOwn(SETUPS, client) ? SETUPS[client] : undefined;
    if (make === undefined)
      throw new UsageError(`--client is '${client}', needs one of ${Object.keys(SETUPS).join(', ')}`);
    const command = ['npx', 'outcry'];
    const made = make({ address: publicUrl(call), command, modules: modulesOf(call, toolsOf) });
    const where = isToRun(made) ? 'Run this, with OUTCRY_TOKEN set:' : `Add this to ${made.where}:`;
    const note = `${where.replace(/:$/, '')}. OUTCRY_TOKEN and the parts of a key come from \`outcry seat NAME\`.`;
    return { json: { client, ...made }, text: made.text, note };
  },
});

function modulesOf({ options }: Call, toolsOf: (modules: string) => unknown): string {
  const { modules = '' } = options;
  try {
    toolsOf(modules);
    return modules;
  } catch (error) {
    throw new UsageError(`--modules: ${(error as Error).message}`, { cause: error });
  }
}

export const mcpVerbs: readonly Verb[] = [serving, setup];
