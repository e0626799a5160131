/**
 * How a node comes to know what other nodes have changed about API keys (decision 0148). The count of changes in the
 * database is the version of all keys. The store's thread looks at it when it is told that something changed, and every
 * two seconds in any case, and gives what changed to whoever checks requests. Once that is taken over, a row says so,
 * with the time: so whoever switches a key off can wait until no node takes it any more.
 *
 * What makes that exact: a node is in the table before it reads its first key, and one that has heard nothing for
 * `UNSEEN_MS` takes no request, unless it hears from all others that they can't look either. So a node whose row is
 * older than that takes no key, whatever became of it, once any node has been able to look for a few seconds: until
 * then every row counts.
 */
import { sql } from 'kysely';
import type { Database } from '../database/db.ts';
import { ownerOf } from '../database/owner.ts';
import type { KeyringEntry, Keys } from './keys.ts';
import { ABSENT_MS, UNSEEN_MS } from './unseen.ts';
import { machine } from '../../time/machine.ts';

/** Keys that changed since the last news of this thread; the first have all. */
export interface KeysNews {
  readonly version: number;
  readonly changed: readonly KeyringEntry[];
}

/** A node that may still take keys as they were. */
export interface UnseenBy {
  readonly node: string;
  /** How long ago it was last heard of. */
  readonly agoMs: number;
}

const LOOK_MS = 2_000;
/** Rows of nodes that were never heard of again. */
const FORGOTTEN_MS = 86_400_000;
const AGAIN_MS = 25;

export interface KeysFollower {
  /** Looks now. */
  look(): void;
  /** Notes that requests are checked with the keys of this version from now on. */
  seen(version: number): Promise<void>;
  /** Looks no more; the node leaves the table. */
  stop(): Promise<void>;
}

export interface KeysFollowing {
  readonly database: Database;
  readonly keys: Pick<Keys, 'keyring'>;
  readonly node: string;
  readonly tell: (news: KeysNews) => void;
  /** Resolves when the database is back; rejects when it is a different error. */
  readonly lost: (error: unknown) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** Resolves when the node is in the table. */
export async function followKeys(following: KeysFollowing): Promise<KeysFollower> {
  const { database, keys, node, tell, lost, onFault } = following;
  const known = new Map<string, string>();
  let version = -1;
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();
  await noteSeen(database, node, 0);

  const look = async (): Promise<void> => {
    const { changes } = await ownerOf(database);
    const changed: KeyringEntry[] = [];
    for (const entry of changes === version ? [] : await keys.keyring(null)) {
      const text = JSON.stringify(entry);
      if (known.get(entry.id) !== text) changed.push(entry);
      known.set(entry.id, text);
    }
    version = changes;
    if (!isStopped) tell({ version, changed });
  };
  const lookInTurn = (): void => {
    turn = turn
      .then(() => (isStopped ? undefined : look()))
      .catch((error: unknown) => lost(error).catch((fault: unknown) => (isStopped ? undefined : onFault(fault))));
  };
  const looking = machine.every(LOOK_MS, lookInTurn);
  looking.unref();
  lookInTurn();
  return {
    look: lookInTurn,
    seen: (seen) => (isStopped ? Promise.resolve() : noteSeen(database, node, seen)),
    async stop() {
      isStopped = true;
      looking.cancel();
      await database.sql.deleteFrom('keys_seen').where('node', '=', node).execute();
    },
  };
}

const NOW = sql<number>`CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`;

async function noteSeen(database: Database, node: string, changes: number): Promise<void> {
  await database.sql
    .insertInto('keys_seen')
    .values({ node, changes, seen_at: NOW, since_at: NOW })
    .onConflict((conflict) =>
      conflict.column('node').doUpdateSet({
        changes,
        seen_at: NOW,
        since_at: sql`CASE WHEN ${NOW} - keys_seen.seen_at > ${sql.lit(ABSENT_MS)} THEN ${NOW} ELSE keys_seen.since_at END`,
      }),
    )
    .execute();
}

/** The nodes that may still take keys as they were before the latest change; it waits so long for there to be none. */
export async function keysUnseen(database: Database, { waitMs }: { readonly waitMs: number }): Promise<UnseenBy[]> {
  if (!database.isShared) return [];
  const { changes } = await ownerOf(database);
  const until = machine.steadyMs() + waitMs;
  for (;;) {
    const ago = sql<number>`${NOW} - seen_at`;
    const late = await database.sql
      .selectFrom('keys_seen')
      .select(['node', ago.as('agoMs')])
      .where('changes', '<', changes)
      .where(ago, '<=', (await hasOneLooked(database)) ? UNSEEN_MS : FORGOTTEN_MS)
      .orderBy('node')
      .execute();
    if (late.length === 0 || machine.steadyMs() >= until) return late;
    await machine.sleep(AGAIN_MS);
  }
}

/** Whether any node has been able to look for so long that all others have heard of it. */
async function hasOneLooked(database: Database): Promise<boolean> {
  const one = await database.sql
    .selectFrom('keys_seen')
    .select('node')
    .where(sql`seen_at - since_at`, '>=', ABSENT_MS)
    .where(sql`${NOW} - seen_at`, '<', ABSENT_MS)
    .executeTakeFirst();
  return one !== undefined;
}
