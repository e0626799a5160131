/**
 * The sequencer of one node among several: it publishes into the order that they share, applies all of it, and answers
 * those that were submitted here when their commands are applied here. The refusals are those of `sequencer.ts`; beside
 * them, what waits is refused as not executed while nobody can say what became of the batch before it.
 *
 * A role's commands have a gateway of their own, whose batches are ordered only while the role is held.
 */
import type { Sequenced } from '../core/language/commands.ts';
import type { Decision, Outcome } from '../core/turn/outcome.ts';
import { machine } from '../time/machine.ts';
import type { ApplyOptions } from './apply.ts';
import { Gather, type GatherOptions, type Submitted } from './gather.ts';
import type { Journal } from './journal/journal-file.ts';
import type { Position } from './journal/record.ts';
import { NotExecuted, OutcomeUnknown } from './refusals.ts';
import { type Sequencer, sequencerOver, type SequencerParts } from './sequencer.ts';
import { Feed, type KeptMark } from './nodes/feed.ts';
import { Gateway } from './nodes/gateway.ts';
import type { Judge } from './nodes/judge.ts';
import { REPEAT_MS, type Replica, requestIn } from './nodes/replica.ts';
import type { Pulse, ReadsArchive, RoleClaim, SharedOrder } from './nodes/shared-order.ts';

/** So long a read waits for this node to have applied what others answered. */
const READ_MS = 2_000;
/** Between two looks at how far it is. */
const LOOK_MS = 2;

/** Takes the commands of a role, for as long as it is held. */
export interface RoleLine {
  readonly submit: Sequencer['submit'];
  /** Null while it is held here; then why it is not. */
  readonly lost: () => unknown;
  /** Answers what it has, and takes no more. */
  stop(): Promise<void>;
}

export interface SharedSequencer extends Sequencer {
  /**
   * Resolves when all that was answered anywhere before this call is applied here.
   * @throws NotExecuted when that can't be known, or was not reached in time
   */
  confirmed(): Promise<void>;
  /**
   * Resolves when the command with this sequence is applied here.
   * @throws NotExecuted when that was not so in time
   */
  reached(sequence: number): Promise<void>;
  /** The order's newest batch was this one at a moment, by `machine.steadyMs()`. */
  heard(pulse: Pick<Pulse, 'newest' | 'place'>, atMs: number): void;
  role(claim: RoleClaim): RoleLine;
  /** The place of this node, and how its batches fare. */
  readonly figures: SharedFigures;
}

export interface SharedFigures {
  readonly revision: number;
  /** Milliseconds since all that was known to be in the order was applied here. */
  readonly lagMs: number;
  /** Batches known to be in the order that are not applied here. */
  readonly lagBatches: number;
  /** Those that may still publish. */
  readonly gateways: readonly string[];
  /** Milliseconds the last batch took until it had its place; of several gateways the longest. */
  readonly publishMs: number;
  readonly resent: number;
}

export interface SharedSequencerOptions extends ApplyOptions, GatherOptions {
  readonly order: SharedOrder;
  readonly archive: ReadsArchive;
  /** Stands where the journal ends. */
  readonly replica: Replica;
  readonly journal: Pick<Journal, 'end' | 'write' | 'sync'>;
  /** A print of the engine's state. */
  readonly print: () => string;
  /** Of the mark the replica was made from. */
  readonly recent: Position;
  readonly keepMark: (mark: KeptMark) => Promise<void>;
  /** Told of each command; says who is right when states differ. */
  readonly judge?: Judge;
}

export function createSharedSequencer(options: SharedSequencerOptions): SharedSequencer {
  return new NodeSequencer(options);
}

class NodeSequencer implements SharedSequencer {
  readonly submit: Sequencer['submit'];
  readonly onDurable: Sequencer['onDurable'];
  readonly onFault: Sequencer['onFault'];
  readonly onJournalFailure: Sequencer['onJournalFailure'];
  readonly healthy: Sequencer['healthy'];
  readonly mostWaiting: number;
  readonly confirmed: () => Promise<void>;
  readonly #options: SharedSequencerOptions;
  readonly #feed: Feed;
  readonly #gateway: Gateway;
  readonly #gathering: GatherOptions;
  readonly #parts: SequencerParts;
  readonly #ending = new AbortController();
  readonly #roles = new Set<Gather>();
  #stuck: NotExecuted | null = null;

  constructor(options: SharedSequencerOptions) {
    const { journal, obstacle = () => null } = options;
    const answers = createAnswers();
    this.#options = options;
    const { judge } = options;
    const judging = judge === undefined ? {} : { isRight: (at: number) => judge.isRight(at) };
    const signal = this.#ending.signal;
    this.#feed = new Feed({ ...options, ...judging, signal, repeat: (one) => answers.repeat(one) });
    this.#gateway = this.#gatewayOf(null, () => this.#parts.gather);
    this.#gathering = { ...options, obstacle: () => this.#stuck ?? obstacle() };
    const onApplied = (sequenced: Sequenced, outcome: Outcome): void => {
      answers.note(sequenced, outcome);
      judge?.applied(sequenced.sequence, options.print);
      options.onApplied?.(sequenced, outcome);
    };
    const applying = { ...options, ...this.#gathering, onApplied };
    this.#parts = sequencerOver(this.#gateway, this.#feed, journal.end, applying, false);
    const { sequencer, following } = this.#parts;
    this.submit = (command) => sequencer.submit(command);
    this.onDurable = (listener) => sequencer.onDurable(listener);
    this.onFault = (listener) => sequencer.onFault(listener);
    this.onJournalFailure = (listener) => sequencer.onJournalFailure(listener);
    this.healthy = () => sequencer.healthy();
    this.mostWaiting = sequencer.mostWaiting;
    this.confirmed = createConfirmer(options.order, this.#feed);
    following.catch((error: unknown) => this.#end(error));
    sequencer.onFault((error) => this.#end(error));
  }

  get sequence(): number {
    return this.#parts.sequencer.sequence;
  }

  get waiting(): number {
    return this.#parts.sequencer.waiting;
  }

  get figures(): SharedFigures {
    const { gateways, revision, lagMs, lagBatches } = this.#feed;
    return {
      revision,
      lagMs,
      lagBatches,
      gateways: gateways.flatMap(({ id, isOver }) => (isOver ? [] : id)),
      publishMs: gateways.reduce((most, one) => Math.max(most, one.publishMs), 0),
      resent: gateways.reduce((sum, { resent }) => sum + resent, 0),
    };
  }

  heard(pulse: Pick<Pulse, 'newest' | 'place'>, atMs: number): void {
    this.#feed.heard(pulse, atMs);
  }

  async reached(sequence: number): Promise<void> {
    for (const untilMs = machine.steadyMs() + READ_MS; this.sequence < sequence; await machine.sleep(LOOK_MS))
      if (machine.steadyMs() > untilMs) throw new NotExecuted('order');
  }

  role(claim: RoleClaim): RoleLine {
    let lost: unknown = null;
    const onFailure = (error: unknown): void => {
      lost = error;
      this.#roles.delete(own);
    };
    const gateway = this.#gatewayOf(claim, () => own);
    const own = new Gather(gateway, this.#options.journal.end.timeMs, this.#gathering, onFailure);
    this.#roles.add(own);
    return {
      submit: own.submit.bind(own) as Sequencer['submit'],
      lost: () => lost,
      stop: async () => {
        this.#roles.delete(own);
        await own.stop();
        if (!this.#ending.signal.aborted && lost === null) await gateway.finish().catch(() => undefined);
      },
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#parts.gather, ...this.#roles].map((one) => one.stop()));
    if (!this.#ending.signal.aborted) await this.#gateway.finish().catch(() => undefined);
    this.#ending.abort(new NotExecuted('stopping'));
    await this.#parts.following.catch(() => undefined);
    await this.#feed.mark();
  }

  #gatewayOf(role: RoleClaim | null, gather: () => Gather): Gateway {
    const { order, replica } = this.#options;
    const answered = (count: number): void => gather().answered(count);
    const gateway = new Gateway({
      order,
      replica,
      signal: this.#ending.signal,
      role,
      onStuck: (refusal) => {
        this.#stuck = refusal;
        if (refusal !== null) gather().refuseWaiting(refusal);
      },
      onSilent: () => this.#feed.reopen(),
      onAnswered: answered,
    });
    this.#feed.add(gateway, answered);
    return gateway;
  }

  /** Nothing is followed any more. */
  #end(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort(error);
    for (const one of this.#feed.gateways) one.end(error);
    for (const one of [this.#parts.gather, ...this.#roles]) one.close('order', error);
    this.#parts.fail(error);
  }
}

/** One question to the order serves all reads that wait for it; those that come meanwhile are the next one's. */
function createConfirmer(order: Pick<SharedOrder, 'readPosition'>, feed: Feed): () => Promise<void> {
  let next: Promise<number> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const position = (): Promise<number> => {
    next ??= last.then(() => {
      next = null;
      const asked = order.readPosition();
      last = asked.catch(() => undefined);
      return asked;
    });
    return next;
  };
  return async () => {
    const late = machine.sleep(READ_MS).then(() => Promise.reject(new NotExecuted('order')));
    late.catch(() => undefined);
    const there = position().then(
      (revision) => feed.reached(revision),
      (error: unknown) => Promise.reject(new NotExecuted('order', error)),
    );
    await Promise.race([there, late]);
  };
}

/** The decisions on requests of the last 65 s, for those that come again by way of another node. */
function createAnswers() {
  const decisions = new Map<string, { readonly timeMs: number; readonly decision: Decision<unknown> }>();
  return {
    note({ command, timeMs }: Sequenced, outcome: Outcome): void {
      const request = requestIn(command);
      if (request === null) return;
      for (const [key, { timeMs: notedMs }] of decisions) {
        if (notedMs > timeMs - REPEAT_MS) break;
        decisions.delete(key);
      }
      const decision: Decision<unknown> = outcome.ok
        ? { ok: true, result: outcome.result }
        : { ok: false, reject: outcome.reject };
      decisions.set(request, { timeMs, decision });
    },
    repeat(one: Submitted): void {
      const known = decisions.get(requestIn(one.command) ?? '');
      if (known === undefined)
        return one.reject(new OutcomeUnknown(new Error('the same request was carried out before')));
      const { sequence, timeMs } = one;
      one.resolve({ ...known.decision, sequence, timeMs, events: [] });
    },
  };
}
