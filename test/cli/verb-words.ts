/** How each verb of the table is called rightly, so that a test can go through all of them. */
import { join } from 'node:path';
import type { Verb } from '../../src/cli/verb.ts';

/** What stands for an operand, by its name; files and folders are in `place`. */
function operandOf(name: string, verb: string, place: string): string {
  const samples: Readonly<Record<string, string>> = {
    UID: '1000003',
    LEAD: '1000004',
    RELATION: '5',
    FROM: verb === 'outage declare' ? '2026-11-01T00:00:00Z' : '1000003',
    TO: '1000004',
    AMOUNT: '1',
    MAKER: '0.0001',
    TAKER: '0.0004',
    SHARE: '0.1',
    RATIO: '0.5',
    RATE: '0.0001',
    ID: 'ak_1',
    NAME: 'ada',
    NODE: 'n1',
    VERSION: '1',
    SYMBOL: 'cmt_btcusdt',
    CONTEST: 'c1',
    TIME: '2999-01-01T00:00:00Z',
    HOW_FAR: '90s',
    TEAM: 't1',
    STATE: 'withdrawn',
    CASE: 'k1',
    OUTCOME: 'cleared',
    SHA256: 'ab'.repeat(32),
    HASH: 'ab'.repeat(32),
    OTHER: 'cd'.repeat(32),
    SEQUENCE: '7',
    INDEX: '0',
    NOTICE: '7',
    TEXT: 'The hall opens at nine',
    OLD: '1',
    NEW: '2',
    FILE: join(place, 'contest.json'),
    SCENARIO: 'flash-crash',
    PROFILE: 'flaky',
    TARGET: join(place, 'made'),
    BUNDLE: join(place, 'contest.json'),
    DIR: join(place, 'other'),
  };
  const sample = samples[name];
  if (sample === undefined) throw new Error(`${verb} has an operand ${name} that verb-words.ts has no sample of`);
  return sample;
}

/** Nobody answers there. */
const OF_ETCD =
  '--journal etcd://127.0.0.1:1/main --journal-user outcry --journal-password-file PLACE/contest.json ' +
  '--journal-tls-ca PLACE/contest.json --journal-tls-cert PLACE/contest.json --journal-tls-key PLACE/contest.json';

/** Options without which a verb is not called rightly. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'admin add': ['--role', 'judge'],
  'brand set': ['--name', 'Arena'],
  'contest cancel': ['--yes'],
  'contest final': ['--yes'],
  'contract delist': ['--yes'],
  'contract change': ['--withdraw'],
  'key limit': ['--reduce-only'],
  'market shock': ['--down', '1'],
  'mcp setup': ['--client', 'codex'],
  'outage declare': ['--cause', 'a test'],
  'journal set-aside': ['--reason', 'a test'],
  'team register': ['--check'],
  'team state': ['--reason', 'a test'],
  'case propose': ['--rules', 'V03', '--public', 'PLACE/contest.json'],
  'case open': ['--text', 'PLACE/contest.json'],
  'case file': ['--out', 'PLACE/made'],
  'export bundle': ['--out', 'PLACE/made'],
  'export board': ['--out', 'PLACE/made'],
  'export grades': ['--out', 'PLACE/made'],
  'export trades': ['--out', 'PLACE/made'],
  'export prizes': ['--out', 'PLACE/made', '--prizes', 'PLACE/contest.json'],
  ...Object.fromEntries(
    ['status', 'fence', 'activate', 'compare'].map((name) => [`cluster ${name}`, OF_ETCD.split(' ')]),
  ),
  'cluster void': [...OF_ETCD.split(' '), '--hash', 'f'.repeat(64)],
  'cluster recover': [...OF_ETCD.split(' '), '--store', 'postgres://127.0.0.1:1/outcry'],
  verify: ['--policy', 'PLACE/contest.json'],
  'ailog check': ['--policy', 'PLACE/contest.json'],
  'witness serve': ['--policy', 'PLACE/contest.json', '--name', 'witness.example', '--port', '0'],
};

/** The words that call a verb, with `more` options behind; the files it is given are in `place`. */
export function wordsFor(verb: Verb, place: string, more: readonly string[] = []): string[] {
  const operands = verb.operands.filter((name) => !name.startsWith('['));
  const judged = verb.name.startsWith('case ') ? ['--credential', join(place, 'token')] : [];
  const needed = [...(NEEDED[verb.name] ?? []), ...judged];
  const given = needed.filter((_, at) => !more.includes(needed[at - (needed[at]!.startsWith('--') ? 0 : 1)]!));
  return [
    ...verb.name.split(' '),
    ...operands.map((name) => operandOf(name, verb.name, place)),
    ...given.map((word) => word.replace('PLACE', place)),
    ...more,
  ];
}
