/**
 * The command line: finds the verb, prints help, and turns what went wrong into one line on standard error and an exit
 * code (told.ts).
 */
import { ConfigError, nearest, shownAddress } from '../app/settings/config.ts';
import { refusedBySystem } from '../folder/disk/refused-by-system.ts';
import { version } from '../app/version.ts';
import { print, tell } from './output.ts';
import { EXIT, Told, UsageError } from './told.ts';
import type { Verb } from './verb.ts';
import { VERBS, VERBS_BY_HEADING } from './verbs.ts';

/** The verbs of which the first word is the first of these: `account`, of `account create` and others. */
function groupOf(argv: readonly string[]): readonly Verb[] {
  return VERBS.filter(({ name }) => name.startsWith(`${argv[0]} `));
}

const NAME_WIDTH = Math.max(...VERBS.map(({ name }) => name.length));

function rows(verbs: readonly Verb[]): string {
  return verbs.map(({ name, about }) => `  ${name.padEnd(NAME_WIDTH)}  ${about}`).join('\n');
}

function overview(): string {
  const groups = Object.entries(VERBS_BY_HEADING).map(([heading, verbs]) => `${heading}\n${rows(verbs)}\n`);
  return ['Usage: outcry VERB [options]\n', ...groups, MORE].join('\n');
}

const MORE = '`outcry VERB --help` tells more about each, `outcry --version` which one this is.';

/** The verb the arguments begin with, and the rest of them. */
function findVerb(argv: readonly string[]): { verb: Verb; rest: readonly string[] } | null {
  for (const words of [2, 1]) {
    const verb = VERBS.find(({ name }) => name === argv.slice(0, words).join(' '));
    if (verb !== undefined) return { verb, rest: argv.slice(words) };
  }
  return null;
}

function unknownVerb(argv: readonly string[]): string {
  const words = argv.filter((word) => !word.startsWith('-'));
  const group = groupOf(words);
  if (words.length === 1 && group.length > 0)
    return `'${words[0]}' needs one of: ${group.map(({ name }) => name.split(' ')[1]).join(', ')}`;
  const found = words.slice(0, 2).join(' ');
  const names = VERBS.map(({ name }) => name);
  const first = [...new Set(names.map((name) => name.split(' ')[0] as string))];
  const meant = nearest(found, names) ?? nearest(words[0] ?? '', [...names, ...first]);
  return `there is no verb '${shownAddress(found)}'${meant === null ? '' : `; did you mean \`outcry ${meant}\`?`}`;
}

function say(error: unknown, verb: Verb | null): number {
  const exitCode = error instanceof ConfigError ? EXIT.misused : error instanceof Told ? error.exitCode : null;
  const message = error instanceof Error ? error.message : String(error);
  const fault = error instanceof Error ? (error.stack ?? message) : message;
  tell(`outcry: ${exitCode === null ? (refusedBySystem(error) ?? fault) : message}`);
  if (exitCode === EXIT.misused)
    tell(`Run \`outcry ${verb === null ? '' : `${verb.name} `}--help\` to see what it takes.`);
  return exitCode ?? EXIT.refused;
}

/** For `outcry help`, `outcry help account`, `outcry account --help`; null when nothing is to be explained. */
function helpAsked(argv: readonly string[]): string | null {
  const isWord = argv[0] === 'help';
  if (!isWord && !argv.some((word) => word === '--help' || word === '-h')) return null;
  const words = (isWord ? argv.slice(1) : argv).filter((word) => !word.startsWith('-'));
  if (words.length === 0) return overview();
  const found = findVerb(words);
  if (found !== null) return found.verb.help();
  const group = groupOf(words);
  return words.length === 1 && group.length > 0
    ? ['Usage: outcry VERB [options]\n', rows(group), '', MORE].join('\n')
    : null;
}

/** Carries out what was typed; the exit code. */
export async function commandLine(argv: readonly string[]): Promise<number> {
  if (argv[0] === '--version') {
    print(`outcry ${version()}`);
    return EXIT.done;
  }
  const help = helpAsked(argv);
  if (help !== null) {
    print(help);
    return EXIT.done;
  }
  const found = findVerb(argv);
  if (found === null) {
    const words = argv[0] === 'help' ? argv.slice(1) : argv;
    if (words.length > 0 && !words[0]!.startsWith('-')) return say(new UsageError(unknownVerb(words)), null);
    tell(overview());
    return EXIT.misused;
  }
  try {
    return await found.verb.run(found.rest);
  } catch (error) {
    return say(error, found.verb);
  }
}
