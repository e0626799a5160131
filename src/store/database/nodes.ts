/**
 * Additions to a database that the nodes of one exchange share (decision 0148): two small tables beside all others, a
 * notice to every node when keys or accounts change, and a row by which flushes of the projection take turns. A
 * database that was one machine's gets them when its first node opens it.
 */
import { type Kysely, sql } from 'kysely';
import { KEYS_CHANNEL } from './postgres-guard.ts';
import { NODE_TABLES } from '../schema/node-tables.ts';
import type { Tables } from '../schema/tables.ts';

/** The class of this lock among all advisory locks of a database: "outd". */
const LOCK_CLASS = 0x6f757464;

/** From here on this transaction is one node's at a time. */
export async function oneNodeAtATime(on: Kysely<Tables>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, hashtext(current_schema()))`.execute(on);
}

/** @param there the tables that there are */
export async function makeNodeTables(on: Kysely<Tables>, there: readonly string[]): Promise<void> {
  if (NODE_TABLES.every((name) => there.includes(name))) return;
  const statements = [
    'CREATE TABLE keys_seen (node TEXT NOT NULL PRIMARY KEY, changes BIGINT NOT NULL, seen_at BIGINT NOT NULL, since_at BIGINT NOT NULL)',
    'CREATE TABLE key_file (print TEXT NOT NULL)',
    `CREATE FUNCTION tell_nodes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NOTIFY "${KEYS_CHANNEL}"; RETURN NULL; END $$`,
    'CREATE TRIGGER owner_changed AFTER UPDATE ON owner FOR EACH STATEMENT EXECUTE FUNCTION tell_nodes()',
    "INSERT INTO projection_state (name, last_sequence, last_time_ms) VALUES ('journal', 0, 0) ON CONFLICT DO NOTHING",
  ];
  for (const statement of statements) await sql.raw(statement).execute(on);
}
