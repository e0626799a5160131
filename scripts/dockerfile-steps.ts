// Follows the Dockerfile without an engine for containers: each stage is a folder, its absolute paths lie in that
// folder, and its steps are carried out by a shell on this machine. It shows that the steps do what they are for; it
// says nothing about the base image, and nothing is walled off.
//
//   node scripts/node.mjs scripts/dockerfile-steps.ts FOLDER      prints how to start what was made
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Copy, DockerfileParser, type Env, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { root, run } from './compile.ts';

interface Stage {
  readonly name: string;
  /** The folder that stands for `/`. */
  readonly at: string;
  workdir: string;
  readonly env: Record<string, string>;
  entrypoint: readonly string[];
  command: readonly string[];
  health: readonly string[];
}

/** What the last stage would run, where, and with what in its environment; its paths are on this machine. */
export interface Made {
  readonly start: readonly string[];
  readonly health: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const NODE = `node:${process.version.slice(1)}-slim`;

/**
 * Carries the steps out in a folder that is empty or not there.
 * @throws Error with what a step printed when it failed, or which instruction is not known here
 */
export function followDockerfile(folder: string, text = readFileSync(join(root, 'Dockerfile'), 'utf8')): Made {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions())
    if (instruction.getKeyword() === 'FROM') stages.push(beginStage(folder, instruction, stages.length));
    else step(instruction, stages);
  const { at, env, entrypoint, command, health } = stages.at(-1)!;
  const own = Object.entries(env).map(([name, value]) => [name, inside(at, value)] as const);
  return { start: [...entrypoint, ...command], health, env: { ...Object.fromEntries(own), PATH: pathOf(at) } };
}

/** The base image is the runtime this runs on, at the same version, and the user it has. */
function beginStage(folder: string, from: Instruction, count: number): Stage {
  const [image, , name = String(count)] = from.getArguments().map((argument) => argument.getValue());
  if (image !== NODE) throw new Error(`FROM ${image}: this is ${NODE}`);
  const at = join(folder, name);
  for (const path of ['bin', 'usr/local', 'home/node', 'tmp']) mkdirSync(join(at, path), { recursive: true });
  symlinkSync(process.execPath, join(at, 'bin/node'));
  return { name, at, workdir: '/', env: {}, entrypoint: [], command: [], health: [] };
}

function step(instruction: Instruction, stages: readonly Stage[]): void {
  const stage = stages.at(-1)!;
  const content = instruction.getArgumentsContent() ?? '';
  const words = (of: Instruction): string[] => (of as JSONInstruction).getJSONStrings().map((word) => unquoted(word));
  const steps: Readonly<Record<string, () => void>> = {
    WORKDIR: () => void mkdirSync(join(stage.at, (stage.workdir = content)), { recursive: true }),
    COPY: () => copy(instruction as Copy, stage, stages),
    RUN: () => void run('env', shell(stage, content), join(stage.at, stage.workdir)),
    ENV: () => {
      for (const one of (instruction as Env).getProperties()) stage.env[one.getName()] = one.getValue() ?? '';
    },
    ENTRYPOINT: () => void (stage.entrypoint = words(instruction)),
    CMD: () => void (stage.command = words(instruction)),
    HEALTHCHECK: () => void (stage.health = JSON.parse(/CMD\s+(\[.*\])/.exec(content)?.[1] ?? '[]') as string[]),
    USER: () => undefined,
    VOLUME: () => undefined,
    EXPOSE: () => undefined,
  };
  const known = steps[instruction.getKeyword()];
  if (known === undefined) throw new Error(`${instruction.getKeyword()} is not known to scripts/dockerfile-steps.ts`);
  known();
}

const unquoted = (word: { getValue(): string }): string => JSON.parse(word.getValue()) as string;

/** Of this process's environment a step sees how the network is reached, and nothing of npm that may run this. */
function shell({ at }: Stage, command: string): string[] {
  const names = /^(HOME|npm_config_(registry|cache)|(https?|no)_proxy|NODE_EXTRA_CA_CERTS)$/i;
  const kept = Object.entries(process.env).flatMap(([name, value]) => (names.test(name) ? [`${name}=${value}`] : []));
  return ['-i', ...kept, `PATH=${pathOf(at)}`, 'sh', '-ec', inside(at, command)];
}

const pathOf = (at: string): string =>
  [join(at, 'usr/local/bin'), join(at, 'bin'), process.env['PATH']].join(delimiter);

/** Absolute paths in a text, where they lie on this machine. */
function inside(at: string, text: string): string {
  return text.replaceAll(/(?<=^|[\s=])\/(?=[a-z])/g, `${at}/`);
}

function copy(instruction: Copy, stage: Stage, stages: readonly Stage[]): void {
  const from = instruction.getFromFlag()?.getValue();
  const [source = '', target = ''] = instruction.getArguments().map((argument) => argument.getValue());
  const to = target.startsWith('/') ? join(stage.at, target) : join(stage.at, stage.workdir, target);
  if (from === undefined) return sendContext(source, to);
  const other = stages.find(({ name }) => name === from);
  if (other === undefined) throw new Error(`COPY --from=${from}: no such stage`);
  cpSync(join(other.at, source), to, { recursive: true, verbatimSymlinks: true });
}

/** What the engine would be sent: the file that says so lists what may be, and nothing else. */
function sendContext(source: string, to: string): void {
  const [all, ...listed] = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (source !== '.' || all !== '*' || listed.some((line) => !/^!\.?[\w-]+(\.[\w-]+)*$/.test(line)))
    throw new Error(`.dockerignore must begin with '*' and then list names of the top with '!', and COPY take all`);
  for (const name of listed.map((line) => line.slice(1))) {
    if (!existsSync(join(root, name))) throw new Error(`.dockerignore lists ${name}, which is not there`);
    cpSync(join(root, name), join(to, name), { recursive: true });
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined || (existsSync(folder) && readdirSync(folder).length > 0))
    throw new Error('a folder is needed that is empty or not there');
  const { start, env } = followDockerfile(folder);
  console.log(['env', ...Object.entries(env).map(([name, value]) => `${name}='${value}'`), ...start].join(' '));
}
