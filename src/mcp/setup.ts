/** The usual MCP clients: for each the command or the text to add, and where. Nothing is written anywhere. */

export interface Setup {
  /** Place the text belongs in, or the word for a command to run. */
  readonly where: string;
  readonly text: string;
}

export interface SetupParts {
  /** Base address of the exchange. */
  readonly address: string;
  /** Program and its first arguments that start this one. */
  readonly command: readonly string[];
  readonly modules: string;
}

const RUN = 'run';
const KEYS = ['OUTCRY_KEY', 'OUTCRY_SECRET', 'OUTCRY_PASSPHRASE'];

const json = (value: unknown): string => JSON.stringify(value, null, 2);
/** For a shell. */
const word = (value: string): string => (/^[\w./:=@,-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);

function stdio({ address, command: [program, ...first], modules }: SetupParts, key: (name: string) => string) {
  const args = [...first, 'mcp', ...(modules === '' ? [] : ['--modules', modules])];
  const env = { OUTCRY_URL: address, ...Object.fromEntries(KEYS.map((name) => [name, key(name)])) };
  return { command: program!, args, env };
}

const httpAt = ({ address, modules }: SetupParts): string =>
  `${address}/mcp${modules === '' ? '' : `?modules=${encodeURIComponent(modules)}`}`;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const PASTE = (name: string): string => `paste ${name} here`;
const inDollars = (name: string): string => `\${${name}}`;

export const SETUPS: Readonly<Record<string, (parts: SetupParts) => Setup>> = {
  'claude-code': (parts) => ({
    where: RUN,
    text: `claude mcp add --transport http outcry ${word(httpAt(parts))} --header "Authorization: Bearer $OUTCRY_TOKEN"`,
  }),
  'claude-desktop': (parts) => ({
    where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    text: json({ mcpServers: { outcry: stdio(parts, PASTE) } }),
  }),
  cursor: (parts) => ({
    where: '.cursor/mcp.json of the project, or ~/.cursor/mcp.json',
    text: json({ mcpServers: { outcry: { url: httpAt(parts), headers: bearer('${env:OUTCRY_TOKEN}') } } }),
  }),
  vscode: (parts) => ({
    where: '.vscode/mcp.json of the workspace',
    text: json({
      inputs: [{ type: 'promptString', id: 'outcry-token', description: 'OUTCRY_TOKEN', password: true }],
      servers: { outcry: { type: 'http', url: httpAt(parts), headers: bearer('${input:outcry-token}') } },
    }),
  }),
  codex: (parts) => ({
    where: '~/.codex/config.toml',
    text: [
      '[mcp_servers.outcry]',
      `url = ${JSON.stringify(httpAt(parts))}`,
      'bearer_token_env_var = "OUTCRY_TOKEN"',
    ].join('\n'),
  }),
  antigravity: (parts) => ({
    where: RUN,
    text: `agy mcp add --header "Authorization: Bearer $OUTCRY_TOKEN" outcry ${word(httpAt(parts))}`,
  }),
  'gemini-cli': (parts) => ({
    where: '~/.gemini/settings.json',
    text: json({ mcpServers: { outcry: { httpUrl: httpAt(parts), headers: bearer('$OUTCRY_TOKEN') } } }),
  }),
  windsurf: (parts) => ({
    where: '~/.codeium/windsurf/mcp_config.json',
    text: json({ mcpServers: { outcry: { serverUrl: httpAt(parts), headers: bearer('${env:OUTCRY_TOKEN}') } } }),
  }),
  other: (parts) => ({
    where: 'a client that starts programs',
    text: json({ mcpServers: { outcry: stdio(parts, inDollars) } }),
  }),
};

export const isToRun = ({ where }: Setup): boolean => where === RUN;
