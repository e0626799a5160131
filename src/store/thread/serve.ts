/**
 * The thread's side of the store: opens the database, follows the journal, answers questions in their turn.
 *
 * A question waits until the projection has reached its sequence. A database that is away is waited for (presence.ts).
 * Any other failure that is not the caller's is reported once and ends the thread; another may take its place, unless
 * the failure is final.
 */
import type { MessagePort } from 'node:worker_threads';
import type { State } from '../../core/state/state.ts';
import type { Database } from '../database/db.ts';
import { openDatabase } from '../database/open-database.ts';
import { errorToData, OtherExchange, StoreFault } from '../errors.ts';
import { Follower, type FollowerOptions, type TakeCommands } from '../write/follow.ts';
import { followKeys, type KeysFollower } from '../keys/follow-keys.ts';
import { openKeyFile, type SecretBox } from '../keys/key-file.ts';
import { openSharedKeyFile } from '../keys/shared-key-file.ts';
import { createKeeper, type Keeper, type KeeperOptions, type WriteReplica } from '../upkeep/snapshots.ts';
import { createKeys, hasKeys } from '../keys/keys.ts';
import { makeTables, resetProjection } from '../database/schema.ts';
import { createKeeping, type Keeping } from '../upkeep/keep.ts';
import { tellDelays } from './loop-delay.ts';
import type { Progress } from '../progress.ts';
import { checkOwner, type Identify, writeMark } from '../database/owner.ts';
import { type BodyIntake, createBodyIntake, type SpooledBodies } from '../evidence/body-intake.ts';
import { noteLostBodies } from '../evidence/payloads.ts';
import { createPresence, type Presence } from '../database/presence.ts';
import { createProjector, type MakeBars, type Projector, storedSequence } from '../write/projector.ts';
import type { FromThread, ThreadData, ToThread } from './protocol.ts';
import { createProver, type Prover, recordsOf } from '../read/prove.ts';
import { retentionSteps } from '../upkeep/retention.ts';
import { checkpoint } from '../upkeep/space.ts';
import { startUpkeep, type Upkeep } from '../upkeep/steps.ts';
import { type Answers, createAnswers, type Question } from '../questions.ts';
import { CHANGING } from './changing.ts';

/** The engine of the store's thread, which applies what the one that trades has applied. */
export interface Replica {
  /**
   * Goes on from what was written down of it, no further than `sequence`. Called once, before anything else. Resolves
   * with the last command in it, 0 when there is nothing to resume from.
   */
  load(sequence: number): Promise<number>;
  /** Writes it down; null when there is no place for that. */
  readonly write: WriteReplica | null;
  /** Bodies of AI logs that are durable and not in the store yet. */
  readonly bodies: SpooledBodies;
  /** Makes the bars of the rows. */
  readonly bars: MakeBars;
  /** Gives the journal's commands, applied to this engine. */
  readonly take: TakeCommands;
  readonly state: State;
  /** Says what the journal is, from its file alone. */
  readonly identify: Identify;
}

/** Questions after which the store's mark is rewritten. */
const MARKED: ReadonlySet<Question> = new Set<Question>(['claim', ...CHANGING]);

/**
 * Serves until told to stop.
 * @param open opens the database; a simulation keeps what it opened, to take it away
 * @throws when the store can't start
 */
export async function serveStore(
  port: MessagePort,
  data: ThreadData,
  replica: Replica,
  open: typeof openDatabase = openDatabase,
): Promise<void> {
  const identify: Identify = (sequence) => replica.identify(sequence);
  const send: Send = (message) => port.postMessage(message);
  const onFault: OnFault = (error, isFinal = error instanceof OtherExchange) =>
    send({ kind: 'fault', error: errorToData(error), isFinal });
  const { node } = data;
  const database = open(data.databaseUrl, node !== null);
  // Until there is a presence, the start itself fails when its connections do.
  let presence: Presence | null = null;
  let keysFollower: KeysFollower | null = null;
  const hold = (): Promise<void> =>
    database.hold(
      (error) => void presence?.lost(error).catch((error: unknown) => onFault(error)),
      node === null ? undefined : () => keysFollower?.look(),
    );
  await hold();
  try {
    await checkOwner(database, identify);
  } catch (error) {
    onFault(error);
    return database.close();
  }
  const { mayLackBodies } = data;
  const intake = createBodyIntake(database, replica.bodies);
  await bringUpToDate(database, data, intake);
  const keys = createKeys(database, await openBox(database, data));
  const keeping = createKeeping(data.keep);
  const place: Place = { node, writesFirst: node === null };
  const steps = (await retentionSteps(database, keeping)).map((step) => async () => place.writesFirst && step());
  const from = await replica.load(await storedSequence(database));
  const { sequence, timeMs } = replica.state;
  const projector = await createProjector(database, {
    mayLackBodies,
    keeping,
    from: { sequence, timeMs },
    makeBars: (report) => replica.bars(report),
    takeBodies: () => intake.take(),
  });
  const restore = async (): Promise<void> => {
    await hold();
    await checkOwner(database, identify);
    await projector.check();
  };
  const following = follow({ data, place, replica, projector, from, restore, send, onFault });
  ({ presence } = following);
  const { presence: here } = following;
  await hold();
  const upkeep = startUpkeep([...steps, checkpoint(database)], { lost: (error) => here.lost(error), onFault });
  const answers = createAnswers(database, { keys, intake, ...following });
  if (node !== null) {
    const lost = (error: unknown): Promise<void> => here.lost(error);
    keysFollower = await followKeys({
      database,
      keys,
      node,
      tell: (news) => send({ kind: 'keys', news }),
      lost,
      onFault,
    });
  }
  listen(port, { ...following, data, place, database, keeping, answers, keysFollower, upkeep, send, onFault });
  const stopTelling = tellDelays((delays) => send({ kind: 'delays', delays }));
  port.once('close', stopTelling);
  send({ kind: 'ready', sequence: projector.sequence, applied: from });
}

type Send = (message: FromThread) => void;
type OnFault = (error: unknown, isFinal?: boolean) => void;

/** This store among those that share its database. */
interface Place {
  readonly node: string | null;
  /** Rows are written, and let go, by this one before the others. */
  writesFirst: boolean;
}

interface FollowParts {
  readonly data: ThreadData;
  readonly place: Place;
  readonly replica: Replica;
  readonly projector: Projector;
  /** The last command of the state the replica was loaded from. */
  readonly from: number;
  /** Takes the database again, and makes sure that it is the one that was lost. */
  readonly restore: () => Promise<void>;
  readonly send: Send;
  readonly onFault: OnFault;
}

interface Following {
  readonly follower: Follower;
  readonly presence: Presence;
  readonly prover: Prover;
  readonly keeper: Keeper;
}

/** The work that follows the journal, with what must be done while it rests: proofs of the state, and snapshots. */
function follow({ data, place, replica, projector, from, restore, send, onFault }: FollowParts): Following {
  let last: Progress = { projected: projector.sequence, applied: from, perSecond: null, proving: null };
  const report = (change: Partial<Progress>): void => {
    last = { ...last, ...change };
    send({ kind: 'progress', progress: last });
  };
  const presence = createPresence({
    async restore() {
      await restore();
      await follower.flush();
    },
    onChange: (reason) => send({ kind: 'away', reason }),
  });
  const follower: Follower = new Follower({
    projector,
    presence,
    take: (sequence) => replica.take(sequence),
    onProgress(progress) {
      report(progress);
      if (follower.hasCaughtUp) keeper.look();
    },
    onFault,
    ...(place.node === null ? {} : { writesFirst: () => place.writesFirst, pauses: pausesOf(data, () => keeper) }),
  });
  const resting = {
    hold: <T>(work: () => Promise<T>): Promise<T> => follower.hold(work),
    isStopped: () => follower.isStopped,
    onProgress: (proving: Progress['proving']) => report({ proving }),
  };
  const prover = createProver({ ...resting, state: replica.state });
  const keeper = keeperOf(replica, data, from, {
    ...resting,
    flush: () => follower.flush(),
    onMade: (made) => send({ kind: 'snapshot', made }),
    onFailure: (error) => send({ kind: 'noSnapshot', error: errorToData(error) }),
  });
  return { follower, presence, prover, keeper };
}

interface Serving extends Running {
  readonly data: ThreadData;
  readonly place: Place;
  readonly keeping: Keeping;
  readonly answers: Answers;
  readonly send: Send;
  readonly onFault: OnFault;
}

/** Takes the messages of the main thread. */
function listen(port: MessagePort, serving: Serving): void {
  const { follower, presence, data, place, database, keeping, answers, keysFollower, send, onFault } = serving;
  const { markPath } = data;
  const remember: Remember = async (question) => {
    if (markPath !== null && MARKED.has(question)) await writeMark(database, markPath);
  };
  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'durable':
        keeping.reach(message.timeMs);
        follower.durable(message.sequence);
        return;
      case 'ask':
        void answer(answers, follower, presence, message, remember).then(send);
        return;
      case 'writesFirst':
        place.writesFirst = message.isFirst;
        return;
      case 'keysSeen':
        void keysFollower?.seen(message.version).catch((error: unknown) => presence.lost(error).catch(onFault));
        return;
      case 'stop':
        void stop(port, serving).catch((error: unknown) => onFault(error));
        return;
    }
  });
}

async function openBox(database: Database, { keyFilePath }: ThreadData): Promise<SecretBox> {
  if (database.isShared) return openSharedKeyFile(database, keyFilePath);
  return openKeyFile(keyFilePath, !(await hasKeys(database)));
}

/** Tables of this version, and all bodies that an earlier process took and this store has not. */
async function bringUpToDate(
  database: Database,
  { rebuild, mayLackBodies, node }: ThreadData,
  intake: BodyIntake,
): Promise<void> {
  if (rebuild && node !== null)
    throw new StoreFault(
      'the rows that nodes share are not made anew while they run: stop all nodes, and start one of them without ' +
        '--journal etcd: and with --rebuild first',
    );
  await makeTables(database);
  if (rebuild) await resetProjection(database);
  await intake.take();
  if (mayLackBodies) await noteLostBodies(database);
}

/** Nodes write snapshots of the same sequences, so that they can be compared. */
function pausesOf({ snapshots }: ThreadData, keeper: () => Keeper): NonNullable<FollowerOptions['pauses']> {
  return { every: snapshots?.rhythm.commands ?? 0, work: () => keeper().pause() };
}

/** @param from the last command of the state it resumed from */
function keeperOf(
  { write, state }: Replica,
  { snapshots, node }: ThreadData,
  from: number,
  how: Omit<KeeperOptions, 'write' | 'rhythm' | 'from' | 'sequence' | 'records'>,
): Keeper {
  const { commands, minutes } = snapshots?.rhythm ?? { commands: 0, minutes: 0 };
  return createKeeper({
    ...how,
    write: write ?? (() => Promise.reject(new StoreFault('there is no place for snapshots here'))),
    rhythm: { commands: node === null ? commands : 0, minutes },
    from,
    sequence: () => state.sequence,
    records: () => recordsOf(state),
  });
}

/** Tells the data folder what the store has seen, before the caller is told. */
type Remember = (question: Question) => Promise<void>;

async function answer(
  answers: Answers,
  follower: Follower,
  presence: Presence,
  ask: Extract<ToThread, { kind: 'ask' }>,
  remember: Remember,
): Promise<FromThread> {
  try {
    await follower.reached(ask.afterSequence);
    // The table holds for each question the function for its own arguments; here they are any of them.
    const run = answers[ask.question] as (args: unknown) => Promise<unknown>;
    const found = await presence.asked(() => run(ask.args));
    await remember(ask.question);
    return { kind: 'answer', id: ask.id, answer: found };
  } catch (error) {
    return { kind: 'failed', id: ask.id, error: errorToData(error) };
  }
}

interface Running {
  readonly database: Database;
  readonly follower: Follower;
  readonly presence: Presence;
  readonly keysFollower: KeysFollower | null;
  readonly upkeep: Upkeep;
}

/** Rows collected while the database is away are read from the journal again. */
async function stop(port: MessagePort, serving: Running): Promise<void> {
  const { database, follower, presence, keysFollower, upkeep } = serving;
  presence.stop();
  await upkeep.stop();
  if (presence.away === null) await follower.stop();
  // Without that it is gone from the table in a minute.
  await keysFollower?.stop().catch(() => undefined);
  await database.close();
  port.close();
}
