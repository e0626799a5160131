/**
 * `outcry contest rehearse`: contests that play themselves on an exchange of their own, as demo, tutorial and test.
 * Exit 0 when everything came out as the documents say, 1 otherwise; over several seeds, when the shares reach their
 * goals.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rehearsed } from '../rehearsal/rehearse.ts';
import { folderAt } from './folders.ts';
import { tell } from './output.ts';
import { markdown, outcomeTable, rateTable, sharesText } from './rehearse-table.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, type Verb } from './verb.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const PRINTED_BYTES = 64 * 1024 * 1024;
const MOST_SEEDS = 1000;
/** `outcry verify`: 1 agrees, with findings. */
const AGREES = [0, 1];

export const rehearseVerb: Verb = defineVerb({
  name: 'contest rehearse',
  data: 'none',
  about: 'play contests of days in a minute or two, with honest teams and cheats, and see what is found',
  operands: ['[FOLDER]'],
  options: {
    seed: { value: 'N', about: 'another market, other moves: the same number plays the same (1)' },
    seeds: { value: 'N', about: 'play the seeds from 1 to N, and say how often each style comes out as expected' },
    style: { value: 'NAMES', about: 'these styles alone, separated by commas, and whom they need' },
    markdown: { about: 'print the table of docs/threats.md' },
  },
  more:
    'It runs on an exchange and a data folder of its own, under a clock moved by hand and the rule set contests have by ' +
    'default; the teams use the HTTP API like anybody. FOLDER must be empty or not there; without it a temporary one is ' +
    'made. Bundles, policy and data folder stay in it; with --seeds nothing does.',
  async answer(call) {
    // A wrong call is refused before a folder is made.
    await stylesOf(call);
    for (const name of ['seed', 'seeds']) numberOf(call, name, 1);
    const folder = folderOf(call.operands['FOLDER']);
    return call.options['seeds'] === undefined ? one(call, folder) : many(call, folder);
  },
});

/** One seed: every team's outcome, the boards, and bundles that another process verifies. */
async function one(call: Call, folder: string) {
  const { rehearse } = await import('../rehearsal/rehearse.ts');
  const { ratesOf } = await import('../rehearsal/rates.ts');
  const done = await rehearse({ folder, seed: numberOf(call, 'seed', 1), styles: await stylesOf(call), say: tell });
  tell('the exchange is gone; the bundles are verified by another process');
  const verified = await Promise.all(done.contests.map(({ bundle }) => verify(bundle, done.policy)));
  const rates = ratesOf([done]);
  const surprises = done.outcomes.flatMap(({ style, surprise }) =>
    surprise === null ? [] : [`${style.name}: ${surprise}`],
  );
  const unverified = verified.flatMap(({ code }, nth) =>
    AGREES.includes(code ?? -1) ? [] : [`${done.contests[nth]?.contest.title}: verified with exit code ${code}`],
  );
  const all = [...surprises, ...unverified];
  const text = call.switches.has('markdown')
    ? markdown(rates)
    : [
        outcomeTable(done.outcomes),
        ...evidenceText(done, verified),
        '',
        sharesText(rates.shares),
        '',
        ...endText(all),
      ].join('\n');
  return { json: { folder, ...done, verified, surprises: all }, text, exitCode: all.length === 0 ? 0 : 1 };
}

function evidenceText({ contests, policy }: Rehearsed, verified: readonly Verified[]): readonly string[] {
  return contests.flatMap(({ contest, bundle, reportSha256 }, nth) => {
    const { checked = [] } = (verified[nth]?.json ?? {}) as { checked?: readonly string[] };
    return [
      `${contest.title}: ${contest.styles.length} teams, ${contest.hours} hours, report ${reportSha256}`,
      ...checked.map((line) => `  checked  ${line}`),
      `  again: outcry verify ${bundle} --policy ${policy}`,
    ];
  });
}

const endText = (surprises: readonly string[]): readonly string[] =>
  surprises.length === 0 ? ['Everything came out as the documents say.'] : surprises.map((line) => `SURPRISE ${line}`);

/** Several seeds, one after the other; nothing of them is kept. */
async function many(call: Call, folder: string) {
  const { rehearse } = await import('../rehearsal/rehearse.ts');
  const { isMet, ratesOf } = await import('../rehearsal/rates.ts');
  const styles = await stylesOf(call);
  const runs: Rehearsed[] = [];
  for (let seed = 1; seed <= numberOf(call, 'seeds', 1); seed++) {
    const own = join(folder, `seed-${seed}`);
    const done = await rehearse({ folder: own, seed, styles, say: () => undefined });
    rmSync(own, { recursive: true, force: true });
    runs.push(done);
    const late = done.outcomes.filter(({ surprise }) => surprise !== null).map(({ style }) => style.name);
    tell(`seed ${seed}: ${late.length === 0 ? 'as expected' : `not as expected: ${late.join(', ')}`}`);
  }
  if (call.operands['FOLDER'] === undefined) rmSync(folder, { recursive: true, force: true });
  const rates = ratesOf(runs);
  const isReached = rates.shares.every(isMet);
  const json = {
    ...rates,
    rates: rates.rates.map((one) => ({ ...one, verdicts: [...one.verdicts], findings: [...one.findings] })),
  };
  const text = call.switches.has('markdown') ? markdown(rates) : rateTable(rates);
  return { json, text, exitCode: isReached ? 0 : 1 };
}

async function stylesOf({ options }: Call) {
  const { STYLES, stylesNamed } = await import('../rehearsal/styles.ts');
  const names = options['style']?.split(',').map((name) => name.trim());
  if (names === undefined) return STYLES;
  const styles = names.map((name) => stylesNamed([name]));
  const wrong = names.filter((_, nth) => styles[nth] === null);
  if (wrong.length > 0)
    throw new UsageError(
      `no style is called ${wrong.join(', ')}; there are ${STYLES.map(({ name }) => name).join(', ')}`,
    );
  return stylesNamed(names) as NonNullable<ReturnType<typeof stylesNamed>>;
}

function numberOf({ options }: Call, name: string, usual: number): number {
  const given = options[name];
  if (given === undefined) return usual;
  const number = Number(given);
  if (!/^[0-9]{1,9}$/.test(given) || number < 1 || (name === 'seeds' && number > MOST_SEEDS))
    throw new UsageError(
      `--${name} is '${given}', needs a number from 1${name === 'seeds' ? ` to ${MOST_SEEDS}` : ''}`,
    );
  return number;
}

function folderOf(given: string | undefined): string {
  if (given === undefined) return mkdtempSync(join(tmpdir(), 'outcry-rehearsal-'));
  const folder = folderAt(given);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${given} is not empty; a rehearsal begins with a folder of its own`);
  return folder;
}

interface Verified {
  readonly code: number | null;
  readonly json: unknown;
}

/** In another process, which knows of the bundle and the policy alone. */
export function verify(bundle: string, policy: string): Promise<Verified> {
  return new Promise((settle) => {
    const words = [MAIN, 'verify', bundle, '--policy', policy, '--json'];
    const child = execFile(process.execPath, words, { maxBuffer: PRINTED_BYTES }, (_, printed) => {
      settle({ code: child.exitCode, json: printed === '' ? null : (JSON.parse(printed) as unknown) });
    });
  });
}
