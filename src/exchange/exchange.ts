/**
 * An exchange without a server: commands go in, its state is read, what it remembers is asked, and its time passes.
 * Whatever surrounds it (HTTP, a page, a market, the lock of a folder) is built on this object.
 *
 * 1. `resume` replays the journal onto the engine, and the projections see each command of it.
 * 2. From then on commands are taken: gathered, stamped, journaled, applied (`sequencer.ts`).
 * 3. Projections see each right after it was applied; the read store follows the journal.
 */
import type { Engine } from '../core/engine.ts';
import type { State } from '../core/state/state.ts';
import type { Projections } from '../live/projection.ts';
import { START, type Position } from '../sequencer/journal/record.ts';
import { type BufferedSequencer, createBufferedSequencer } from '../sequencer/buffered.ts';
import { type Applies, replay, type ReplayOptions } from '../sequencer/replay.ts';
import type { Journal } from '../sequencer/journal/journal-file.ts';
import { createSequencer, type Sequencer, type SequencerOptions } from '../sequencer/sequencer.ts';
import { StoreAway, StoreBehind } from '../store/errors.ts';
import type { Question, Questions, Store } from '../store/store.ts';
import { machine } from '../time/machine.ts';
import type { ExchangeTime } from '../time/time.ts';
import { believed, type WallClock } from '../time/wall-clock.ts';
import { createLateSequencer, type LateSequencer } from './late-sequencer.ts';

const LOOK_AGAIN_MS = 20;

export interface ExchangeParts {
  /** Has applied the journal up to where `resume` goes on. */
  readonly engine: Applies & Pick<Engine, 'state'>;
  readonly time: ExchangeTime;
  /** Stamps commands, for a clock that has to be told where the journal ends; `time` when not given. */
  readonly clock?: WallClock;
  /** None: nothing is remembered beside the state, and nothing can be asked. */
  readonly store?: Store;
  readonly projections?: Pick<Projections, 'replayed' | 'applied'>;
}

export interface Resumption
  extends Pick<ReplayOptions, 'after' | 'onProgress'>,
    Pick<SequencerOptions, 'obstacle' | 'maxQueue' | 'gatherMs'> {
  readonly journal: Journal;
  /** Makes its sequencer; that of one machine when not given. */
  readonly sequencerOf?: (parts: SequencerOptions & { readonly journal: Journal }) => Sequencer;
  /** Its journal is written behind what is answered (buffered.ts), and its clock's driver may carry commands out. */
  readonly isBuffered?: boolean;
  /** Called with the journal's end when all of it is applied and nothing is taken yet; what it throws ends this. */
  readonly onReplayed?: (end: Position) => Promise<void> | void;
}

export class Exchange {
  readonly state: State;
  readonly time: ExchangeTime;
  readonly submit: Sequencer['submit'];
  readonly #engine: Applies;
  readonly #clock: WallClock;
  readonly #store: Store | undefined;
  readonly #projections: ExchangeParts['projections'];
  readonly #sequencer: LateSequencer = createLateSequencer();
  readonly #surroundings: (() => Promise<void>)[] = [];
  #journal: Journal | null = null;
  #buffered: BufferedSequencer | null = null;

  constructor({ engine, time, clock = believed(time), store, projections }: ExchangeParts) {
    this.state = engine.state;
    this.time = time;
    this.submit = (command) => this.#sequencer.submit(command);
    this.#engine = engine;
    this.#clock = clock;
    this.#store = store;
    this.#projections = projections;
  }

  /** Of the last command that was applied. */
  get sequence(): number {
    return this.#sequencer.sequence;
  }

  /** Takes no command ("busy") before `resume` has ended, and is known from the beginning. */
  get sequencer(): Sequencer {
    return this.#sequencer;
  }

  /**
   * Goes on from the end of a journal. Once.
   * @throws ReplayFailed, JournalDamaged, what `onReplayed` throws
   */
  async resume({ journal, isBuffered = false, after = START, onProgress, onReplayed, ...more }: Resumption) {
    const { sequencerOf = createSequencer, ...limits } = more;
    const engine = this.#engine;
    this.#journal = journal;
    const { replayed, applied } = this.#projections ?? {};
    await replay(journal, engine, {
      after,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(replayed === undefined ? {} : { onApplied: replayed }),
    });
    const { end } = journal;
    await onReplayed?.(end);
    const clock = this.#clock;
    clock.goOnFrom({ timeMs: end.timeMs, aheadUntilMs: this.state.clockAheadUntilMs });
    const onApplied = applied === undefined ? {} : { onApplied: applied };
    const parts = { engine, journal, clock, ...onApplied, ...limits };
    if (isBuffered) this.#buffered = createBufferedSequencer(parts);
    const sequencer = this.#buffered ?? sequencerOf(parts);
    sequencer.onDurable((sequence) => this.#store?.announceDurable(sequence));
    this.#store?.announceDurable(end.sequence, end.timeMs);
    this.#sequencer.begin(sequencer);
  }

  /** The way in for whoever drives the clock. @throws Error when the journal is not buffered, or not read yet */
  get driven(): Pick<BufferedSequencer, 'carryOut' | 'write' | 'sync'> {
    if (this.#buffered === null) throw new Error('only an exchange with a buffered journal is driven');
    return this.#buffered;
  }

  /**
   * Asks the read store, which answers with every command up to now in it.
   * @throws StoreRefusal, StoreAway, StoreBehind; Error when there is no read store
   */
  async ask<Q extends Question>(question: Q, args: Questions[Q]['args']): Promise<Questions[Q]['answer']> {
    if (this.#store === undefined) throw new Error('this exchange has no read store');
    await this.written();
    return this.#store.ask(question, args, this.sequence);
  }

  /** Resolves when all that was applied up to now is in the journal's file. */
  async written(): Promise<void> {
    await this.#buffered?.write();
  }

  /** Commands that the read store has yet to see. */
  get behind(): number {
    return this.sequence - (this.#store?.projected() ?? this.sequence);
  }

  /** Resolves when every reader sees all that was applied up to now. @throws StoreFault */
  async caughtUp(): Promise<void> {
    const { sequence } = this;
    await this.written();
    const store = this.#store;
    if (store === undefined) return;
    while (store.projected() < sequence)
      await store.ask('checkpointNewest', { origin: '' }, sequence).catch((error: unknown) => {
        if (!(error instanceof StoreBehind || error instanceof StoreAway)) throw error;
        // It refuses at once to wait for what is far off, and a database that is away comes back, or the store fails.
        return machine.sleep(LOOK_AGAIN_MS);
      });
  }

  /** Writes the state down, for the next start to resume from. */
  async snapshot(): Promise<void> {
    await this.ask('snapshot', null);
  }

  /** Has something stopped before anything of this is. */
  atClose(stop: () => Promise<void>): void {
    this.#surroundings.unshift(stop);
  }

  /** Takes no further command, answers those it has, and closes the journal. */
  async close(): Promise<void> {
    for (const stop of this.#surroundings) await stop();
    await this.#sequencer.stop();
    await this.#journal?.close();
  }
}
