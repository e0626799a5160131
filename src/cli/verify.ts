/**
 * `outcry verify`: checks a contest's bundle offline. Exit 0 when all agrees, 1 when it does with findings, 2 when
 * something is broken.
 */
import { checkBundleFile } from '../bundle/check-bundle-file.ts';
import type { Canonical } from '../core/text/canonical.ts';
import type { BundleAnswer } from '../core/verification/check-bundle.ts';
import type { AskedBoard, ShownBoard } from '../core/verification/judge-board.ts';
import { readBytes, readFile, readJson } from './files.ts';
import { timeOf } from './times.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb } from './verb.ts';

const EXIT: Readonly<Record<BundleAnswer['outcome'], number>> = { agrees: 0, findings: 1, broken: 2 };

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
  more: 'Nothing is asked of anybody and nothing is written. Exit 0: it agrees; 1: it agrees, with findings; 2: broken.',
  answer: async (call) => {
    const policy = call.options['policy'];
    if (policy === undefined) throw new UsageError('--policy is missing: without it nobody is believed');
    const answer = checkBundleFile(
      readBytes(operand(call, 'BUNDLE'), UsageError),
      readFile(policy, UsageError),
      askedBoard(call),
    );
    return { json: answer, text: shown(answer), exitCode: EXIT[answer.outcome] };
  },
});

function askedBoard({ options: { at, board } }: Call): AskedBoard {
  if (at !== undefined) return { atMs: timeOf(at, '--at') };
  if (board === undefined) return null;
  return { claimed: readJson(board, UsageError) as Canonical };
}

function shown({ outcome, fault, checked, unchecked, teams, board }: BundleAnswer): string {
  return [
    ...checked.map((text) => `checked      ${text}`),
    ...unchecked.map((text) => `not checked  ${text}`),
    ...(fault === null ? [] : [`broken       ${fault}`]),
    ...teams.map(({ team, verdict, findings }) => `team ${team}  ${verdict}  ${findings.join(', ')}`.trimEnd()),
    ...(board === null ? [] : boardLines(board)),
    outcome === 'broken' ? 'The evidence is broken.' : 'The evidence agrees.',
    '',
    ...CLAIMS,
  ].join('\n');
}

function boardLines({ at, rows, unranked }: ShownBoard): string[] {
  return [
    `board at ${at === 0 ? 'no time: there was no sample' : new Date(at).toISOString()}`,
    ...rows.map(({ rank, team, name, score, return8 }) => `${rank}\t${team}\t${name}\t${score ?? 'out'}\t${return8}`),
    ...unranked.map(({ team, name, reason }) => `-\t${team}\t${name}\t${reason}`),
  ];
}
