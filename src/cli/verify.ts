/**
 * `outcry verify`: checks a contest's bundle offline. Exit 0 when all agrees, 1 when it does with findings, 2 when
 * something is broken, 5 when what is shown agrees and some team can't be judged from it.
 */
import { checkBundleFile } from '../bundle/check-bundle-file.ts';
import type { Canonical } from '../core/text/canonical.ts';
import type { BundleAnswer } from '../core/verification/check-bundle.ts';
import type { AskedBoard, ShownBoard } from '../core/verification/judge-board.ts';
import { DECIDED_SAYS } from '../core/verification/words/en.ts';
import { readBytes, readFile, readJson } from './files.ts';
import { apartText, boardText, type FoundRow, legend, verdictText } from './standings.ts';
import { tableText } from './table.ts';
import { iso, timeOf } from './times.ts';
import { EXIT, UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb } from './verb.ts';
import { counted } from '../core/text/counted.ts';
import { percent } from './words.ts';

const EXITS: Readonly<Record<BundleAnswer['outcome'], number>> = {
  agrees: EXIT.done,
  findings: EXIT.refused,
  broken: EXIT.misused,
  unjudged: EXIT.unjudged,
};

const CLAIMS = [
  'We claim: these bytes were recorded by this account at this place in the sequence, before or after that order, and',
  'have not changed since. They agree, or do not agree, with the order.',
  'We do not claim: that the named model produced them, that the inputs were true, or that the decision was good.',
  'Somebody who decides by hand and has a model write a reason before ordering passes evidence levels 0 to 3; only',
  'attested or replayed inference (4, 5) narrows that. Times are our clock; only witness cosignatures carry another.',
];

export const verifyVerb: Verb = defineVerb({
  name: 'verify',
  data: 'none',
  about: 'check the bundle of a contest: evidence, report, board',
  operands: ['BUNDLE'],
  options: {
    policy: { value: 'FILE', about: 'whom to believe: the log and its witnesses, as /ailog/policy has them' },
    at: { value: 'TIME', about: 'print the board of that moment, made from the leaves' },
    board: { value: 'FILE', about: 'compare a saved answer of contest/leaderboard?at=… with the leaves' },
  },
  more:
    'Nothing is asked of anybody and nothing is written. Exit 0: it agrees; 1: it agrees, with findings; 2: broken; ' +
    "5: what is shown agrees, and some team can't be judged from it.",
  answer: async (call) => {
    const policy = call.options['policy'];
    if (policy === undefined) throw new UsageError('--policy is missing: without it nobody is believed');
    const answer = checkBundleFile(
      readBytes(operand(call, 'BUNDLE'), UsageError),
      readFile(policy, UsageError),
      askedBoard(call),
    );
    return { json: answer, text: shown(answer), exitCode: EXITS[answer.outcome] };
  },
});

function askedBoard({ options: { at, board } }: Call): AskedBoard {
  if (at !== undefined) return { atMs: timeOf(at, '--at') };
  if (board === undefined) return null;
  return { claimed: readJson(board, UsageError) as Canonical };
}

function shown(answer: BundleAnswer): string {
  const { outcome, fault, checked, unchecked, board } = answer;
  return [
    ...checked.map((text) => `checked      ${text}`),
    ...unchecked.map((text) => `not checked  ${text}`),
    ...unjudgedLines(answer),
    ...(fault === null ? [] : [`broken       ${fault}`]),
    ...rankingLines(answer),
    ...(board === null ? [] : boardLines(board)),
    wordOn(outcome, unchecked.length === 0),
    '',
    ...CLAIMS,
  ].join('\n');
}

function wordOn(outcome: BundleAnswer['outcome'], isWhole: boolean): string {
  if (outcome === 'broken') return 'The evidence is broken.';
  return isWhole ? 'The evidence agrees.' : 'What is shown agrees. What was not checked stands above.';
}

function unjudgedLines({ outcome, teams, unjudged }: BundleAnswer): string[] {
  if (outcome !== 'unjudged') return [];
  const judged = teams.length - unjudged.length;
  return [
    ...unjudged.map(({ team, why }) => `not judged   ${team}: ${why}`),
    teams.length === 0 ? 'No team was judged.' : `${judged} of ${counted(teams.length, 'team')} judged again.`,
  ];
}

/** All teams: the ranked ones in order, then the others; each with its verdict and what judges decided about it. */
function rankingLines({ ranking, teams, unjudged, decisions }: BundleAnswer): string[] {
  if (ranking === null) return [];
  const { isFinal, rows, unranked } = ranking;
  const known = new Set([...rows, ...unranked].map(({ team }) => team));
  const others = teams.filter(({ team }) => !known.has(team));
  const lines = [
    ...rows.map(({ rank, team, name, return8 }) => [rank, team, name, return8 === null ? '-' : percent(return8, 8)]),
    ...unranked.map((one) => ['-', one.team, one.name, apartText(one)]),
    ...others.map(({ team }) => ['-', team, '', 'not on the board']),
  ].map((cells): (string | number)[] => {
    const team = cells[1];
    const line = teams.find((one) => one.team === team);
    const said = line === undefined ? '-' : verdictText(line.verdict, line.findings.map(findingIn));
    const verdict = unjudged.some((one) => one.team === team) ? `${said} (not judged again)` : said;
    const decided = decisions.filter((one) => one.team === team).map(decidedText);
    return [...cells, verdict, decided.join('; ') || '-'];
  });
  const head = ['rank', 'team', 'name', 'return', 'verdict', 'decided by judges'];
  const legendLines = legend({ verdicts: teams.map(({ verdict }) => verdict) });
  return [
    '',
    isFinal ? 'THE FINAL BOARD' : 'THE BOARD SO FAR',
    tableText({ head, rows: lines }),
    '',
    ...legendLines,
    '',
  ];
}

/** `V07 M`, as an answer has it. */
function findingIn(text: string): FoundRow {
  const [rule = '', severity = ''] = text.split(' ');
  return { rule, severity };
}

function decidedText({ outcome, by, rules, leaf }: BundleAnswer['decisions'][number]): string {
  const forWhat = rules.length === 0 ? '' : ` for ${rules.join(', ')}`;
  const word = outcome === 'overturned' ? DECIDED_SAYS.overturned : outcome;
  return `${word} by ${counted(by.length, 'judge')} (${by.join(', ')})${forWhat}, leaf ${leaf}`;
}

function boardLines({ at, rows, unranked }: ShownBoard): string[] {
  return [at === 0 ? 'THE BOARD BEFORE THE FIRST SAMPLE' : `THE BOARD AT ${iso(at)}`, boardText(rows, unranked), ''];
}
