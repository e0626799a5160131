/**
 * The places of the newest doings of accounts: places and keys alone, of all accounts in one query per kind. The items
 * there are read afterwards, only for the few that are shown (activity.ts).
 *
 * A query names at most a hundred accounts, each with its own limits, so its cost is bounded however many there are;
 * accounts whose time is over are asked for only when those before them had too little.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/db.ts';
import { leafAt } from './leaves.ts';
import { gone, halving, last } from '../database/numbered-list.ts';
import { idCode, idOfCode, symbolCode } from '../schema/row-codec.ts';
import { type ActivityArgs, type ActivityPlace, type DisclosedAccount, openUntilMs } from './activity-args.ts';

/** A place that was found. Its item has the leaf's index; a fill its order and its number in it. */
export interface FoundPlace {
  readonly place: ActivityPlace;
  readonly account: DisclosedAccount;
  readonly fill: { readonly orderId: number; readonly nth: number } | null;
}

/** Accounts in one query: a compound select has at most 500 parts. */
const AT_ONCE = 100;
const ROLES = { taker: 2, maker: 3 } as const;

type Raw = RawBuilder<unknown>;

interface Asked {
  readonly account: DisclosedAccount;
  readonly startMs: number;
  readonly endMs: number;
}

export function compare(a: ActivityPlace, b: ActivityPlace): number {
  return a.timeMs - b.timeMs || a.rank - b.rank || a.number - b.number;
}

/** The newest places of a page and one more, newest first. */
export async function newestPlaces(database: Database, args: ActivityArgs): Promise<FoundPlace[]> {
  const { accounts, after, before, limit, namesSealed, nowMs } = args;
  const asked = accounts
    .map((account) => ({
      account,
      startMs: Math.max(account.fromMs, after?.timeMs ?? 0),
      endMs: Math.min(
        account.untilMs,
        before?.timeMs ?? nowMs,
        namesSealed ? Number.POSITIVE_INFINITY : openUntilMs(account, nowMs),
      ),
    }))
    .filter(({ startMs, endMs }) => startMs <= endMs)
    .sort((a, b) => b.endMs - a.endMs);
  let found: FoundPlace[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const oldest = found[limit]?.place.timeMs ?? Number.NEGATIVE_INFINITY;
    if (asked[from]!.endMs < oldest) break;
    const part = asked.slice(from, from + AT_ONCE);
    const more = [
      ...(await logPlaces(database, part, args)),
      ...(await orderPlaces(database, part, args)),
      ...(await fillPlaces(database, part, args)),
    ];
    found = [...found, ...more].sort((a, b) => compare(b.place, a.place)).slice(0, limit + 1);
  }
  return found;
}

/** One list of all parts, with the newest of each. */
function unionOf(parts: readonly Raw[], order: string, limit: number): Raw {
  const selects = parts.map((part, at) => sql`SELECT * FROM (${part}) AS part_${sql.raw(String(at))}`);
  return sql`SELECT * FROM (${sql.join(selects, sql` UNION ALL `)}) AS parts ORDER BY ${sql.raw(order)} LIMIT ${limit}`;
}

/** Items between the places that are asked about, of items at these columns. */
function isBetween({ after, before }: ActivityArgs, time: string, rank: string, number: string, numberOf = same): Raw {
  const at = sql.raw(`(${time}, ${rank}, ${number})`);
  const placed = (one: ActivityPlace) => sql`(${one.timeMs}, ${one.rank}, ${numberOf(one.number)})`;
  const isOlder = before === null ? sql`` : sql`AND ${at} < ${placed(before)}`;
  return after === null ? isOlder : sql`${isOlder} AND ${at} > ${placed(after)}`;
}

const same = (number: number): number => number;

async function logPlaces(database: Database, asked: readonly Asked[], args: ActivityArgs) {
  const { symbol, limit } = args;
  // The text may say more than the decision: a log too many is not shown, and none is left out.
  const about = symbol === null ? sql`` : sql`AND decisions LIKE ${`%"${symbol}"%`}`;
  const between = isBetween(args, 'received_at', '0', 'log_index');
  const parts = asked.map(
    (
      { account: { uid }, startMs, endMs },
      at,
    ) => sql`SELECT CAST(${at} AS BIGINT) AS who, log_index, received_at AS at_ms FROM ailog
      WHERE uid = ${uid} AND received_at >= ${startMs} AND received_at <= ${endMs} ${about} ${between}
      ORDER BY received_at DESC, log_index DESC LIMIT ${limit + 1}`,
  );
  const found = await sql<{ who: number; log_index: number; at_ms: number }>`${unionOf(
    parts,
    'at_ms DESC, log_index DESC',
    limit + 1,
  )}`.execute(database.sql);
  return found.rows.map(({ who, log_index: number, at_ms: timeMs }) => placed(asked, who, { timeMs, rank: 0, number }));
}

async function orderPlaces(database: Database, asked: readonly Asked[], args: ActivityArgs) {
  const { symbol, limit } = args;
  const about = symbol === null ? sql`` : sql`AND symbol = ${symbolCode(symbol)}`;
  const between = isBetween(args, 'placed_at', '1', 'leaf_index');
  const startMs = Math.min(...asked.map((one) => one.startMs));
  const endMs = Math.max(...asked.map((one) => one.endMs));
  const [first, final] = [await leafAt(database, startMs - 1), await leafAt(database, endMs)];
  const parts = asked.map(
    (
      { account: { uid }, ...span },
      at,
    ) => sql`SELECT CAST(${at} AS BIGINT) AS who, leaf_index, placed_at AS at_ms FROM ai_order
      WHERE uid = ${uid} AND counted = 1 AND leaf_index > ${first} AND leaf_index <= ${final}
      AND placed_at >= ${span.startMs} AND placed_at <= ${span.endMs} ${about} ${between}
      ORDER BY leaf_index DESC LIMIT ${limit + 1}`,
  );
  const found = await sql<{ who: number; leaf_index: number; at_ms: number }>`${unionOf(
    parts,
    'leaf_index DESC',
    limit + 1,
  )}`.execute(database.sql);
  return found.rows.map(({ who, leaf_index: number, at_ms: timeMs }) =>
    placed(asked, who, { timeMs, rank: 1, number }),
  );
}

/**
 * Within a millisecond a taker's sides come before a maker's, and their numbers don't: of the last millisecond that
 * fits on a page all are read.
 */
async function fillPlaces(database: Database, asked: readonly Asked[], args: ActivityArgs) {
  const { symbol, limit, nowMs } = args;
  const number = sql.raw(symbol === null ? 'nth' : 'nth_of_symbol');
  const about = symbol === null ? sql`` : sql`AND symbol = ${symbolCode(symbol)}`;
  const between = isBetween(args, 'time_ms', `role + ${ROLES.taker}`, 'id', idCode);
  const parts = asked.map(({ account, ...span }, at) => {
    const { uid } = account;
    const endMs = Math.min(span.endMs, openUntilMs(account, nowMs));
    const list = { table: 'fill', uid, symbol, orderId: null } as const;
    // The newest are at the list's end; older ones are found by halving.
    const [least, count] = [gone(list), last(list)].map((one) => sql`COALESCE((${one}), 0)`) as [Raw, Raw];
    const until = endMs >= nowMs ? sql`` : sql`AND ${number} <= (${halving(list, least, count, endMs)})`;
    const own = sql`uid = ${uid} ${about} AND ${number} IS NOT NULL`;
    const wanted = sql`${own} ${until} AND time_ms >= ${span.startMs} AND time_ms <= ${endMs} ${between}`;
    const edge = (column: Raw): Raw =>
      sql`(SELECT ${column} FROM fill WHERE ${wanted} ORDER BY ${number} DESC LIMIT 1 OFFSET ${limit})`;
    const beyond = sql`(SELECT ${number} FROM fill WHERE ${own} AND ${number} < ${edge(number)}
      AND time_ms < ${edge(sql.raw('time_ms'))} ORDER BY ${number} DESC LIMIT 1)`;
    return sql`SELECT CAST(${at} AS BIGINT) AS who, id, order_id, nth_of_order, role, time_ms AS at_ms FROM fill
      WHERE ${wanted} AND ${number} > COALESCE(${beyond}, 0)
      ORDER BY time_ms DESC, role DESC, id DESC LIMIT ${limit + 1}`;
  });
  const found = await sql<{
    who: number;
    id: number;
    order_id: number;
    nth_of_order: number;
    role: number;
    at_ms: number;
  }>`${unionOf(parts, 'at_ms DESC, role DESC, id DESC', limit + 1)}`.execute(database.sql);
  return found.rows.map(({ who, id, order_id: order, nth_of_order: nth, role, at_ms: timeMs }) => ({
    ...placed(asked, who, { timeMs, rank: role === 0 ? ROLES.taker : ROLES.maker, number: idOfCode(id) }),
    fill: { orderId: idOfCode(order), nth },
  }));
}

function placed(asked: readonly Asked[], who: number, place: ActivityPlace): FoundPlace {
  return { place, account: asked[who]!.account, fill: null };
}
