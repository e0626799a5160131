/**
 * The thread's side of the store: opens the database, follows the journal, answers questions in their turn.
 *
 * A question waits until the projection has reached its sequence. A failure that is not the caller's is reported once and ends the
 * thread, and with it the process.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Database } from './db.ts';
import { openDatabase } from './db.ts';
import { errorToData } from './errors.ts';
import { createFollower, type Follower, type TakeCommands } from './follow.ts';
import { openKeyFile } from './key-file.ts';
import { createKeys, hasKeys } from './keys.ts';
import { migrate, resetProjection } from './migrations/migrate.ts';
import { removeOrphans } from './payloads.ts';
import { createProjector } from './projector.ts';
import type { FromThread, ThreadData, ToThread } from './protocol.ts';
import { type Answers, createAnswers } from './questions.ts';

/**
 * Serves until told to stop.
 * @param take gives the journal's commands, applied to this thread's engine
 * @param open opens the database; a simulation keeps what it opened, to take it away
 * @throws when the store can't start
 */
export async function serveStore(
  port: MessagePort,
  data: ThreadData,
  take: TakeCommands,
  open: typeof openDatabase = openDatabase,
): Promise<void> {
  const database = open(data.databaseUrl);
  await migrate(database);
  if (data.rebuild) await resetProjection(database);
  const keys = createKeys(database, openKeyFile(data.keyFilePath, !(await hasKeys(database))));
  const answers = createAnswers(database, keys);
  const projector = await createProjector(database);
  const send = (message: FromThread): void => port.postMessage(message);
  const onFault = (error: unknown): void => send({ kind: 'fault', error: errorToData(error) });
  const follower = createFollower({
    projector,
    take,
    onProjected: (sequence) => send({ kind: 'projected', sequence }),
    onFault,
  });

  let isFirst = true;
  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'durable':
        follower.durable(message.sequence);
        if (isFirst) void cleanUp(database, follower, message.sequence, data.startedMs).catch(onFault);
        isFirst = false;
        return;
      case 'ask':
        void answer(answers, follower, message).then(send);
        return;
      case 'stop':
        void stop(port, database, follower).catch(onFault);
        return;
    }
  });
  send({ kind: 'ready', sequence: projector.sequence });
}

async function answer(answers: Answers, follower: Follower, ask: Extract<ToThread, { kind: 'ask' }>): Promise<FromThread> {
  try {
    await follower.reached(ask.afterSequence);
    // The table holds for each question the function for its own arguments; here they are any of them.
    const run = answers[ask.question] as (args: unknown) => Promise<unknown>;
    return { kind: 'answer', id: ask.id, answer: await run(ask.args) };
  } catch (error) {
    return { kind: 'failed', id: ask.id, error: errorToData(error) };
  }
}

/** Once everything that was journaled before the start is projected. */
async function cleanUp(database: Database, follower: Follower, sequence: number, startedMs: number): Promise<void> {
  await follower.reached(sequence);
  await removeOrphans(database, startedMs);
}

async function stop(port: MessagePort, database: Database, follower: Follower): Promise<void> {
  await follower.stop();
  await database.close();
  port.close();
}
