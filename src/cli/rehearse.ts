/**
 * `outcry contest rehearse`: a contest that plays itself on its own exchange, as demo, tutorial and test. Exit 0 when
 * every cheat was found and no one else, 1 otherwise.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rehearsed, TeamResult } from '../app/rehearsal/rehearse.ts';
import { defineVerb, UsageError, type Verb } from './verb.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const PRINTED_BYTES = 64 * 1024 * 1024;

export const rehearseVerb: Verb = defineVerb({
  name: 'contest rehearse',
  about: 'play a contest of two hours in seconds, with honest teams and cheats, and see what is found',
  operands: ['[FOLDER]'],
  more:
    'It runs on an exchange and a data folder of its own, under a clock moved by hand; the teams use the HTTP API like ' +
    'anybody. FOLDER must be empty or not there; without it a temporary one is made. The bundle, the policy and the ' +
    'data folder stay in it.',
  async answer(call) {
    const folder = folderOf(call.operands['FOLDER']);
    const { rehearse } = await import('../app/rehearsal/rehearse.ts');
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    const done = await rehearse({ folder, say, verify });
    return { json: { folder, ...done }, text: shown(done), exitCode: done.surprises.length === 0 ? 0 : 1 };
  },
});

function folderOf(given: string | undefined): string {
  if (given === undefined) return mkdtempSync(join(tmpdir(), 'outcry-rehearsal-'));
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${given} is not empty; a rehearsal begins with a folder of its own`);
  return folder;
}

/** In another process, which knows of the bundle and the policy alone. */
export function verify(bundle: string, policy: string): Promise<{ code: number | null; json: unknown }> {
  return new Promise((settle) => {
    const words = [MAIN, 'verify', bundle, '--policy', policy, '--json'];
    const child = execFile(process.execPath, words, { maxBuffer: PRINTED_BYTES }, (_, printed) => {
      settle({ code: child.exitCode, json: printed === '' ? null : (JSON.parse(printed) as unknown) });
    });
  });
}

function shown({ teams, reportSha256, bundle, policy, verified, surprises }: Rehearsed): string {
  const ranked = teams.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
  const { checked = [] } = (verified.json ?? {}) as { checked?: readonly string[] };
  return [
    'BOARD AND REPORT',
    ['rank', 'team', 'name', 'score', 'verdict', 'grades', 'found', 'what it did'].join('\t'),
    ...ranked.map(teamLine),
    '',
    `report ${reportSha256}`,
    'VERIFIED BY ANOTHER PROCESS',
    ...checked.map((line) => `checked  ${line}`),
    `bundle ${bundle}`,
    `again: outcry verify ${bundle} --policy ${policy}`,
    '',
    ...(surprises.length === 0
      ? ['Every cheat was found by the rules that are meant to, and nothing was found of anybody else.']
      : surprises.map((line) => `SURPRISE ${line}`)),
  ].join('\n');
}

function teamLine({ rank, team, name, score, verdict, grades, findings, style }: TeamResult): string {
  const counts = Object.entries(grades).flatMap(([grade, count]) => (count === 0 ? [] : `${count}${grade}`));
  return [rank ?? '-', team, name, score ?? '-', verdict, counts.join(' '), findings.join(' ') || '-', style].join(
    '\t',
  );
}
