/**
 * A running node among several: its sequencer over the order they share, what its heart says, the roles it holds, and
 * why it takes no command or answers no read now. The parts of an exchange that only one node may be (clockwork and
 * market, signing, archiving) are begun and ended with their roles.
 */
import { CORE_VERSIONS } from '../../core/language/core-version.ts';
import { stateHash } from '../../core/state/hash.ts';
import { printOf } from '../../core/state/print.ts';
import type { State } from '../../core/state/state.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { NodeReads } from '../../api/call/node-reads.ts';
import type { NodeFacts } from '../../api/ops/deps.ts';
import type { Resumption } from '../../exchange/exchange.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import type { Submit } from '../../market/submit.ts';
import { NotExecuted } from '../../sequencer/refusals.ts';
import { createSharedSequencer, type SharedSequencer } from '../../sequencer/node-sequencer.ts';
import { Archiver } from '../../sequencer/nodes/archiver.ts';
import { replicaAt } from '../../sequencer/nodes/catch-up.ts';
import { Comparison } from '../../sequencer/nodes/comparison.ts';
import { Judge } from '../../sequencer/nodes/judge.ts';
import { Diverged, type Replica } from '../../sequencer/nodes/replica.ts';
import { type EndWork, Roles, type RoleWork } from '../../sequencer/nodes/roles.ts';
import type { EngineFault, Heartbeat, RoleClaim } from '../../sequencer/nodes/shared-order.ts';
import type { SnapshotMade } from '../../snapshots/write.ts';
import { isAway } from '../../store/database/away.ts';
import { isNobodyLooking } from '../../store/keys/unseen.ts';
import type { Store } from '../../store/store.ts';
import { sha256 } from '../../store/sha256.ts';
import { machine } from '../../time/machine.ts';
import type { Life } from '../lifecycle.ts';
import type { NodeSettings } from '../settings/config.ts';
import type { Halt } from '../watch/store-bound.ts';
import { EngineThrew, ofReplay, toldOf } from './engine-fault.ts';
import type { Joined } from './join.ts';
import { clockAmong, troubleAmong } from './node-clock.ts';
import { RoomWatch } from './room-watch.ts';
import { SharedSnapshots } from './share-snapshots.ts';

/** Market data that is older is not served. */
const MOST_LAG_MS = 2_000;
const LOOK_MS = 100;
const RETRY_SECONDS = 2;
/** The role under which the first commands are sent. */
const BEGINNER = 'begin';

export interface NodeParts extends Joined {
  readonly settings: NodeSettings;
  readonly folder: Pick<DataFolder, 'journal' | 'snapshots'>;
  /** Snapshots are shared of sequences divisible by it. */
  readonly snapshotEvery: number;
  readonly life: Pick<Life, 'logs' | 'atEnd' | 'signal' | 'fail'> & { waitingFor: string | null };
  readonly metrics: Metrics;
}

/** Parts of a node that follow its roles. */
export interface FollowRoles {
  /** Told whether this node signs the AI log; null: it can't. */
  readonly signs: ((isOurs: boolean) => void) | null;
  /** Told whether this node writes history before the others. */
  readonly writesFirst: (isFirst: boolean) => void;
}

/** Work of a role that sends commands; `submit` takes them while the role is held. */
export type BeginRole = (submit: Submit) => Promise<EndWork>;

export class Node {
  readonly archive: NodeParts['archive'];
  readonly #parts: NodeParts;
  #sequencer: SharedSequencer | null = null;
  #state: State | null = null;
  #roles: Roles | null = null;
  #archiver: Archiver | null = null;
  #isReady = false;
  #unseenMs: () => number = () => 0;
  #takeOthers: Parameters<NodeReads['onOthers']>[0] = () => undefined;
  #awaySaid: string | null = null;
  #diverged: readonly string[] = [];
  #reporting: Promise<void> = Promise.resolve();
  readonly #room: RoomWatch;
  readonly #judge: Judge;
  readonly #comparison = new Comparison();
  readonly #snapshots: SharedSnapshots;
  #replica: Replica | null = null;

  constructor(parts: NodeParts) {
    const { order, life, settings } = parts;
    this.#parts = parts;
    this.archive = parts.archive;
    this.#judge = new Judge({
      name: settings.name,
      printAt: (revision) => this.#replica?.printAt(revision) ?? '',
      onOthers: (names) => life.logs.node.error({ names }, 'the state of these nodes is not that of most'),
    });
    this.#room = new RoomWatch({ look: () => order.room.look(), log: life.logs.node });
    this.#snapshots = new SharedSnapshots({ ...parts, every: parts.snapshotEvery, log: life.logs.node });
    life.atEnd('the watch of the order', () => this.#room.stop());
    life.atEnd('the snapshot that others begin from', () => this.#snapshots.stop());
    life.atEnd('the word of why the node stops', () => this.#reporting);
    parts.speaks(
      () => ({
        revision: this.#sequencer?.figures.revision ?? parts.mark.revision,
        sequence: this.#sequencer?.sequence ?? 0,
        gateways: this.#sequencer?.figures.gateways ?? [],
        trouble: this.#isReady ? (this.halted()?.text ?? null) : 'starting',
        unseenMs: this.#unseenMs(),
        core: { ...CORE_VERSIONS, inForce: this.#state?.coreVersion ?? null },
        ...this.#judge.says(),
        ...this.#comparison.says(),
        ...this.#snapshots.says(),
      }),
      (pulse, atMs) => {
        this.#diverged = pulse.diverged;
        if (this.#isReady && pulse.diverged.includes(settings.name)) void order.diverged(null).catch(() => undefined);
        this.#sequencer?.heard(pulse, atMs);
        this.#roles?.look();
        this.#hear(pulse.nodes);
        this.#comparison.hear(pulse.hashAt, this.#sequencer?.sequence ?? 0);
        if (this.#archiver !== null) void this.#snapshots.hear(pulse.nodes);
      },
    );
    this.#addMetrics();
  }

  /** Its sequencer, for `Exchange.resume`. */
  readonly sequencerOf: NonNullable<Resumption['sequencerOf']> = (parts) => {
    const { order, archive, mark, keepMark } = this.#parts;
    const { state } = parts.engine as typeof parts.engine & { readonly state: State };
    this.#state = state;
    const replica = replicaAt(mark, parts.journal, printOf(state));
    this.#replica = replica;
    const { recent } = mark;
    const engine = toldOf(parts.engine, this.#parts.settings.name, (fault) => this.#tell(fault));
    const judge = this.#judge;
    const clock = clockAmong(parts.clock, this.#parts.heart);
    const kept = { order, archive, replica, recent, keepMark };
    const ours = { ...kept, engine, clock, judge, print: () => printOf(state) };
    const onApplied: typeof parts.onApplied = (sequenced, outcome) => {
      this.#comparison.applied(sequenced.sequence, () => stateHash(state, sha256));
      parts.onApplied?.(sequenced, outcome);
    };
    const onOthers: typeof parts.onOthers = (command) => this.#takeOthers(command);
    this.#sequencer = createSharedSequencer({ ...parts, ...ours, onApplied, onOthers });
    this.#sequencer.onFault((error) => this.#report(error));
    return this.#sequencer;
  };

  /** Says at which command a replay ended, to whoever looks at the order. @throws what `replaying` throws, explained */
  async explained(replaying: Promise<void>): Promise<void> {
    try {
      await replaying;
    } catch (error) {
      const found = ofReplay(error, this.#parts.settings.name);
      if (found instanceof EngineThrew) this.#tell(found.fault);
      throw found;
    }
  }

  /** Why no command is taken now. */
  readonly halted = (): Halt | null => {
    if (!this.#isReady) return null;
    const { heart } = this.#parts;
    // Then nobody's heart beats either, and that is not the reason.
    if (this.#room.isExhausted) return this.#room.halted();
    const silentMs = heart.silentMs;
    if (silentMs !== null) {
      const text = `no majority: nobody who keeps the order has answered for ${Math.floor(silentMs / 1_000)} s`;
      return { why: 'order', text, retryAfterSeconds: RETRY_SECONDS };
    }
    const trouble = troubleAmong(heart);
    return trouble === null ? this.#room.halted() : { why: 'clock', ...trouble };
  };

  /** Facts for operators, beside how it stands with this node itself. */
  readonly facts: NodeFacts = {
    orderFilling: () => this.#room.filling(),
    diverged: () => this.#diverged,
  };

  /** This node has written a snapshot. */
  hasSnapshot(made: Pick<SnapshotMade, 'sequence' | 'hash'>): void {
    this.#snapshots.made(made);
  }

  /** Says to the others how long ago this node looked at the keys. */
  sharesKeys({ shared }: Pick<Store, 'shared'>): void {
    this.#unseenMs = () => shared?.keysUnseenMs() ?? 0;
  }

  /**
   * Whether no node can look at the keys: then nobody can switch one off, and those that are known may be used. Else
   * one that can't look must not take requests.
   */
  readonly isNobodyLooking = (): boolean => isNobodyLooking(this.#parts.heart.othersUnseenMs);

  /** How reads of the present are answered. */
  readonly reads: NodeReads = {
    sequence: () => this.#sequencer?.sequence ?? 0,
    mayBeRead: async (isPrivate, sequence) => {
      const sequencer = this.#running;
      if (isPrivate && this.#parts.settings.reads === 'confirmed') await sequencer.confirmed();
      else if (!isPrivate && sequencer.figures.lagMs > MOST_LAG_MS) throw lagging(sequencer.figures.lagMs);
      if (sequence !== null) await sequencer.reached(sequence);
    },
    isBehind: () => this.#isReady && this.#running.figures.lagMs > MOST_LAG_MS,
    onOthers: (take) => void (this.#takeOthers = take),
  };

  /** Resolves when all that the order had is applied here. @throws what aborted the start */
  async level(): Promise<void> {
    const { life } = this.#parts;
    for (;;) {
      life.signal.throwIfAborted();
      try {
        return await this.#running.confirmed();
      } catch (error) {
        if (!(error instanceof NotExecuted)) throw error;
        life.waitingFor = 'no majority: the order of the cluster can not be reached';
      }
    }
  }

  /** Runs `work` while no other node does, and has applied all before. */
  async alone<T>(work: (submit: Submit) => Promise<T>): Promise<T> {
    const { order, life } = this.#parts;
    life.waitingFor = 'another node sends the first commands';
    let claim: RoleClaim | null = null;
    while (claim === null) {
      await machine.sleep(LOOK_MS, life.signal);
      claim = await order.claim(BEGINNER).catch(() => null);
    }
    life.waitingFor = 'first commands';
    await this.level();
    const line = this.#running.role(claim);
    try {
      return await work(line.submit);
    } finally {
      await line.stop();
      await order.release(claim).catch(() => undefined);
    }
  }

  /**
   * Takes commands, and from now on roles: those given, which send commands, and those of what is kept.
   */
  begin(works: Readonly<Record<string, BeginRole>>, { signs, writesFirst }: FollowRoles): void {
    const { order, life } = this.#parts;
    const { node: log } = life.logs;
    const sending = Object.entries(works).map(([role, begin]): RoleWork => ({ role, begin: this.#sending(begin) }));
    const signing: RoleWork[] = signs === null ? [] : [{ role: 'signer', begin: async () => beginSigning(signs) }];
    this.#roles = new Roles({
      order,
      works: [...sending, ...signing, { role: 'archiver', begin: async () => this.#archive(writesFirst) }],
      say: (role, isHeld) => log.info({ role }, isHeld ? 'this node has the role' : 'the role is another node’s'),
      onFault: (error) => life.fail(error),
    });
    life.atEnd('the roles of the node', () => this.#roles?.stop());
    // Whatever an engine threw at before, this one has got past.
    void order.forgetFaults(this.#running.sequence).catch(() => undefined);
    this.#isReady = true;
  }

  #tell(fault: EngineFault): void {
    const { order } = this.#parts;
    // Whoever it does not reach now is told at the next start, which ends here too.
    this.#reporting = order.noteFault(fault).catch(() => undefined);
  }

  get #running(): SharedSequencer {
    if (this.#sequencer === null) throw new NotExecuted('busy');
    return this.#sequencer;
  }

  #sending(begin: BeginRole): RoleWork['begin'] {
    return async (claim) => {
      const line = this.#running.role(claim);
      const end = await begin(line.submit);
      return async () => {
        await end();
        await line.stop();
      };
    };
  }

  #archive(writesFirst: (isFirst: boolean) => void): EndWork {
    const { order, archive, generations, heart, life } = this.#parts;
    const archiver = new Archiver({
      order,
      archive,
      generations,
      isAway,
      isTight: () => this.#room.filling() !== null,
      nodes: () => (heart.silentMs === null ? heart.nodes : null),
      say: (why) => this.#sayAway(why),
    });
    this.#archiver = archiver;
    writesFirst(true);
    let isEnding = false;
    const running = archiver.run().catch((error: unknown) => {
      if (isEnding && isAway(error)) return;
      this.#report(error);
      life.fail(error);
    });
    return async () => {
      isEnding = true;
      writesFirst(false);
      archiver.stop();
      await running;
      this.#archiver = null;
    };
  }

  /** Compares states with those that live. */
  #hear(nodes: readonly Heartbeat[]): void {
    try {
      this.#judge.hear(nodes);
    } catch (error) {
      this.#report(error);
      this.#parts.life.fail(error);
    }
  }

  /** The others say it for a node that ends because of this: its own figures are gone with it. */
  #report(error: unknown): void {
    if (error instanceof Diverged) this.#reporting = this.#parts.order.diverged(error.message).catch(() => undefined);
  }

  #sayAway(why: string | null): void {
    const { node: log } = this.#parts.life.logs;
    if (why === null && this.#awaySaid !== null) log.info('the archive is back');
    if (why !== null) log.error({ reason: why }, 'the archive is away: the order keeps its batches meanwhile');
    this.#awaySaid = why;
  }

  #addMetrics(): void {
    const { metrics, heart } = this.#parts;
    const figures = () => this.#sequencer?.figures;
    metrics.gauge('outcry_order_publish_seconds', 'What the last batch took until it had its place', () => {
      return (figures()?.publishMs ?? 0) / 1_000;
    });
    metrics.counter('outcry_order_resent_total', 'Attempts to publish after the first', () => figures()?.resent ?? 0);
    metrics.gauge('outcry_order_revision', 'The last batch applied, as etcd counts', () => figures()?.revision ?? 0);
    metrics.gauge('outcry_order_lag_seconds', 'Since all that was known to be ordered was applied here', () => {
      return (figures()?.lagMs ?? 0) / 1_000;
    });
    metrics.gauge('outcry_order_lag_batches', 'Batches known to be ordered and not applied here', () => {
      return figures()?.lagBatches ?? 0;
    });
    metrics.gauge(
      'outcry_order_bytes',
      "In use of the fullest member's database",
      () => this.#room.room?.usedBytes ?? 0,
    );
    metrics.gauge('outcry_order_quota_bytes', 'What it may have', () => this.#room.room?.quotaBytes ?? 0);
    metrics.gauge('outcry_diverged', 'Nodes that stopped with another order or state', () => this.#diverged.length);
    metrics.gauge('outcry_nodes', 'Nodes whose heart beats', () => heart.nodes.length);
    metrics.gauge('outcry_clock_offset_seconds', 'This clock against the median of the nodes', () => {
      return heart.clock().byMs / 1_000;
    });
    metrics.gauges('outcry_role_held', 'Roles that this node holds', 'role', () =>
      Object.fromEntries((this.#roles?.held ?? []).map((role) => [role, 1])),
    );
    metrics.gauge('outcry_archive_revision', 'The last batch in the archive, where this node archives', () => {
      return this.#archiver?.archived ?? 0;
    });
    metrics.gauge('outcry_archive_lag_batches', 'Batches that the archive lacks, where this node archives', () => {
      return this.#archiver?.lagBatches ?? 0;
    });
  }
}

function beginSigning(signs: (isOurs: boolean) => void): EndWork {
  signs(true);
  return async () => signs(false);
}

function lagging(lagMs: number): NotExecuted {
  const text = `market data here is ${(lagMs / 1_000).toFixed(1)} s old: this node does not hear of the others`;
  return new NotExecuted('order', undefined, { text, retryAfterSeconds: RETRY_SECONDS });
}
