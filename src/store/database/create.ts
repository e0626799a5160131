/**
 * The statements that make the tables, their indexes and what guards them, in the words of either database.
 *
 * Lists are read newest first by account. Ids and times rise together, so a time is first turned into an id
 * (`read/bills.ts`) and is in no index. Fills and ended orders are numbered from 1, per account and per account and
 * contract, so that a page or a place in time is a range of numbers; rows of the house's accounts have no numbers and
 * are in no such index. An index costs most of what a row does, so there is none without a question that needs it. In
 * SQLite each index ends with the row's number, which is the id.
 */
import type { DatabaseKind } from './db.ts';
import { IN_KIND_INDEX } from '../schema/leaf-form.ts';

/** The words in which the two databases differ. */
interface Words {
  readonly kind: DatabaseKind;
  readonly bytes: string;
  /** Of a word that is stored as a number. */
  readonly code: string;
  /** A 64-bit primary key: in SQLite the row's own number, which saves an index. */
  readonly id: string;
  /** Of a table whose rows lie in its key. */
  readonly inKey: string;
  /** Makes an index end with a column that in SQLite is there by itself. */
  readonly end: (column: string) => string;
}

const WORDS: Readonly<Record<DatabaseKind, Words>> = {
  sqlite: {
    kind: 'sqlite',
    bytes: 'BLOB',
    code: 'INTEGER',
    id: 'INTEGER PRIMARY KEY',
    inKey: ' WITHOUT ROWID',
    end: () => '',
  },
  postgres: {
    kind: 'postgres',
    bytes: 'BYTEA',
    code: 'SMALLINT',
    id: 'BIGINT PRIMARY KEY',
    inKey: '',
    end: (column) => `, ${column}`,
  },
};

/** Columns of one type that are never null. */
function columns(type: string, names: string): string {
  return names
    .split(' ')
    .map((name) => `${name} ${type} NOT NULL`)
    .join(', ');
}

const whole = (names: string): string => columns('BIGINT', names);
const text = (names: string): string => columns('TEXT', names);

/** Data that exists nowhere else. */
export function primaryTables(kind: DatabaseKind): string[] {
  const words = WORDS[kind];
  const { bytes } = words;
  return [
    ...(kind === 'postgres' ? [REFUSE_FUNCTION] : []),
    'CREATE TABLE owner (exchange TEXT NOT NULL, changes BIGINT NOT NULL)',
    `CREATE TABLE payload (h TEXT NOT NULL PRIMARY KEY, salt ${bytes}, body ${bytes}, stored_at BIGINT NOT NULL, erased_at BIGINT)`,
    'CREATE INDEX payload_stored_at ON payload (stored_at)',
    'CREATE INDEX payload_erased ON payload (h) WHERE erased_at IS NOT NULL',
    'CREATE TABLE account (uid BIGINT NOT NULL PRIMARY KEY, label TEXT NOT NULL, created_at BIGINT NOT NULL)',
    `CREATE TABLE api_key (id TEXT NOT NULL PRIMARY KEY, api_key TEXT NOT NULL UNIQUE, uid BIGINT NOT NULL, label TEXT NOT NULL,
      secret ${bytes} NOT NULL, ${text('passphrase_hash permission ips')}, ${whole('enabled created_at')},
      expires_at BIGINT, revoked_at BIGINT)`,
    'CREATE INDEX api_key_uid ON api_key (uid)',
    `CREATE TABLE tlog_checkpoint (origin TEXT NOT NULL, size BIGINT NOT NULL, root ${bytes} NOT NULL, note TEXT NOT NULL,
      at BIGINT NOT NULL, cosignatures TEXT NOT NULL DEFAULT '', PRIMARY KEY (origin, size))`,
    ...refuseChanges(words, 'tlog_checkpoint', 'origin, size, root, note, at'),
    `CREATE TABLE credential (name TEXT PRIMARY KEY, role TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE,
      created_at BIGINT NOT NULL, revoked_at BIGINT)`,
    `CREATE TABLE body_read (id TEXT PRIMARY KEY, at BIGINT NOT NULL, ${text('name role what')})`,
    'CREATE INDEX body_read_at ON body_read (at)',
    ...refuseChanges(words, 'body_read'),
    'CREATE TABLE case_text (sha256 TEXT PRIMARY KEY, body TEXT NOT NULL, stored_at BIGINT NOT NULL)',
    `CREATE TABLE case_file (sha256 TEXT NOT NULL PRIMARY KEY, bytes ${bytes} NOT NULL, stored_at BIGINT NOT NULL)`,
    `CREATE TABLE report (contest TEXT NOT NULL, log_size BIGINT NOT NULL, ${text('sha256 body teams to_teams')},
      at_ms BIGINT NOT NULL, PRIMARY KEY (contest, log_size, sha256))`,
    ...refuseChanges(words, 'report'),
    `CREATE TABLE report_dossier (${text('contest sha256 team body')}, PRIMARY KEY (contest, sha256, team))`,
    ...refuseChanges(words, 'report_dossier'),
  ];
}

/** Tables that the projector writes from the journal's events, and from payloads. */
export function projectedTables(kind: DatabaseKind): string[] {
  const words = WORDS[kind];
  return [
    `CREATE TABLE projection_state (name TEXT NOT NULL PRIMARY KEY, ${whole('last_sequence last_time_ms')})`,
    ...longLists(words),
    ...planOrders(words),
    ...evidence(words),
    `CREATE TABLE funding_rate (symbol TEXT NOT NULL, ${whole('funding_ms sequence rate mark match_sequence paid received dust')},
      PRIMARY KEY (symbol, funding_ms, sequence))`,
    `CREATE TABLE bar (${text('symbol price_kind granularity')}, ${whole('open_ms trades')},
      ${text('open high low close size value bought_size bought_value')}, PRIMARY KEY (symbol, price_kind, granularity, open_ms))${words.inKey}`,
    `CREATE TABLE copy_relation (id ${words.id}, ${whole('lead follower copy_ratio')}, margin_mode TEXT NOT NULL,
      ${whole('created_ms ended_ms')})`,
    `CREATE TABLE copy_skip (${whole('sequence place relation_id lead follower lead_position_id')},
      ${text('symbol side effect reason')}, time_ms BIGINT NOT NULL, PRIMARY KEY (sequence, place))`,
    'CREATE INDEX copy_skip_follower ON copy_skip (follower, sequence, place)',
    'CREATE INDEX copy_skip_lead ON copy_skip (lead, sequence, place)',
    `CREATE TABLE contest_point (${text('contest team')}, at_ms BIGINT NOT NULL, ${text('equity flows facts')},
      PRIMARY KEY (contest, at_ms, team))`,
    `CREATE TABLE contest_minute (contest TEXT NOT NULL, ${whole('at_ms leaf_index')}, payload TEXT NOT NULL,
      PRIMARY KEY (contest, at_ms))`,
    `CREATE TABLE kept_from (name TEXT NOT NULL PRIMARY KEY, ${whole('place time_ms')})`,
    `CREATE TABLE kept_list (list TEXT NOT NULL, ${whole('uid symbol gone')}, PRIMARY KEY (list, uid, symbol))`,
    ...(kind === 'sqlite' ? STATISTICS : []),
  ];
}

/** Must be word for word the same in the query (`read/bills.ts`), or the indexes can't be used. */
const OF_USERS = 'WHERE uid > 5 AND (uid < 9000001 OR uid > 9999999)';

function longLists({ code, id, inKey, end }: Words): string[] {
  const codes = (names: string): string => columns(code, names);
  return [
    `CREATE TABLE symbol (code ${code} PRIMARY KEY, name TEXT NOT NULL UNIQUE)`,
    `CREATE TABLE bill (id ${id}, ${whole('uid position_id')}, ${codes('symbol business_type')},
      ${whole('amount balance legacy_balance fill_fee')}, ${codes('transfer_reason')}, ${whole('time_ms order_id match_sequence')})`,
    `CREATE INDEX bill_account ON bill (uid${end('id')})`,
    `CREATE INDEX bill_symbol ON bill (uid, symbol${end('id')}) ${OF_USERS}`,
    `CREATE INDEX bill_type ON bill (uid, business_type${end('id')}) ${OF_USERS}`,
    `CREATE TABLE fill (${whole('id nth_of_order')}, ${codes('role')}, ${whole('uid order_id position_id')},
      ${codes('symbol side effect cause margin_mode position_mode')},
      ${whole('price size value fee liquidate_fee realised match_sequence time_ms')}, nth BIGINT, nth_of_symbol BIGINT,
      CONSTRAINT fill_of_order PRIMARY KEY (order_id, nth_of_order))${inKey}`,
    `CREATE TABLE order_record (id ${id}, uid BIGINT NOT NULL, ${codes('symbol')}, client_order_id TEXT NOT NULL,
      ${codes('side effect cause execution')}, ${whole('price size leverage')}, ${codes('margin_mode position_mode')},
      ${whole('position_id take_profit stop_loss from_plan trigger_price created_ms ended_ms')}, ${codes('status')},
      ${whole('filled value fee profit')}, cancel_reason ${code}, cancel_detail TEXT, life_span BIGINT, nth BIGINT,
      nth_of_symbol BIGINT)`,
    ...(['fill', 'order_record'] as const).flatMap((table) => [
      `CREATE INDEX ${table}_nth ON ${table} (uid, nth) WHERE nth IS NOT NULL`,
      `CREATE INDEX ${table}_nth_of_symbol ON ${table} (uid, symbol, nth_of_symbol) WHERE nth_of_symbol IS NOT NULL`,
    ]),
    `CREATE INDEX order_record_client ON order_record (uid, client_order_id${end('id')}) WHERE nth IS NOT NULL`,
    'CREATE INDEX order_record_life ON order_record (uid, life_span, created_ms) WHERE life_span IS NOT NULL',
  ];
}

function planOrders({ id }: Words): string[] {
  return [
    `CREATE TABLE plan_order (id ${id}, uid BIGINT NOT NULL,
      ${text('symbol client_order_id kind side effect margin_mode position_mode')},
      ${whole('position_id take_profit stop_loss parent_id bound_position_id size price trigger_price')},
      ${text('trigger_by direction')}, ${whole('triggered_ms has_order created_ms updated_ms')}, status TEXT NOT NULL,
      ${whole('filled value fee profit')}, cancel_reason TEXT, cancel_detail TEXT)`,
    'CREATE INDEX plan_order_account ON plan_order (uid, created_ms, id)',
    'CREATE INDEX plan_order_created ON plan_order (uid, symbol, created_ms, id)',
    'CREATE INDEX plan_order_type ON plan_order (uid, symbol, side, effect, created_ms, id)',
    'CREATE INDEX plan_order_client ON plan_order (uid, client_order_id, id)',
    'CREATE INDEX plan_order_alone ON plan_order (uid, updated_ms, id, created_ms) WHERE has_order = 0',
    `CREATE INDEX plan_order_alone_of_symbol ON plan_order (uid, symbol, updated_ms, id, created_ms)
      WHERE has_order = 0`,
  ];
}

/** AI logs, the keys by which logs and orders find each other, and the published log. */
function evidence(words: Words): string[] {
  const { bytes, code, id, inKey, end } = words;
  return [
    `CREATE TABLE ailog (log_index BIGINT NOT NULL PRIMARY KEY, uid BIGINT NOT NULL, key_id TEXT NOT NULL, received_at BIGINT NOT NULL,
      order_id TEXT, ${text('stage model body_sha256')}, h TEXT NOT NULL UNIQUE, size BIGINT NOT NULL,
      ${text('decisions client_oids warnings')})`,
    'CREATE INDEX ailog_uid ON ailog (uid, log_index)',
    'CREATE INDEX ailog_received ON ailog (uid, received_at, log_index)',
    ...refuseChanges(words, 'ailog'),
    `CREATE TABLE ailog_link (order_id TEXT NOT NULL, log_index BIGINT NOT NULL, how TEXT NOT NULL,
      PRIMARY KEY (order_id, log_index, how))`,
    'CREATE INDEX ailog_link_log ON ailog_link (log_index)',
    `CREATE TABLE ailog_key (uid BIGINT NOT NULL, how TEXT NOT NULL, key TEXT NOT NULL, ${whole('log_index received_at')},
      PRIMARY KEY (uid, how, key, log_index))`,
    'CREATE INDEX ailog_key_log ON ailog_key (log_index)',
    `CREATE TABLE ailog_trace (log_index BIGINT NOT NULL PRIMARY KEY, ${whole('traced fresh')})`,
    `CREATE TABLE ai_order (leaf_index ${id}, ${whole('order_id uid')}, ${columns(code, 'symbol type')},
      placed_at BIGINT NOT NULL, ${columns(code, 'counted waits_for_fill grade')}, deciding_log BIGINT,
      deciding_how ${code}, mark TEXT, ${whole('late_ms name')})`,
    'CREATE UNIQUE INDEX ai_order_id ON ai_order (order_id)',
    'CREATE INDEX ai_order_name ON ai_order (name)',
    `CREATE INDEX ai_order_grade ON ai_order (uid, counted, grade${end('leaf_index')})`,
    `CREATE INDEX ai_order_leaf ON ai_order (uid, counted${end('leaf_index')})`,
    `CREATE TABLE tlog_leaf (idx ${id}, kind TEXT NOT NULL, t BIGINT NOT NULL, uid BIGINT, header ${bytes},
      ${columns(bytes, 'entry hash')})`,
    `CREATE INDEX tlog_leaf_of_kind ON tlog_leaf (kind${end('idx')}) WHERE ${IN_KIND_INDEX}`,
    ...refuseChanges(words, 'tlog_leaf'),
    `CREATE TABLE tlog_node (${whole('level idx')}, hash ${bytes} NOT NULL, PRIMARY KEY (level, idx))${inKey}`,
    ...refuseChanges(words, 'tlog_node'),
    `CREATE TABLE leaf_hash (place ${id}, hashes ${bytes} NOT NULL)`,
  ];
}

/**
 * The statistics SQLite may assume: rows in total, and rows equal in the first column of an index, in the first two …
 * Without them it takes any range of time to be narrower than a filter, and reads a whole day of bills to find one
 * deposit. Fixed figures, so that plans never change by themselves; PostgreSQL measures its own.
 */
const STATISTICS: readonly string[] = [
  ...[
    ['bill', 'bill_account', '10000000 10000'],
    ['bill', 'bill_symbol', '10000000 10000 1200'],
    ['bill', 'bill_type', '10000000 10000 1000'],
    ['fill', 'fill_nth', '10000000 10000 1'],
    ['fill', 'fill_nth_of_symbol', '10000000 10000 1200 1'],
    ['order_record', 'order_record_nth', '10000000 10000 1'],
    ['order_record', 'order_record_nth_of_symbol', '10000000 10000 1200 1'],
    ['order_record', 'order_record_client', '10000000 10000 2'],
    ['order_record', 'order_record_life', '5000000 5000 700 2'],
    ['plan_order', 'plan_order_account', '1000000 1000 2 1'],
    ['plan_order', 'plan_order_created', '1000000 1000 200 2 1'],
    ['plan_order', 'plan_order_type', '1000000 1000 200 100 50 2 1'],
    ['plan_order', 'plan_order_client', '1000000 1000 2 1'],
    ['plan_order', 'plan_order_alone', '500000 500 2 1 1'],
    ['plan_order', 'plan_order_alone_of_symbol', '500000 500 100 2 1 1'],
  ].map(
    ([table, index, figures]) =>
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${figures}')`,
  ),
  'ANALYZE sqlite_schema',
];

const REFUSE_FUNCTION = `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '%: what was written is never changed or deleted', TG_TABLE_NAME; END $$`;

/**
 * Statements after which the table's rows can be inserted and read, never changed or deleted.
 * @param names the columns that never change; all, when none are named
 */
function refuseChanges({ kind }: Words, table: string, names = ''): string[] {
  const of = names === '' ? '' : ` OF ${names}`;
  if (kind === 'postgres')
    return [
      `CREATE TRIGGER ${table}_refuse_rows BEFORE UPDATE${of} OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
      `CREATE TRIGGER ${table}_refuse_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
    ];
  const refuse = `BEGIN SELECT RAISE(ABORT, '${table}: what was written is never changed or deleted'); END`;
  return [
    `CREATE TRIGGER ${table}_refuse_update BEFORE UPDATE${of} ON ${table} ${refuse}`,
    `CREATE TRIGGER ${table}_refuse_delete BEFORE DELETE ON ${table} ${refuse}`,
  ];
}
