/**
 * Reads *.scn files: splits them into scenarios and lines, and plays a scenario line by line.
 *
 * It knows the shape of a file and nothing of trading; `acts.ts` and `checks.ts` know the lines. A line that none of
 * them knows, a scenario without a rule number and a check that fails are errors that name file and line. The language
 * is described in README.md beside it.
 */
import { ACTS } from './acts.ts';
import { CONTEST_LINES } from './contest-lines.ts';
import { CHECKS } from './checks.ts';
import { WHOLE_CHECKS } from './whole-checks.ts';
import { type Line, type Play, ScenarioError, startPlay } from './play.ts';

export interface Scenario {
  readonly rules: readonly string[];
  readonly title: string;
  readonly line: number;
  readonly lines: readonly Line[];
}

const HEADER = /^# ((?:[A-Z]{3,5}-0\d{2})(?:, [A-Z]{3,5}-0\d{2})*) (\S.*)$/;

/** The scenarios of a file; an indented line belongs to the line above it. */
export function readScenarios(file: string, source: string): Scenario[] {
  const scenarios: (Scenario & { readonly lines: Line[] })[] = [];
  for (const [index, raw] of source.split('\n').entries()) {
    const at = `${file}:${index + 1}`;
    const text = raw.replace(/(^|\s)\/\/.*$/, '').trimEnd();
    if (text === '') continue;
    if (text.startsWith('#')) {
      const [, rules = '', title = ''] = HEADER.exec(text) ?? [];
      if (rules === '')
        throw new ScenarioError(at, `a scenario starts with '# RULE-001 what it shows', found '${text}'`);
      scenarios.push({ rules: rules.split(', '), title, line: index + 1, lines: [] });
      continue;
    }
    const scenario = scenarios.at(-1);
    if (scenario === undefined) throw new ScenarioError(at, 'a line before the first scenario');
    if (!/^\s/.test(text)) scenario.lines.push({ at, text, rows: [] });
    else belowOf(scenario, at).rows.push({ at, text: text.trim(), rows: [] });
  }
  const empty = scenarios.find(({ lines }) => lines.length === 0);
  if (empty !== undefined) throw new ScenarioError(`${file}:${empty.line}`, 'a scenario without lines');
  return scenarios;
}

function belowOf(scenario: Scenario, at: string): Line {
  const line = scenario.lines.at(-1);
  if (line === undefined)
    throw new ScenarioError(at, 'an indented line belongs to the line above it, and there is none');
  return line;
}

/** Plays a scenario on an exchange of its own, or as `play`; returns how many checks it made. */
export function playScenario(scenario: Scenario, play: Play = startPlay()): number {
  for (const line of scenario.lines) playLine(play, line);
  if (play.checks === 0)
    throw new ScenarioError(scenario.lines[0]!.at, 'a scenario that checks nothing proves nothing');
  return play.checks;
}

/** Plays lines for a test that looks at the state itself, or goes on from there. */
export function playLines(lines: string, play: Play = startPlay()): Play {
  for (const scenario of readScenarios('lines', `# TEST-001 lines\n${lines}`))
    for (const line of scenario.lines) playLine(play, line);
  return play;
}

function playLine(play: Play, line: Line): void {
  for (const [pattern, handle] of [...CONTEST_LINES, ...WHOLE_CHECKS, ...CHECKS, ...ACTS]) {
    const match = pattern.exec(line.text);
    if (match === null) continue;
    try {
      handle(play, match.groups ?? {}, line);
    } catch (error) {
      if (error instanceof ScenarioError) throw error;
      throw new ScenarioError(
        line.at,
        `${line.text}\n${error instanceof Error ? error.message : String(error)}`,
        error,
      );
    }
    return;
  }
  throw new ScenarioError(line.at, `not a line of this language: '${line.text}'`);
}
