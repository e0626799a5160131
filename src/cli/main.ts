/**
 * The command line: finds the verb, prints help, and turns what went wrong into one line on standard error and an exit
 * code.
 *
 * 0 done; 1 it was asked rightly and can't be done (refused, or a fault); 2 it was asked wrongly.
 */
import { ConfigError, nearest, shownAddress } from '../app/settings/config.ts';
import { version } from '../app/version.ts';
import { accountVerbs } from './account.ts';
import { adminVerbs } from './admin-verbs.ts';
import { aiLogVerbs } from './ailog.ts';
import { allowlistVerbs } from './allowlist.ts';
import { auditVerb } from './audit.ts';
import { backupVerbs } from './backup.ts';
import { caseVerbs } from './case.ts';
import { clockVerbs } from './clock.ts';
import { contestVerbs } from './contest.ts';
import { contractVerbs } from './contract.ts';
import { feesVerbs } from './fees.ts';
import { copyVerbs } from './copy.ts';
import { doctorVerb } from './doctor.ts';
import { hashVerb } from './hash.ts';
import { journalVerbs } from './journal.ts';
import { keyVerbs } from './key.ts';
import { logVerbs } from './log.ts';
import { marketVerbs } from './market.ts';
import { moneyVerbs } from './money.ts';
import { rehearseVerb } from './rehearse.ts';
import { replayVerb } from './replay.ts';
import { reportVerbs } from './report.ts';
import { serveVerb } from './serve.ts';
import { snapshotVerb } from './snapshot.ts';
import { startVerb } from './start.ts';
import { stopVerb } from './stop.ts';
import { UsageError, type Verb, VerbFailed } from './verb.ts';
import { verifyVerb } from './verify.ts';
import { witnessVerbs } from './witness.ts';

const VERBS: readonly Verb[] = [
  startVerb,
  serveVerb,
  stopVerb,
  ...accountVerbs,
  ...moneyVerbs,
  ...keyVerbs,
  ...allowlistVerbs,
  ...logVerbs,
  ...aiLogVerbs,
  ...witnessVerbs,
  ...contestVerbs,
  rehearseVerb,
  ...caseVerbs,
  ...contractVerbs,
  ...feesVerbs,
  ...marketVerbs,
  auditVerb,
  ...reportVerbs,
  verifyVerb,
  ...clockVerbs,
  ...copyVerbs,
  replayVerb,
  hashVerb,
  snapshotVerb,
  ...journalVerbs,
  ...adminVerbs,
  doctorVerb,
  ...backupVerbs,
];

const DONE = 0;
const REFUSED = 1;
const MISUSED = 2;

/** The verbs of which the first word is the first of these: `account`, of `account create` and others. */
function groupOf(argv: readonly string[]): readonly Verb[] {
  return VERBS.filter(({ name }) => name.startsWith(`${argv[0]} `));
}

function overview(verbs: readonly Verb[]): string {
  const width = Math.max(...verbs.map(({ name }) => name.length));
  const rows = verbs.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return [
    'Usage: outcry VERB [options]\n',
    ...rows,
    '\n`outcry VERB --help` tells more about each, `outcry --version` which one this is.',
  ].join('\n');
}

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
  const meant = nearest(found, names) ?? nearest(words[0] ?? '', names);
  return `there is no verb '${shownAddress(found)}'${meant === null ? '' : `; did you mean \`outcry ${meant}\`?`}`;
}

function say(error: unknown, verb: Verb | null): number {
  const misused = error instanceof UsageError || error instanceof ConfigError;
  const known = misused || error instanceof VerbFailed;
  const message = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`outcry: ${message}\n`);
  if (misused)
    process.stderr.write(`Run \`outcry ${verb === null ? '' : `${verb.name} `}--help\` to see what it takes.\n`);
  return misused ? MISUSED : REFUSED;
}

async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === '--version') {
    process.stdout.write(`outcry ${version()}\n`);
    return DONE;
  }
  const found = findVerb(argv);
  const wantsHelp = argv.includes('--help') || argv.includes('-h');
  if (found === null) {
    const group = groupOf(argv);
    if (wantsHelp && argv.length === 2 && group.length > 0) {
      process.stdout.write(`${overview(group)}\n`);
      return DONE;
    }
    if (argv.length > 0 && !argv[0]!.startsWith('-')) return say(new UsageError(unknownVerb(argv)), null);
    process[wantsHelp ? 'stdout' : 'stderr'].write(`${overview(VERBS)}\n`);
    return wantsHelp ? DONE : MISUSED;
  }
  if (wantsHelp) {
    process.stdout.write(`${found.verb.help()}\n`);
    return DONE;
  }
  try {
    return await found.verb.run(found.rest);
  } catch (error) {
    return say(error, found.verb);
  }
}

process.exitCode = await main(process.argv.slice(2));
