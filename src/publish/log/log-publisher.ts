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

export interface LogPublisher extends PublishedLog {
  /** Goes on after the newest checkpoint that was stored. */
  begin(newest: StoredCheckpoint | null): void;
  /** A witness has cosigned this tree. */
  cosigned(tree: PublishedTree, line: string): void;
  /** No further tree is signed. */
  stop(): Promise<void>;
}

export interface PublisherParts {
  readonly state: State;
  readonly store: Pick<Store, 'ask'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'info'>;
  readonly signer: Pick<LogSigner, 'signNote'>;
  /** Called when what was published isn't a beginning of this log. */
  readonly onForked: (error: LogForked) => void;
  /** Who else to believe about this log; not given when there is no one. */
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

export function createLogPublisher(parts: PublisherParts): LogPublisher {
  const { state, store, clock, log, signer } = parts;
  let published: PublishedTree | null = null;
  let trouble: string | null = null;
  let timer: Timer | undefined;
  /** Asked to be stored since the last one that was, and not known whether they were. */
  let unsure: PublishedTree[] = [];
  let isStopped = false;
  const stopped = Promise.withResolvers<false>();
  let running: Promise<void> = Promise.resolve();
  let waiting: { readonly size: number; readonly settle: (tree: PublishedTree | null) => void }[] = [];

  const say = (why: string | null): void => {
    if (why !== null && why !== trouble) log.error({ reason: why }, 'the AI log is not published');
    if (why === null && trouble !== null) log.info('the AI log is published again');
    trouble = why;
  };

  const serve = (tree: PublishedTree): void => {
    published = tree;
    parts.witnesses?.publish(tree);
    for (const { size, settle } of waiting) if (size <= tree.size) settle(tree);
    waiting = waiting.filter(({ size }) => size > tree.size);
  };

  /** Whether the newest checkpoint is one of this process whose answer was lost: then it is gone on from. */
  const isOwn = async (origin: string): Promise<boolean> => {
    const newest = unsure.length === 0 ? null : await store.ask('checkpointNewest', { origin }, 0);
    const own = unsure.find(({ note }) => note === newest?.note);
    if (own !== undefined) serve(own);
    return own !== undefined;
  };

  /** False: publishing ends here. */
  const publish = async (): Promise<boolean> => {
    const { ailog, sequence } = state;
    const { origin, nextIndex: size } = ailog;
    if (published !== null && published.origin === origin && size <= published.size) return true;
    const root = rootOf(sha256, ailog.frontier);
    const head = { origin, size, root };
    const keys = signingKeys(ailog.keys, clock.nowMs()).map(({ vkey }) => vkey);
    const note = await signer.signNote(checkpointBody(head), keys);
    const after = published?.origin === origin ? published.size : null;
    const put = { ...head, note, atMs: clock.nowMs(), after };
    const tree = { ...head, note };
    unsure.push(tree);
    const stored = await store.ask('checkpointPut', put, sequence).catch((error: unknown) => {
      if (error instanceof StoreAway) unsure.pop();
      throw error;
    });
    if (stored.ok || (stored.against === 'newest' && (await isOwn(origin)))) {
      if (stored.ok) serve(tree);
      unsure = [];
      say(null);
      return true;
    }
    say(stored.why);
    if (stored.against === 'published' && published !== null) parts.onForked(new LogForked(origin, published, size));
    return false;
  };

  const turn = async (): Promise<void> => {
    try {
      // A stop waits neither for a store that is away nor for a signer: anything not published now is at the next
      // start.
      if (!(await Promise.race([publish(), stopped.promise]))) return;
    } catch (error) {
      if (!isStopped && !(error instanceof StoreBehind)) say(error instanceof StoreAway ? AWAY : messageOf(error));
    }
    if (!isStopped) timer = machine.after(MERGE_DELAY_MS, run);
  };
  const run = (): void => void (running = turn());

  return {
    newest: () => published,
    trouble: () => trouble,
    policy: () =>
      policyText(
        state.ailog.keys.map(({ vkey }) => vkey),
        urlOf(state.ailog.origin),
        parts.witnesses?.policy,
      ),
    reaches(size, withinMs) {
      if (published !== null && size <= published.size) return Promise.resolve(published);
      return new Promise((resolve) => {
        const late = machine.after(withinMs, () => one.settle(null));
        const one = {
          size,
          settle: (tree: PublishedTree | null): void => {
            late.cancel();
            waiting = waiting.filter((other) => other !== one);
            resolve(tree);
          },
        };
        waiting.push(one);
      });
    },
    cosigned({ origin, size }, line) {
      if (published?.origin === origin && published.size === size)
        published = { ...published, note: published.note + line };
    },
    begin(newest) {
      if (newest !== null) serve({ ...newest, origin: state.ailog.origin });
      run();
    },
    async stop() {
      isStopped = true;
      stopped.resolve(false);
      timer?.cancel();
      await running;
      for (const { settle } of waiting) settle(null);
    },
  };
}

const AWAY = 'the read store is away';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where a log is that is called after its public address; a name that was made up here leads nowhere. */
function urlOf(origin: string): string | null {
  return origin.startsWith('localhost/') ? null : `https://${origin}`;
}
