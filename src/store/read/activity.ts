/**
 * Disclosed doings of accounts, newest first: their logs with the texts that may be shown, the orders those are about,
 * and the fills; and between them what concerns all: phases of contests, outages, verdicts. An item's id is its time,
 * its kind and its number in its kind, so that two callers agree about it and a list can be continued from anywhere.
 *
 * An item too young to be shown is only named: its kind, time and leaf, but not whose it is. A young fill has no leaf
 * and is left out.
 */
import type { Decision } from '../../core/log/decision.ts';
import type { UploadKeys } from '../../core/log/header.ts';
import { parseUpload } from '../../core/log/upload.ts';
import type { Grade, LinkKind } from '../../core/verification/grade.ts';
import type { Database } from '../database/db.ts';
import { decodeRows, idCode, idOfCode } from '../schema/row-codec.ts';
import { type ActivityArgs, type ActivityPlace, type Disclosure, opensAtMs, openUntilMs } from './activity-args.ts';
import { compare, type FoundPlace, newestPlaces } from './activity-places.ts';
import { type Notice, noticePlaces, type NoticeLeaf } from './activity-notices.ts';
import { type AiLogWhole, logsAt } from './aiLog.ts';
import type { AiLogItem } from './aiLogs.ts';
import { type AiOrderItem, ordersAt } from './aiOrders.ts';
import { fillOf, type OwnFill } from './fills.ts';

/** The texts of a log as they were sent, as JSON, and the keys that open what is shown. */
export interface ShownLog {
  readonly stage: string;
  readonly model: string;
  readonly decisions: readonly Decision[];
  readonly links: AiLogItem['links'];
  readonly header: string | null;
  readonly keys: Partial<UploadKeys> | null;
  readonly explanation?: string;
  readonly input?: string;
  readonly output?: string;
}

export interface ShownOrder {
  readonly orderId: string;
  readonly header: string;
  readonly grade: Grade;
  /** Until when a log still covers it. */
  readonly lateUntilMs: number;
  readonly link: { readonly index: number; readonly how: LinkKind | 'opening'; readonly deltaMs: number } | null;
}

export type ActivityRow = { readonly place: ActivityPlace } & (
  | { readonly kind: 'sealed'; readonly opensAtMs: number }
  | { readonly kind: 'log'; readonly uid: number; readonly log: ShownLog }
  | { readonly kind: 'order'; readonly uid: number; readonly order: ShownOrder }
  | { readonly kind: 'fill'; readonly uid: number; readonly fill: OwnFill }
  | { readonly kind: 'notice'; readonly leaf: NoticeLeaf }
);

export interface ActivityPage {
  readonly rows: readonly ActivityRow[];
  readonly nextPage: boolean;
}

export async function activity(database: Database, args: ActivityArgs): Promise<ActivityPage> {
  const { limit, nowMs } = args;
  const found = [...(await newestPlaces(database, args)), ...(await noticePlaces(database, args))]
    .sort((a, b) => compare(b.place, a.place))
    .slice(0, limit + 1);
  const shown = found.slice(0, limit);
  const isOpen = (one: FoundPlace | Notice): one is FoundPlace =>
    !('leaf' in one) && opensAtMs(one.account, one.place.timeMs) <= nowMs;
  const open = shown.filter(isOpen);
  const at = (rank: number): number[] => open.flatMap(({ place }) => (place.rank === rank ? place.number : []));
  const things: Things = {
    logs: await openlyLinked(database, await logsAt(database, at(0)), args),
    orders: await ordersAt(database, at(1)),
    fills: await fillsAt(database, open),
  };
  const rows = shown.map((one): ActivityRow => {
    if ('leaf' in one) return { place: one.place, kind: 'notice', leaf: one.leaf };
    const { place, account } = one;
    if (!isOpen(one)) return { place, kind: 'sealed', opensAtMs: opensAtMs(account, place.timeMs) };
    return rowOf(one, things);
  });
  return { rows, nextPage: found.length > limit };
}

/** The items at the places that are shown. */
interface Things {
  readonly logs: ReadonlyMap<number, AiLogWhole>;
  readonly orders: ReadonlyMap<number, AiOrderItem>;
  /** By order and number in it. */
  readonly fills: ReadonlyMap<string, OwnFill>;
}

function rowOf({ place, account, fill }: FoundPlace, { logs, orders, fills }: Things): ActivityRow {
  const { uid, what } = account;
  if (fill !== null) return { place, kind: 'fill', uid, fill: must(fills.get(`${fill.orderId} ${fill.nth}`), place) };
  if (place.rank === 0) return { place, kind: 'log', uid, log: openedLog(must(logs.get(place.number), place), what) };
  const { orderId, header, grade, lateUntilMs, link } = must(orders.get(place.number), place);
  return { place, kind: 'order', uid, order: { orderId, header, grade, lateUntilMs, link } };
}

/** The logs, linked to those orders alone that may be shown as well: a link says that there is an order, and whose. */
async function openlyLinked(
  database: Database,
  logs: ReadonlyMap<number, AiLogWhole>,
  { accounts, nowMs }: ActivityArgs,
): Promise<ReadonlyMap<number, AiLogWhole>> {
  const orders = [
    ...new Set([...logs.values()].flatMap(({ links }) => links.map(({ orderId }) => idCode(Number(orderId))))),
  ];
  if (orders.length === 0) return logs;
  const rows = await database.sql
    .selectFrom('ai_order')
    .select(['order_id', 'uid', 'placed_at'])
    .where('order_id', 'in', orders)
    .execute();
  const byUid = Map.groupBy(accounts, ({ uid }) => uid);
  const isOpen = ({ uid, placed_at: atMs }: (typeof rows)[number]): boolean =>
    byUid.get(uid)?.some((one) => one.fromMs <= atMs && atMs <= Math.min(one.untilMs, openUntilMs(one, nowMs))) ??
    false;
  const open = new Set(rows.filter(isOpen).map(({ order_id }) => String(idOfCode(order_id))));
  return new Map(
    [...logs].map(([index, log]) => [index, { ...log, links: log.links.filter(({ orderId }) => open.has(orderId)) }]),
  );
}

function must<Thing>(thing: Thing | undefined, { timeMs, rank, number }: ActivityPlace): Thing {
  if (thing === undefined) throw new Error(`what stood at ${timeMs}-${rank}-${number} is gone`);
  return thing;
}

async function fillsAt(database: Database, open: readonly FoundPlace[]): Promise<Map<string, OwnFill>> {
  const orders = [...new Set(open.flatMap(({ fill }) => fill?.orderId ?? []))];
  const wanted = new Set(open.flatMap(({ fill }) => (fill === null ? [] : `${fill.orderId} ${fill.nth}`)));
  if (orders.length === 0) return new Map();
  const rows = await database.sql
    .selectFrom('fill')
    .selectAll()
    .where('order_id', 'in', orders.map(idCode))
    .where('nth_of_order', 'in', [...new Set(open.flatMap(({ fill }) => fill?.nth ?? []))])
    .execute();
  const decoded = await decodeRows(database.sql, 'fill', rows);
  const all = decoded.map((row) => [`${row.order_id} ${row.nth_of_order}`, row] as const);
  return new Map(all.filter(([key]) => wanted.has(key)).map(([key, row]) => [key, fillOf(row)]));
}

function openedLog(whole: AiLogWhole, what: Disclosure): ShownLog {
  const { stage, model, decisions, links, header, keys, body } = whole;
  const shown: ShownLog = {
    stage,
    model,
    decisions,
    links,
    header,
    keys: keys === null ? null : { header: keys.header },
  };
  const upload = body === null || what === 'actions' ? null : parseUpload(body);
  if (body === null || keys === null || upload?.ok !== true) return shown;
  const { slices } = upload;
  const textOf = (field: 'explanation' | 'input' | 'output') => {
    const slice = slices[field];
    if (slice === null) return {};
    return { [field]: new TextDecoder().decode(body.subarray(slice[0], slice[1])) };
  };
  const reasons = { ...shown, ...textOf('explanation') };
  if (what === 'reasons') return { ...reasons, keys: { header: keys.header, explanation: keys.explanation } };
  const { header: own, explanation, input, output } = keys;
  return { ...reasons, ...textOf('input'), ...textOf('output'), keys: { header: own, explanation, input, output } };
}
