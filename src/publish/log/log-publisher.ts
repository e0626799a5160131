/**
 * Publishes the AI log (docs/ai-log.md 15): once a second, while it has grown, the tree of the state is signed, and
 * served as soon as its row is stored for good. The store holds that there is one root for a size and never a smaller
 * size; nothing is served that it refused.
 *
 * Commands are durable before they are applied, so the tree covers nothing that could be lost. What was published under
 * the log's name must be a beginning of it: when an old backup lost leaves, the exchange stops (`LogForked`).
 */
import type { Logger } from 'pino';
import type { PublishedLog, PublishedTree } from '../../api/call/deps.ts';
import { signingKeys } from '../../core/ailog/announceKey.ts';
import { checkpointBody } from '../../core/log/checkpoint.ts';
import { rootOf } from '../../core/log/merkle.ts';
import { policyText } from '../../core/log/policy.ts';
import type { State } from '../../core/state/state.ts';
import { equalBytes, toBase64 } from '../../core/text/bytes.ts';
import { StoreAway, StoreBehind } from '../../store/errors.ts';
import type { StoredCheckpoint } from '../../store/evidence/checkpoints.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Store } from '../../store/store.ts';
import type { LogSigner } from './log-signer.ts';
import type { Witnesses } from './witnesses.ts';
import { machine } from '../../time/machine.ts';
import type { Clock, Timer } from '../../time/time.ts';

/** How long a leaf waits for its checkpoint, apart from the disk. By the machine: what a signature costs is real. */
const MERGE_DELAY_MS = 1_000;

export interface PublisherParts {
  readonly state: State;
  readonly store: Pick<Store, 'ask'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'info'>;
  readonly signer: Pick<LogSigner, 'signNote'>;
  /** Called when what was published isn't a beginning of this log. */
  readonly onForked: (error: LogForked) => void;
  /** Further trusted keys for this log; not given when there is no one. */
  readonly witnesses?: Witnesses;
}

/** The tree that was published under the log's name can't be continued. */
class LogForked extends Error {
  constructor(origin: string, published: Pick<StoredCheckpoint, 'size' | 'root'>, size: number) {
    const { size: signed, root } = published;
    super(
      `logForked: the AI log ${origin} was published with ${signed} leaves and root ${toBase64(root)}, and this journal leads to ` +
        `${size} leaves that are not a continuation of it: leaves that were answered and signed are lost. Nothing is ` +
        'published any more. Restore the newest journal. If what it had is lost for good, the log has to go on under a ' +
        `new name, which everybody can see: start once with --accept-loss forked-log@${signed} --origin NEW-NAME.`,
    );
    this.name = 'LogForked';
  }
}

/** Why the newest checkpoint can't be of this log, as far as that can be told right away; null when it may be. */
export function forkOf({ ailog }: State, newest: StoredCheckpoint | null): LogForked | null {
  if (newest === null || newest.size < ailog.nextIndex) return null;
  const isSame = newest.size === ailog.nextIndex && equalBytes(newest.root, rootOf(sha256, ailog.frontier));
  return isSame ? null : new LogForked(ailog.origin, newest, ailog.nextIndex);
}

interface Waiting {
  readonly size: number;
  readonly settle: (tree: PublishedTree | null) => void;
}

export class LogPublisher implements PublishedLog {
  readonly #parts: PublisherParts;
  #published: PublishedTree | null = null;
  #trouble: string | null = null;
  /** Of a node among several: whether it is the one that signs; null: there is no other. */
  #isOurs: boolean | null = null;
  #timer: Timer | undefined;
  /** Asked to be stored since the last one that was, and not known whether they were. */
  #unsure: PublishedTree[] = [];
  #isStopped = false;
  readonly #stopped = Promise.withResolvers<false>();
  #running: Promise<void> = Promise.resolve();
  #waiting: Waiting[] = [];

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  newest(): PublishedTree | null {
    return this.#published;
  }

  trouble(): string | null {
    return this.#trouble;
  }

  policy(): string {
    const { state, witnesses } = this.#parts;
    const { keys, origin } = state.ailog;
    const vkeys = keys.map(({ vkey }) => vkey);
    return policyText(vkeys, urlOf(origin), witnesses?.policy);
  }

  reaches(size: number, withinMs: number): Promise<PublishedTree | null> {
    const published = this.#published;
    if (published !== null && size <= published.size) return Promise.resolve(published);
    return new Promise((resolve) => {
      const late = machine.after(withinMs, () => one.settle(null));
      const one: Waiting = {
        size,
        settle: (tree) => {
          late.cancel();
          this.#waiting = this.#waiting.filter((other) => other !== one);
          resolve(tree);
        },
      };
      this.#waiting.push(one);
    });
  }

  ofNow(withinMs: number): Promise<PublishedTree | null> {
    const reached = this.reaches(Math.max(1, this.#parts.state.ailog.nextIndex), withinMs);
    this.#running = this.#running.then(() => {
      this.#timer?.cancel();
      return this.#isStopped ? undefined : this.#turn();
    });
    return reached;
  }

  /** From the first time on, what another node publishes is served too, and this one signs only while it is told to. */
  signs(isOurs: boolean): void {
    this.#isOurs = isOurs;
  }

  /** A witness has cosigned this tree. */
  cosigned({ origin, size }: PublishedTree, line: string): void {
    const published = this.#published;
    if (published?.origin === origin && published.size === size)
      this.#published = { ...published, note: published.note + line };
  }

  /** Continues after the newest checkpoint that was stored. */
  begin(newest: StoredCheckpoint | null): void {
    if (newest !== null) this.#serve({ ...newest, origin: this.#parts.state.ailog.origin });
    this.#run();
  }

  /** No further tree is signed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.resolve(false);
    this.#timer?.cancel();
    await this.#running;
    for (const { settle } of this.#waiting) settle(null);
  }

  #say(why: string | null): void {
    const { log } = this.#parts;
    if (why !== null && why !== this.#trouble) log.error({ reason: why }, 'the AI log is not published');
    if (why === null && this.#trouble !== null) log.info('the AI log is published again');
    this.#trouble = why;
  }

  #serve(tree: PublishedTree): void {
    this.#parts.witnesses?.publish(tree);
    this.#show(tree);
  }

  #show(tree: PublishedTree): void {
    this.#published = tree;
    for (const { size, settle } of this.#waiting) if (size <= tree.size) settle(tree);
    this.#waiting = this.#waiting.filter(({ size }) => size > tree.size);
  }

  /** Whether the newest checkpoint is one of this process whose answer was lost: then it is served. */
  async #isOwn(origin: string): Promise<boolean> {
    if (this.#unsure.length === 0) return false;
    const newest = await this.#parts.store.ask('checkpointNewest', { origin }, 0);
    const own = this.#unsure.find(({ note }) => note === newest?.note);
    if (own !== undefined) this.#serve(own);
    return own !== undefined;
  }

  /** Serves what another node has published since, and the lines of witnesses that it got: whoever signs asks them. */
  async #takeOthers(origin: string): Promise<void> {
    const newest = await this.#parts.store.ask('checkpointNewest', { origin }, 0);
    const { size = 0, note = '' } = this.#published ?? {};
    const isCosigned = this.#isOurs === false && newest?.size === size && newest.note !== note;
    if (newest !== null && (newest.size > size || isCosigned)) this.#show({ ...newest, origin });
    if (this.#isOurs === false) this.#say(null);
  }

  /** False: publishing ends here. */
  async #publish(): Promise<boolean> {
    const { state, store, clock, signer, onForked } = this.#parts;
    const { ailog } = state;
    if (this.#isOurs !== null) await this.#takeOthers(ailog.origin);
    if (this.#isOurs === false) return true;
    // Size, root and sequence are of one moment: nothing is waited for between them.
    const { sequence } = state;
    const { origin, nextIndex: size } = ailog;
    const published = this.#published;
    if (published !== null && published.origin === origin && size <= published.size) return true;
    const head = { origin, size, root: rootOf(sha256, ailog.frontier) };
    const keys = signingKeys(ailog.keys, clock.nowMs()).map(({ vkey }) => vkey);
    const tree = { ...head, note: await signer.signNote(checkpointBody(head), keys) };
    const after = this.#published?.origin === origin ? this.#published.size : null;
    this.#unsure.push(tree);
    const stored = await store
      .ask('checkpointPut', { ...tree, atMs: clock.nowMs(), after }, sequence)
      .catch((error: unknown) => {
        if (error instanceof StoreAway) this.#unsure.pop();
        throw error;
      });
    if (stored.ok || (stored.against === 'newest' && (await this.#isOwn(origin)))) {
      if (stored.ok) this.#serve(tree);
      this.#unsure = [];
      this.#say(null);
      return true;
    }
    // The one who signed before was not done yet.
    if (stored.against === 'newest' && this.#isOurs !== null) return true;
    this.#say(stored.why);
    if (stored.against === 'published' && this.#published !== null)
      onForked(new LogForked(origin, this.#published, size));
    return false;
  }

  async #turn(): Promise<void> {
    try {
      // A stop waits neither for a store that is away nor for a signer: anything not published now is at the next
      // start.
      if (!(await Promise.race([this.#publish(), this.#stopped.promise]))) return;
    } catch (error) {
      if (!this.#isStopped && !(error instanceof StoreBehind))
        this.#say(error instanceof StoreAway ? AWAY : messageOf(error));
    }
    if (!this.#isStopped) this.#timer = machine.after(MERGE_DELAY_MS, () => this.#run());
  }

  #run(): void {
    this.#running = this.#turn();
  }
}

const AWAY = 'the read store is away';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Address of a log that is called after it; a name that was made up here leads nowhere. */
function urlOf(origin: string): string | null {
  return origin.startsWith('localhost/') ? null : `https://${origin}`;
}
