/**
 * Reads one closed file of the journal again each hour, the one that was not read for longest, and looks whether all
 * are there: a file that nothing needs for a year is not found damaged in the hour it is needed. What it has read is
 * written down (checked-files.ts), so that a start continues where the one before it was. What is lost is named in the
 * log once, and stands in the metrics and in `readyz` until it is back. Trading goes on: it does not need these files.
 */
import type { Worker } from 'node:worker_threads';
import { basename } from 'node:path';
import type { Logger } from 'pino';
import type { Compressed } from '../../sequencer/journal/compress.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import { type ClosedCheck, oldestBeside } from '../../folder/journal/check-closed.ts';
import { type CheckedFile, readChecked, stampOf, writeChecked } from '../../folder/journal/checked-files.ts';
import { endThread, newEnding } from './end-thread.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

const EVERY_MS = 3_600_000;
/** A start has other things to do. */
const FIRST_AFTER_MS = 60_000;

export interface CheckerOptions {
  readonly everyMs?: number;
  readonly firstAfterMs?: number;
  /** The machine's clock. */
  readonly nowMs?: () => number;
}

export class Checker {
  readonly #journal: string;
  readonly #log: Pick<Logger, 'info' | 'error'>;
  readonly #everyMs: number;
  readonly #nowMs: () => number;
  readonly #known: Map<string, CheckedFile>;
  /** Damage found, by file. */
  readonly #problems = new Map<string, string>();
  #files: readonly string[] = [];
  #worker: Worker | null = null;
  #writing: Promise<void> = Promise.resolve();
  #timer: Timer | null = null;
  #isStopped = false;

  /**
   * @param journal the path of its file
   * @param atStart what the start saw
   */
  constructor(
    journal: string,
    atStart: ClosedCheck,
    log: Pick<Logger, 'info' | 'error'>,
    { everyMs = EVERY_MS, firstAfterMs = FIRST_AFTER_MS, nowMs = machine.wallMs }: CheckerOptions = {},
  ) {
    this.#journal = journal;
    this.#log = log;
    this.#everyMs = everyMs;
    this.#nowMs = nowMs;
    this.#known = readChecked(journal);
    this.#take(atStart, true);
    // A process that never lives for an hour reads one all the same; a clock that was set back keeps it from none.
    const latest = Math.max(0, ...[...this.#known.values()].map(({ checkedMs }) => checkedMs));
    const sinceMs = Math.max(0, nowMs() - latest);
    this.#wait(Math.min(everyMs, Math.max(firstAfterMs, everyMs - sinceMs)));
  }

  /** A segment was compressed, and read back. */
  note({ path }: Compressed): void {
    const stamp = stampOf(`${path}.zst`);
    const name = `${basename(path)}.zst`;
    this.#files = [...this.#files.filter((file) => file !== basename(path)), name];
    if (stamp !== null) this.#remember([{ name, ...stamp, checkedMs: this.#nowMs(), problem: '' }]);
  }

  /** Closed files that are missing or damaged, as far as is known. */
  lost(): number {
    return this.#problems.size;
  }

  addGauges(metrics: Metrics): void {
    metrics.gauge('outcry_journal_lost_files', 'Closed files that are missing or damaged', () => this.lost());
    metrics.gauge(
      'outcry_journal_unread_files',
      'Closed files that were never read since they came here or were changed',
      () => this.#files.filter((name) => !this.#known.has(name)).length,
    );
    metrics.gauge('outcry_journal_read_age_seconds', 'Since the closed file was read that was read first', () => {
      const times = this.#files.flatMap((name) => this.#known.get(name)?.checkedMs ?? []);
      return times.length === 0 ? 0 : Math.max(0, this.#nowMs() - Math.min(...times)) / 1000;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await endThread(this.#worker, newEnding());
    await this.#writing;
  }

  #write(): void {
    this.#writing = this.#writing
      .then(() => writeChecked(this.#journal, this.#known.values()))
      .catch((error: unknown) =>
        this.#log.error({ err: error }, 'it could not be written down which files were read again'),
      );
  }

  #remember(checked: readonly CheckedFile[]): void {
    for (const file of checked) this.#known.set(file.name, file);
    for (const name of this.#known.keys()) if (!this.#files.includes(name)) this.#known.delete(name);
    if (checked.length > 0) this.#write();
  }

  #take(look: ClosedCheck, isSaid: boolean): void {
    const [log, problems] = [this.#log, this.#problems];
    this.#files = look.files;
    this.#remember(look.checked);
    const now = problemsOf(look, this.#known);
    for (const [file, problem] of now)
      if (!isSaid && problems.get(file) !== problem) log.error({ file, problem }, LOST);
    for (const file of problems.keys()) if (!now.has(file)) log.info({ file }, 'a closed file of the journal is back');
    problems.clear();
    for (const [file, problem] of now) problems.set(file, problem);
  }

  #check(): void {
    const log = this.#log;
    const worker = oldestBeside(this.#journal);
    this.#worker = worker;
    worker.once('message', (look: ClosedCheck) => {
      this.#take(look, false);
      for (const { name, bytes, problem } of look.checked)
        if (problem === '')
          log.info({ file: name, bytes }, 'a closed file of the journal was read again, and is whole');
    });
    worker.once('error', (error: unknown) =>
      log.error({ err: error }, 'the closed files of the journal could not be looked at'),
    );
    worker.once('exit', () => {
      this.#worker = null;
      this.#wait(this.#everyMs);
    });
    worker.unref();
  }

  #wait(milliseconds: number): void {
    if (!this.#isStopped) this.#timer = machine.after(milliseconds, () => this.#check()).unref();
  }
}

const LOST = 'a closed file of the journal is missing or damaged: restore it from a copy; trading goes on without it';

/** By file; one that was found damaged before stays so until it is read again or changed. */
function problemsOf({ missing, damaged, files }: ClosedCheck, known: ReadonlyMap<string, CheckedFile>) {
  const problems = new Map<string, string>();
  for (const name of files) {
    const { problem = '' } = known.get(name) ?? {};
    if (problem !== '') problems.set(name, problem);
  }
  for (const { path, problem } of damaged) problems.set(basename(path), problem);
  for (const { path, firstSequence, lastSequence, isAccepted } of missing)
    if (!isAccepted) problems.set(basename(path), `missing, with commands ${firstSequence} to ${lastSequence}`);
  return problems;
}
