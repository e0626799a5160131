/**
 * The store as the rest of the process sees it: questions to its own thread, answered once the projection has reached
 * the caller's sequence (W-30), so that a caller always sees its own writes.
 *
 * No event crosses the threads: the thread reads the journal file up to what is announced here, so recovery and live
 * running are one path. While its database is away, and while a thread that failed is being replaced by a new one,
 * questions are told so immediately and nothing else stops. Only a fault that a new thread would meet again ends in
 * `onFault`: a journal that can't be read or doesn't belong to the store. Then the process has to end.
 */
import { Worker } from 'node:worker_threads';
import { type Announcer, createAnnouncer } from './thread/announce.ts';
import { errorFromData, messageOf, StoreAway, StoreBehind, StoreFault, wholeMessage } from './errors.ts';
import { KEEP_ALL } from './upkeep/keep.ts';
import type { KeysNews } from './keys/follow-keys.ts';
import type { KeyringEntry } from './keys/keys.ts';
import { type LoopDelays, NO_DELAYS, worseOf } from './thread/loop-delay.ts';
import { type History, historyOf, isFarBehind, type Progress, secondsUntil } from './progress.ts';
import type { SnapshotMade } from '../snapshots/write.ts';
import type { FromThread, ThreadData, ToThread } from './thread/protocol.ts';
import type { Question, Questions } from './questions.ts';
import { createWaitingAsks, type WaitingAsks } from './thread/waiting-asks.ts';
import { machine } from '../time/machine.ts';
import type { Timer } from '../time/time.ts';

export type { History, Progress } from './progress.ts';
export type { Question, Questions } from './questions.ts';

export interface Store {
  /**
   * Asks the thread. The answer holds everything up to `afterSequence`; 0 asks for what is projected by now.
   * @throws StoreRefusal when the question is refused; StoreBehind when the projection won't be there soon, or was not
   * there in time; StoreAway when the database or the thread is; StoreFault
   */
  ask<Q extends Question>(
    question: Q,
    args: Questions[Q]['args'],
    afterSequence: number,
  ): Promise<Questions[Q]['answer']>;
  /**
   * Says that the journal holds everything up to `sequence`, and the time it has reached, where that is known. The
   * first call, after recovery, starts the projection.
   */
  announceDurable(sequence: number, timeMs?: number): void;
  /** The last sequence known to be projected. */
  projected(): number;
  /** How far the thread is on its way to `sequence`, and whether a proof of the state holds it up. */
  history(sequence: number): History;
  progress(): Progress;
  /** Since when and why it can't be asked; null while all is well. */
  absence(): StoreAbsence | null;
  /** How long the thread's event loop was held up: the worst of the seconds since this was last asked. */
  delays(): LoopDelays;
  /** The part of it that the other nodes share; null where one process has the database. */
  readonly shared: SharedStore | null;
  /** Writes what is collected and ends the thread. */
  stop(): Promise<void>;
}

/** The part of a store that a node shares with others. */
export interface SharedStore {
  /** Whether this node writes rows, and lets old ones go, before the others; at first none does. */
  writeFirst(isFirst: boolean): void;
  /**
   * Gives keys that another node, or this one, has changed to whoever checks requests with them: at first all. Once.
   */
  followKeys(take: (changed: readonly KeyringEntry[]) => void): void;
  /** How long the keys have not been looked at: after `UNSEEN_MS` no request may be taken (keys/unseen.ts). */
  keysUnseenMs(): number;
}

export interface StoreAbsence {
  /** For the log: it may name the database's server. */
  readonly reason: string;
  /** By `machine.steadyMs()`. */
  readonly sinceMs: number;
  /** The last durable sequence then. */
  readonly sinceSequence: number;
}

/** The store's side: a worker thread, or in a simulation something in this process that can be slow or die. */
export interface StoreThread {
  postMessage(message: ToThread): void;
  on(event: 'message', listener: (message: FromThread) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): unknown;
}

/** The fields of the thread's data that have a default. */
type Optional = 'rebuild' | 'mayLackBodies' | 'markPath' | 'snapshots' | 'keep' | 'node';

export type SnapshotNews =
  | { readonly made: SnapshotMade }
  | { readonly failed: Error }
  | { readonly passedOver: string; readonly why: string };

export interface StoreOptions extends Omit<ThreadData, Optional>, Partial<Pick<ThreadData, Optional>> {
  /** Called once when the store failed after it had started, and a new thread would fail in the same way. */
  readonly onFault: (fault: StoreFault) => void;
  /** Called when the store is lost, when the reason changes, and with null when it is back. */
  readonly onAbsence?: (absence: StoreAbsence | null) => void;
  /** Called for each snapshot that was written, or could not be, and each that could not be used to resume from. */
  readonly onSnapshot?: (news: SnapshotNews) => void;
  /** How long a question may wait, the projection included. */
  readonly askTimeoutMs?: number;
  /** Starts what does the store's work; the default is a worker thread. */
  readonly openThread?: (data: ThreadData) => StoreThread;
}

const ASK_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 1_500;
/** A database that comes back by then was never away as far as callers can tell. */
const PATIENCE_MS = 1_000;
const RESTART_MS = 1_000;
const RESTART_AT_MOST_MS = 60_000;

/**
 * Starts the store's thread. Resolves when the database is open and has its tables.
 * @throws StoreFault when the thread could not start: the database, its tables, or the key file
 */
export async function startStore(options: StoreOptions): Promise<Store> {
  const line = new ThreadLine(options);
  await line.start();
  return {
    ask: (question, args, afterSequence) => line.ask(question, args, afterSequence),
    announceDurable: (sequence, timeMs) => line.announceDurable(sequence, timeMs),
    projected: () => line.progress.projected,
    history: (sequence) => historyOf(line.progress, sequence),
    progress: () => line.progress,
    absence: () => line.absence,
    delays: () => line.takeDelays(),
    shared: (options.node ?? null) === null ? null : line,
    stop: () => line.stop(),
  };
}

type State = 'starting' | 'running' | 'restarting' | 'stopping' | 'ended';

/** The line to the store's thread, and to the one that takes its place. */
class ThreadLine implements SharedStore {
  progress: Progress = { projected: 0, applied: 0, perSecond: null, proving: null };
  absence: StoreAbsence | null = null;

  readonly #options: StoreOptions;
  readonly #open: (data: ThreadData) => StoreThread;
  readonly #asks: WaitingAsks;
  readonly #announcer: Announcer;
  readonly #ready = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();
  #state: State = 'starting';
  #ended: StoreFault | null = null;
  #thread: StoreThread | null = null;
  /** The last sequence announced; −1 before the first. */
  #durable = -1;
  /** The latest time announced with one. */
  #timeMs = 0;
  #delays = NO_DELAYS;
  #restartMs = RESTART_MS;
  #restart: Timer | undefined;
  #writesFirst = false;
  #takeKeys: ((changed: readonly KeyringEntry[]) => void) | null = null;
  /** Not taken yet. */
  #keysNews: KeysNews[] = [];
  #keysSeenMs = machine.steadyMs();

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#open = options.openThread ?? openWorker;
    this.#asks = createWaitingAsks(
      options.askTimeoutMs ?? ASK_TIMEOUT_MS,
      () => this.progress,
      () => this.#awayFor(),
    );
    this.#announcer = createAnnouncer((sequence) => this.#sendDurable(sequence));
  }

  start(): Promise<void> {
    this.#launch(this.#options.rebuild ?? false);
    return this.#ready.promise;
  }

  ask<Q extends Question>(
    question: Q,
    args: Questions[Q]['args'],
    afterSequence: number,
  ): Promise<Questions[Q]['answer']> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const away = this.#awayFor();
    if (away !== null) return Promise.reject(new StoreAway(away));
    if (this.#state === 'restarting') return Promise.reject(new StoreAway(this.absence?.reason ?? ''));
    if (isFarBehind(this.progress, afterSequence))
      return Promise.reject(
        new StoreBehind(afterSequence, this.progress.projected, secondsUntil(this.progress, afterSequence)),
      );
    return new Promise<Questions[Q]['answer']>((resolve, reject) => {
      // The thread answers each question with its own kind of answer.
      const id = this.#asks.add(question, afterSequence, { resolve: resolve as (answer: unknown) => void, reject });
      this.#announcer.tell(afterSequence);
      this.#send({ kind: 'ask', id, question, args, afterSequence });
    });
  }

  /** Why it can't be asked, for longer than any caller waits; null while it can. */
  #awayFor(): string | null {
    const { absence } = this;
    return absence !== null && machine.steadyMs() - absence.sinceMs > PATIENCE_MS ? absence.reason : null;
  }

  announceDurable(sequence: number, timeMs = 0): void {
    this.#timeMs = Math.max(this.#timeMs, timeMs);
    this.#durable = sequence;
    this.#announcer.durable(sequence);
  }

  async stop(): Promise<void> {
    this.#restart?.cancel();
    this.#state = 'stopping';
    this.#announcer.end();
    if (this.#thread === null) return this.#end(new StoreFault(STOPPED));
    this.#send({ kind: 'stop' });
    const timer = machine.after(STOP_TIMEOUT_MS, () => void this.#thread?.terminate());
    await this.#gone.promise;
    timer.cancel();
  }

  writeFirst(isFirst: boolean): void {
    this.#writesFirst = isFirst;
    this.#send({ kind: 'writesFirst', isFirst });
  }

  followKeys(take: (changed: readonly KeyringEntry[]) => void): void {
    this.#takeKeys = take;
    this.#takeNews();
  }

  keysUnseenMs(): number {
    return machine.steadyMs() - this.#keysSeenMs;
  }

  #takeNews(): void {
    const take = this.#takeKeys;
    if (take === null) return;
    for (const { version, changed } of this.#keysNews.splice(0)) {
      if (changed.length > 0) take(changed);
      this.#keysSeenMs = machine.steadyMs();
      this.#send({ kind: 'keysSeen', version });
    }
  }

  #sendDurable(sequence: number): void {
    this.#send({ kind: 'durable', sequence, timeMs: this.#timeMs });
  }

  #send(message: ToThread): void {
    if (this.#ended === null) this.#thread?.postMessage(message);
  }

  #launch(rebuild: boolean): void {
    const { databaseUrl, journalPath, keyFilePath } = this.#options;
    const { mayLackBodies = false, markPath = null, snapshots = null, keep = KEEP_ALL, node = null } = this.#options;
    const places = { databaseUrl, journalPath, keyFilePath, markPath, snapshots };
    const thread = this.#open({ ...places, rebuild, mayLackBodies, keep, node });
    this.#thread = thread;
    const whileItRuns = (act: () => void): void => {
      if (this.#thread === thread) act();
    };
    thread.on('message', (message) => whileItRuns(() => this.#take(message)));
    thread.on('error', (error) => whileItRuns(() => this.#lose(faultOf(wholeMessage(error), error), false)));
    thread.on('exit', (code) =>
      whileItRuns(() => this.#lose(new StoreFault(`the read store's thread ended with code ${code}`), false)),
    );
  }

  takeDelays(): LoopDelays {
    const delays = this.#delays;
    this.#delays = NO_DELAYS;
    return delays;
  }

  #take(message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        return this.#begin(message.sequence, message.applied);
      case 'progress':
        return this.#advance(message.progress);
      case 'delays':
        this.#delays = worseOf(this.#delays, message.delays);
        return;
      case 'away':
        return this.#setAbsence(message.reason);
      case 'keys':
        this.#keysNews.push(message.news);
        return this.#takeNews();
      case 'passedOver':
        return this.#options.onSnapshot?.({ passedOver: message.name, why: message.why });
      case 'snapshot':
        return this.#options.onSnapshot?.({ made: message.made });
      case 'noSnapshot':
        return this.#options.onSnapshot?.({ failed: errorFromData(message.error) });
      case 'answer':
        return this.#asks.take(message.id)?.resolve(message.answer);
      case 'failed':
        return this.#asks.take(message.id)?.reject(errorFromData(message.error));
      case 'fault':
        return this.#lose(faultOf(messageOf(message.error), message.error), message.isFinal);
    }
  }

  #begin(sequence: number, applied: number): void {
    const isAgain = this.#state === 'restarting';
    this.#state = 'running';
    this.progress = { projected: sequence, applied, perSecond: null, proving: null };
    // A new thread has to read the journal from its start first; its next write tells that it is there.
    if (sequence >= this.#durable) this.#setAbsence(null);
    this.#ready.resolve();
    if (this.#writesFirst) this.#send({ kind: 'writesFirst', isFirst: true });
    if (isAgain && this.#durable >= 0) this.#sendDurable(this.#durable);
  }

  #advance(progress: Progress): void {
    const hasWritten = progress.projected > this.progress.projected;
    this.progress = progress;
    if (!hasWritten) return;
    this.#restartMs = RESTART_MS;
    this.#setAbsence(null);
  }

  /** The thread is gone, or must go. */
  #lose(fault: StoreFault, isFinal: boolean): void {
    const thread = this.#thread;
    this.#thread = null;
    void thread?.terminate();
    if (this.#state === 'stopping') return this.#end(new StoreFault(STOPPED));
    if (this.#state === 'starting' || isFinal) {
      const wasRunning = this.#state !== 'starting';
      this.#end(fault);
      if (wasRunning) this.#options.onFault(fault);
      return;
    }
    this.#state = 'restarting';
    this.#setAbsence(fault.message);
    this.#asks.lose(fault);
    this.#restart = machine.after(this.#restartMs, () => this.#launch(false));
    this.#restartMs = Math.min(2 * this.#restartMs, RESTART_AT_MOST_MS);
  }

  #end(fault: StoreFault): void {
    this.#state = 'ended';
    this.#ended = fault;
    this.#ready.reject(fault);
    this.#asks.end(fault);
    this.#gone.resolve();
  }

  #setAbsence(reason: string | null): void {
    if (reason === (this.absence?.reason ?? null)) return;
    const { sinceMs = machine.steadyMs(), sinceSequence = this.#durable } = this.absence ?? {};
    this.absence = reason === null ? null : { reason, sinceMs, sinceSequence };
    this.#options.onAbsence?.(this.absence);
  }
}

const STOPPED = 'the read store was stopped';

function faultOf(what: string, cause: unknown): StoreFault {
  return new StoreFault(`the read store failed: ${what}`, { cause });
}

function openWorker(workerData: ThreadData): StoreThread {
  return new Worker(new URL('../app/replica/store-thread.ts', import.meta.url), { name: 'store', workerData });
}
