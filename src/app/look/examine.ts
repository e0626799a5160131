/**
 * Examines a data folder for `outcry doctor`: looks at all of it, without a bound in time, and says of each file what
 * it is and what is wrong with it. Changes nothing; beside a running exchange it sees one moment of it.
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { holderOf } from '../../sequencer/lock.ts';
import { exchangeName } from '../../store/database/exchange-name.ts';
import { lookAtStore } from '../../store/look/look.ts';
import { dataFolder } from '../disk/data-folder.ts';
import type { FolderFacts } from '../judge/facts.ts';
import { judgeClosed, unreadableUpTo } from '../judge/judge-closed.ts';
import { judgeRows } from '../judge/judge-rows.ts';
import { type ComparedRows, compareWithJournal } from './rows-anew.ts';
import type { Finding } from '../judge/finding.ts';
import { judgeFolder } from '../judge/judge.ts';
import { endingOf } from '../judge/judge-journal.ts';
import { isOfAnother } from '../judge/judge-snapshots.ts';
import { lookAtAll } from '../journal/check-closed.ts';
import { lookAtFolder } from './look-folder.ts';
import { lookAtSnapshots, type SnapshotLook } from './look-snapshots.ts';

export interface Verdict {
  readonly file: string;
  /** The worst of its findings. */
  readonly verdict: 'ok' | 'note' | 'to mend' | 'wrong' | 'refused';
  /** Its kind, in words. */
  readonly says: string;
}

export interface Examined {
  readonly data: string;
  /** An exchange runs on it: the figures are of one moment. */
  readonly running: boolean;
  readonly pid: number | null;
  /** Nothing of it would stop a start, is lost, or would be answered wrongly. */
  readonly ok: boolean;
  readonly files: readonly Verdict[];
  /** The rows of the read store beside those the journal leads to; null where they were not compared. */
  readonly rows: ComparedRows | null;
  readonly findings: readonly Finding[];
}

export interface ExamineOptions {
  /** Address of PostgreSQL; null: the SQLite file of the folder. */
  readonly store: string | null;
  readonly verb: 'start' | 'serve' | null;
}

/** @throws Error when there is no such folder */
export async function examineFolder(path: string, { store, verb }: ExamineOptions): Promise<Examined> {
  if (!existsSync(path)) throw new Error(`there is no data folder ${path}`);
  const folder = dataFolder(path);
  const { isHeld, pid } = holderOf(path);
  // The store first: a running exchange moves on, and a store that lags its journal is ordinary.
  const facts = await lookAtStore(store ?? folder.database, { isRunning: isHeld });
  const whole = await lookAtFolder(folder, Promise.resolve(facts), { atClosed: lookAtAll });
  const judged = judgeFolder(whole, {
    verb,
    rebuildStore: false,
    origin: null,
    hasSigner: false,
    isRunning: isHeld,
  });
  const rows = isHeld || !isWhole(whole, judged) ? null : await rowsOf(whole, folder.journal, store ?? folder.database);
  const snapshots = await lookAtSnapshots(folder);
  const findings = [
    ...judged,
    ...(rows === null ? [] : judgeRows(facts.place, rows)),
    ...snapshots.flatMap(({ file, finding }) => (isJudged(whole, file) ? [] : (finding ?? []))),
  ];
  return {
    data: path,
    running: isHeld,
    pid,
    ok: findings.every(({ severity }) => severity !== 'refuse' && severity !== 'wrong'),
    files: verdicts(whole, isHeld, snapshots, findings),
    rows,
    findings,
  };
}

/** Whether what is wrong with a snapshot was found out by its beginning. */
function isJudged({ journal, snapshots }: FolderFacts, file: string): boolean {
  const facts = snapshots.find((one) => one.file === file);
  if (facts === undefined || journal.state !== 'there') return false;
  return isOfAnother(facts, journal) || facts.sequence > journal.found.end.sequence;
}

/** Rows are made again from the first command on. */
async function rowsOf({ journal, store }: FolderFacts, path: string, url: string): Promise<ComparedRows> {
  const unreadable = unreadableUpTo(journal);
  if (unreadable === 0) return compareWithJournal(path, url, store.sequence);
  const isMoved = journal.state === 'there' && judgeClosed(journal).length === 0;
  const how = isMoved ? 'were moved away' : 'can not all be read here any more';
  const left = `all: commands 1 to ${unreadable} of the journal ${how}`;
  return { alike: 0, unlikeCount: 0, unlike: [], left };
}

/** Whether the rows can be made again at all: journal and store are sound, and belong together. */
function isWhole({ journal, store }: FolderFacts, findings: readonly Finding[]): boolean {
  const files = ['journal.log', store.place];
  const isSound = findings.every(({ file, severity }) => severity !== 'refuse' || !files.includes(file));
  return isSound && journal.state === 'there' && !journal.found.isNew && store.state === 'there';
}

function verdicts(
  facts: FolderFacts,
  isRunning: boolean,
  snapshots: readonly SnapshotLook[],
  findings: readonly Finding[],
): Verdict[] {
  const said = new Map<string, string>(facts.files.map((file) => [file.name, modeOf(file.mode)]));
  said.set('journal.log', journalWords(facts, isRunning));
  said.set(facts.store.place, storeWords(facts));
  for (const { file, says } of snapshots) said.set(file, says);
  for (const { path, firstSequence, lastSequence } of facts.journal.state === 'there'
    ? facts.journal.closed.damaged
    : [])
    said.set(`journal/${basename(path)}`, `closed: commands ${firstSequence} to ${lastSequence}`);
  for (const { file } of findings) if (!said.has(file)) said.set(file, 'not there');
  return [...said].map(([file, says]) => ({ file, verdict: worst(file, findings), says }));
}

const ORDER = { refuse: 'refused', wrong: 'wrong', mend: 'to mend', tell: 'note' } as const;

function worst(file: string, findings: readonly Finding[]): Verdict['verdict'] {
  const severities = findings.filter((finding) => finding.file === file).map(({ severity }) => severity);
  for (const severity of ['refuse', 'wrong', 'mend', 'tell'] as const)
    if (severities.includes(severity)) return ORDER[severity];
  return 'ok';
}

function modeOf(mode: number): string {
  return mode === 0 ? 'no modes here' : `mode 0${mode.toString(8)}`;
}

function journalWords({ journal, beginning, exchange }: FolderFacts, isRunning: boolean): string {
  const ending = endingOf(journal, isRunning);
  if (journal.state !== 'there' || journal.found.isNew) return ending;
  const { begin, end } = journal.found;
  const commands =
    begin.sequence === 0 ? `${end.sequence} commands` : `commands ${begin.sequence + 1} to ${end.sequence}`;
  const began = { demo: ', begun by `outcry start`', served: ', begun by `outcry serve`', unknown: '' }[beginning];
  const log = exchange === '' ? '' : `, AI log ${exchange.split('+')[0]}`;
  return `${commands} up to ${new Date(end.timeMs).toISOString()}${began}${log}; ${ending}`;
}

function storeWords({ store, journal }: FolderFacts): string {
  if (store.state !== 'there') return store.state;
  const { sequence, keys, accounts, bodies, owner, inUseBy } = store;
  const behind = journal.state === 'there' ? journal.found.end.sequence - sequence : 0;
  return [
    `rows up to sequence ${sequence}${behind > 0 ? ` (${behind} behind the journal)` : ''}`,
    `${keys} API keys, ${accounts} accounts, ${bodies} bodies of AI logs`,
    owner === '' ? 'of no exchange yet' : `of ${exchangeName(owner)}`,
    ...(inUseBy === '' ? [] : [`in use by ${inUseBy}`]),
  ].join(', ');
}
