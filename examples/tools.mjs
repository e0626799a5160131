// How an example is run, by the end of its name, and which tools must answer for that. Shared by run.mjs and the test.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../scripts/node.mjs', import.meta.url));

const RUNNERS = {
  '.ts': { command: [process.execPath, launcher], tools: [] },
  '.py': { command: ['python3'], tools: [['python3', '--version']] },
  '.go': { command: ['go', 'run'], tools: [['go', 'version']] },
  '.sh': {
    command: ['sh'],
    tools: [
      ['curl', '--version'],
      ['openssl', 'version'],
      ['sh', '-c', ':'],
    ],
  },
};

const answers = new Map();
function hasTool([name, ...parameters]) {
  if (!answers.has(name)) answers.set(name, spawnSync(name, parameters, { stdio: 'ignore' }).status === 0);
  return answers.get(name);
}

/** The command an example is run with, before its file, and the names of the tools for it that are not there. */
export function runnerOf(file) {
  const { command, tools } = RUNNERS[file.slice(file.lastIndexOf('.'))];
  return { command, missing: tools.filter((tool) => !hasTool(tool)).map(([name]) => name) };
}

/** Programs that are given files, or run until they are stopped: other tests run them. */
const ELSEWHERE = [
  'check_receipt.sh',
  'check_bundle.py',
  'check_board.py',
  'plot_run.py',
  'trading-bot.ts',
  'random_agent.py',
];

/** Whether a file of this folder is an example that only needs an exchange. */
export function isExample(file) {
  return !ELSEWHERE.includes(file) && Object.keys(RUNNERS).some((ending) => file.endsWith(ending));
}
