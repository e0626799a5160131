/**
 * `outcry doctor`: inspects a data folder without a bound in time, makes the rows of its read store anew beside it and
 * compares them, and says of each file what it is and what is wrong with it. Changes nothing; beside a running exchange
 * it sees one moment of it.
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { holderOf } from '../../sequencer/disk/lock.ts';
import { exchangeName } from '../../store/errors.ts';
import { inspectStore } from '../../store/inspect/inspect-store.ts';
import { dataFolder } from '../disk/data-folder.ts';
import { checkAll } from '../journal/check-closed.ts';
import type { Finding, Severity } from '../inspect/finding.ts';
import { findingsOf, inspectFolder } from '../inspect/inspect.ts';
import { INSPECTION, type Inspection, type Intent } from '../inspect/inspection.ts';
import { closedFindings, endingOf, unreadableUpTo } from '../inspect/journal.ts';
import { type ComparedRows, compareWithJournal, rowFindings } from './rows.ts';
import { type ReadSnapshot, readSnapshots } from '../inspect/snapshots.ts';

interface Verdict {
  readonly file: string;
  /** The worst of its findings. */
  readonly verdict: 'ok' | 'note' | 'repairable' | 'wrong' | 'refused';
  /** Its kind, in words. */
  readonly says: string;
}

export interface Diagnosis {
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
  readonly verb: Intent['verb'];
}

/** @throws Error when there is no such folder */
export async function diagnoseFolder(path: string, { store, verb }: ExamineOptions): Promise<Diagnosis> {
  if (!existsSync(path)) throw new Error(`there is no data folder ${path}`);
  const folder = dataFolder(path);
  const { isHeld, pid } = holderOf(path);
  const url = store ?? folder.database;
  // The store first: a running exchange moves on, and a store that lags its journal is ordinary.
  const facts = await inspectStore(url, { isRunning: isHeld });
  const inspection = await inspectFolder(folder, Promise.resolve(facts), { atClosed: checkAll });
  const found = findingsOf(inspection, { ...INSPECTION, verb, isRunning: isHeld });
  const rows = isHeld ? null : await rowsOf(inspection, url, found);
  const snapshots = await readSnapshots(folder);
  const known = new Set(found.map(({ file }) => file));
  const findings = [
    ...found,
    ...(rows === null ? [] : rowFindings(facts.place, rows)),
    ...snapshots.flatMap(({ file, finding }) => (finding === null || known.has(file) ? [] : [finding])),
  ];
  return {
    data: path,
    running: isHeld,
    pid,
    ok: findings.every(({ severity }) => severity !== 'refuse' && severity !== 'wrong'),
    files: verdicts(inspection, isHeld, snapshots, findings),
    rows,
    findings,
  };
}

/**
 * Rows are made again from the first command on: where journal and store are sound and belong together, and all
 * commands can be read.
 */
async function rowsOf(
  { folder, journal, store }: Inspection,
  url: string,
  findings: readonly Finding[],
): Promise<ComparedRows | null> {
  const isRefused = findings.some(
    ({ file, severity }) => severity === 'refuse' && ['journal.log', store.place].includes(file),
  );
  if (isRefused || journal.state !== 'there' || journal.found.isNew || store.state !== 'there') return null;
  const unreadable = unreadableUpTo(journal);
  if (unreadable === 0) return compareWithJournal(folder.journal, url, store.sequence);
  const how = closedFindings(journal.closed).length === 0 ? 'were moved away' : 'can not all be read here any more';
  const left = `all: commands 1 to ${unreadable} of the journal ${how}`;
  return { alike: 0, unlikeCount: 0, unlike: [], left };
}

function verdicts(
  inspection: Inspection,
  isRunning: boolean,
  snapshots: readonly ReadSnapshot[],
  findings: readonly Finding[],
): Verdict[] {
  const { files, journal, store } = inspection;
  const said = new Map<string, string>(files.map(({ name, mode }) => [name, modeOf(mode)]));
  said.set('journal.log', journalWords(inspection, isRunning));
  said.set(store.place, storeWords(inspection));
  for (const { file, says } of snapshots) said.set(file, says);
  for (const { path, firstSequence, lastSequence } of journal.state === 'there' ? journal.closed.damaged : [])
    said.set(`journal/${basename(path)}`, `closed: commands ${firstSequence} to ${lastSequence}`);
  for (const { file } of findings) if (!said.has(file)) said.set(file, 'not there');
  return [...said].map(([file, says]) => ({ file, verdict: worst(file, findings), says }));
}

/** From the worst on. */
const VERDICTS: readonly (readonly [Severity, Verdict['verdict']])[] = [
  ['refuse', 'refused'],
  ['wrong', 'wrong'],
  ['repair', 'repairable'],
  ['note', 'note'],
];

function worst(file: string, findings: readonly Finding[]): Verdict['verdict'] {
  const own = new Set(findings.filter((finding) => finding.file === file).map(({ severity }) => severity));
  return VERDICTS.find(([severity]) => own.has(severity))?.[1] ?? 'ok';
}

function modeOf(mode: number): string {
  return mode === 0 ? 'no modes here' : `mode 0${mode.toString(8)}`;
}

function journalWords({ journal, beginning, exchange }: Inspection, isRunning: boolean): string {
  if (journal.state !== 'there') return journal.state;
  const { begin, end, isNew } = journal.found;
  const ending = endingOf(journal.found, isRunning);
  if (isNew) return ending;
  const commands =
    begin.sequence === 0 ? `${end.sequence} commands` : `commands ${begin.sequence + 1} to ${end.sequence}`;
  const began = { demo: ', begun by `outcry start`', served: ', begun by `outcry serve`' }[beginning] ?? '';
  const log = exchange === '' ? '' : `, AI log ${exchange.split('+')[0]}`;
  return `${commands} up to ${new Date(end.timeMs).toISOString()}${began}${log}; ${ending}`;
}

function storeWords({ store, journal }: Inspection): string {
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
