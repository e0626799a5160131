/**
 * The third judge: contests as somebody finds them who has their leaves and nothing else. Every leaf is opened, its
 * parts held against what it commits to; boards are made again from the leaves and compared with those the exchange
 * shows over the wire; and the report of leaves taken in as they came is that of all at once.
 */
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import { join } from 'node:path';
import { type LogFacts, openedLog } from '../../src/publish/evidence/opened-log.ts';
import { type ReadEntry, readEntry } from '../../src/core/log/read-entry.ts';
import { rootOf } from '../../src/core/log/merkle.ts';
import { equalBytes } from '../../src/core/text/bytes.ts';
import { type Canonical, canonicalText } from '../../src/core/text/canonical.ts';
import type { Contest } from '../../src/core/state/records.ts';
import type { BoardContest } from '../../src/core/verification/board.ts';
import { Broken } from '../../src/core/verification/bundle-files.ts';
import { judgeBoards } from '../../src/core/verification/judge-board.ts';
import { createPastRoots, type PastRoots } from '../../src/core/verification/past-roots.ts';
import type { LeafRecord } from '../../src/core/verification/records.ts';
import { finish, verify } from '../../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import { start, step } from '../../src/core/verification/step.ts';
import type { Verification } from '../../src/core/verification/verification.ts';
import type { Database } from '../../src/store/database/db.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { type Exchange, look, readAll } from './exchange.ts';

/** How far each contest's leaves were taken in as they came; outlives a restart of the service. */
export type Incremental = Map<string, { readonly state: Verification; taken: number }>;

/** What of a contest its leaves are judged by. */
export function contestTerms({ config }: Contest): BoardContest {
  const { id, startMs, endMs, coin, startBalance, symbols, minFilledOrders, score, finalMinutes } = config;
  return {
    id,
    startMs,
    endMs,
    coin,
    startBalance,
    symbols: symbols.map(({ symbol }) => symbol),
    minFilledOrders,
    score,
    ...(finalMinutes === undefined ? {} : { finalMinutes }),
  };
}

export function logFactsOf({ service }: Exchange, { id, teams }: Contest): LogFacts {
  const { saltKey, nextIndex: size } = service.state.ailog;
  if (saltKey === null) throw new Error('a contest before the log was opened');
  const accounts = new Map(teams.map((team) => [team.id, String(team.account.id)]));
  return { contest: id, size, saltKey, accounts, uids: new Set(accounts.values()) };
}

/** Reads the store's rows, which hold everything up to now, through a connection of its own. */
export async function withRows<T>(exchange: Exchange, work: (database: Database) => Promise<T>): Promise<T> {
  await look(exchange);
  const database = openDatabase(join(exchange.world.folder, 'outcry.db'));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What is wrong with the contests, in words; counts what was compared. */
export async function judgeContests(exchange: Exchange): Promise<string[]> {
  const { service, counts } = exchange;
  if (service.fatal.length > 0) return [];
  const wrong: string[] = [];
  for (const contest of service.state.contest.contests.values()) {
    if (contest.teams.length === 0) continue;
    try {
      await judgeOne(exchange, contest);
      counts.contestsJudged += 1;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      wrong.push(`contest ${contest.id}: ${error.message}`);
    }
  }
  return wrong;
}

async function judgeOne(exchange: Exchange, contest: Contest): Promise<void> {
  const { leaves, entries, roots } = await withRows(exchange, (database) => readLog(exchange, contest, database));
  const { ailog } = exchange.service.state;
  const root = roots.rootAt(leaves.length);
  if (root === null || !equalBytes(root, rootOf(sha256, ailog.frontier)))
    throw new Broken('its leaves do not lead to the root of the state');
  compareReports(exchange, contest, leaves, roots);
  await compareBoards(exchange, contest, { leaves, entries, roots });
}

interface Log {
  readonly leaves: readonly LeafRecord[];
  readonly entries: readonly ReadEntry[];
  readonly roots: PastRoots;
}

async function readLog(exchange: Exchange, contest: Contest, database: Database): Promise<Log> {
  const [leaves, entries, roots] = [[] as LeafRecord[], [] as ReadEntry[], createPastRoots(sha256)];
  for await (const { record, stored } of openedLog(database, logFactsOf(exchange, contest), roots)) {
    leaves.push(record);
    entries.push(readEntry(stored.entry) as ReadEntry);
  }
  return { leaves, entries, roots };
}

function compareReports({ incremental }: Exchange, contest: Contest, leaves: readonly LeafRecord[], roots: PastRoots) {
  const terms = contestTerms(contest);
  const known = incremental.get(contest.id) ?? {
    state: start(sha256, verifyEd25519, DEFAULT_RULESET, terms),
    taken: 0,
  };
  incremental.set(contest.id, known);
  for (const leaf of leaves.slice(known.taken)) step(known.state, leaf);
  known.taken = leaves.length;
  const bit = finish(known.state, roots.rootAt);
  const whole = verify(sha256, verifyEd25519, DEFAULT_RULESET, terms, leaves, roots.rootAt);
  if (bit.text !== whole.text) throw new Broken('the report of leaves as they came is not that of all at once');
}

/** Boards of the latest sample and of one before it, and the one it ended with. */
async function compareBoards(exchange: Exchange, contest: Contest, log: Log): Promise<void> {
  const { id, phase, lastSampleMs } = contest;
  if (lastSampleMs === 0) return;
  const final = phase === 'final' ? log.entries.findLast((entry) => isContestLeaf(entry, id)) : undefined;
  const board = final !== undefined && 'payload' in final ? final.payload['board'] : undefined;
  const text = board === undefined ? null : Buffer.from(canonicalText(board));
  const files = new Map<string, Uint8Array>(text === null ? [] : [['board.json', text]]);
  const bundle = { sha256, verifyEd25519, files, ...log };
  const terms = { rules: DEFAULT_RULESET, contest: contestTerms(contest), isWhole: true, report: null };
  for (const atMs of [lastSampleMs, lastSampleMs - 1_000]) {
    const [claimed] = await readAll(exchange, [
      { uid: null, target: `/contest/leaderboard?id=${id}&at=${Math.max(1, atMs)}` },
    ]);
    if (claimed === null || claimed === undefined || (claimed as { at: number }).at === 0) continue;
    const { checked } = judgeBoards(bundle, terms, { claimed: claimed as Canonical });
    exchange.counts.boardsCompared += checked.length;
    exchange.counts.ranked += (claimed as { rows: unknown[] }).rows.length;
  }
}

function isContestLeaf(entry: ReadEntry, id: string): boolean {
  return entry.kind === 'contest' && 'payload' in entry && entry.payload['id'] === id;
}
