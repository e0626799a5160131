/**
 * Disclosed doings of accounts, newest first: their logs with the texts that may be shown, the orders those are of,
 * and the fills. An item's id is its time, its kind and its number in its kind, so that two callers agree about it and
 * a list can be gone on from anywhere.
 *
 * An item too young to be shown is only named: its kind, time and leaf, without whose it is. A young fill has no leaf
 * and is left out.
 */
import type { Decision } from '../../core/ailog/log/decision.ts';
import type { UploadKeys } from '../../core/ailog/log/header.ts';
import { parseUpload } from '../../core/ailog/log/upload.ts';
import type { Grade, LinkKind } from '../../core/verification/grade.ts';
import type { Database } from '../db.ts';
import { aiLog } from './aiLog.ts';
import { type AiLogItem, aiLogs } from './aiLogs.ts';
import { type AiOrderItem, aiOrders } from './aiOrders.ts';
import { fills, type OwnFill } from './fills.ts';

/** The levels of disclosure, each with everything before it: who did what; why; and from what. */
export type Disclosure = 'actions' | 'reasons' | 'full';

export interface DisclosedAccount {
  readonly uid: number;
  readonly what: Disclosure;
  /** So long after it happened. */
  readonly delayMs: number;
  /** Of what happened in this time, both ends inclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Where an item stands. */
export interface ActivityPlace {
  readonly timeMs: number;
  /** 0 a log, 1 an order, 2 a taker's side of a fill, 3 a maker's: the order in which they follow from each other. */
  readonly rank: number;
  /** Leaf index of the first two, id of a fill, which both of its sides have. */
  readonly number: number;
}

export interface ActivityArgs {
  readonly accounts: readonly DisclosedAccount[];
  readonly symbol: string | null;
  /** Only what is newer, and older, than these. */
  readonly after: ActivityPlace | null;
  readonly before: ActivityPlace | null;
  readonly limit: number;
  readonly nowMs: number;
}

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
  readonly link: { readonly index: number; readonly how: LinkKind; readonly deltaMs: number } | null;
}

export type ActivityRow = { readonly place: ActivityPlace } & (
  | { readonly kind: 'sealed'; readonly opensAtMs: number }
  | { readonly kind: 'log'; readonly uid: number; readonly log: ShownLog }
  | { readonly kind: 'order'; readonly uid: number; readonly order: ShownOrder }
  | { readonly kind: 'fill'; readonly uid: number; readonly fill: OwnFill }
);

export interface ActivityPage {
  readonly rows: readonly ActivityRow[];
  readonly nextPage: boolean;
}

/** An item that was found, before it is opened. */
interface Found {
  readonly place: ActivityPlace;
  readonly account: DisclosedAccount;
  readonly item: AiLogItem | AiOrderItem | OwnFill;
}

/** Items of the very time a page begins at may be of the page before it. */
const SAME_TIME = 20;

export async function activity(database: Database, args: ActivityArgs): Promise<ActivityPage> {
  const found: Found[] = [];
  for (const account of args.accounts) found.push(...(await foundOf(database, account, args)));
  const { after, before, limit } = args;
  const shown = found
    .filter(
      ({ place }) => (before === null || compare(place, before) < 0) && (after === null || compare(place, after) > 0),
    )
    .toSorted((a, b) => compare(b.place, a.place));
  const rows: ActivityRow[] = [];
  for (const one of shown.slice(0, limit)) rows.push(await rowOf(database, one, args.nowMs));
  return { rows, nextPage: shown.length > limit };
}

function compare(a: ActivityPlace, b: ActivityPlace): number {
  return a.timeMs - b.timeMs || a.rank - b.rank || a.number - b.number;
}

async function foundOf(
  database: Database,
  account: DisclosedAccount,
  { symbol, after, before, limit, nowMs }: ActivityArgs,
): Promise<Found[]> {
  const { uid, delayMs } = account;
  const startMs = Math.max(account.fromMs, after?.timeMs ?? 0);
  const endMs = Math.min(account.untilMs, before?.timeMs ?? nowMs);
  if (startMs > endMs) return [];
  const range = { uid, startMs, endMs, limit: limit + SAME_TIME, page: 0, cursor: null };
  const logs = (await aiLogs(database, { ...range, orderId: null })).items;
  const orders = (await aiOrders(database, { ...range, symbol })).items;
  const made = (await fills(database, { ...range, symbol, orderId: null, endMs: Math.min(endMs, nowMs - delayMs) }))
    .items;
  const isAsked = ({ decisions }: AiLogItem): boolean =>
    symbol === null || decisions.some((decision) => decision.symbol === symbol);
  return [
    ...logs.filter(isAsked).map((item) => ({ item, timeMs: item.receivedAtMs, rank: 0, number: item.index })),
    ...orders.map((item) => ({ item, timeMs: item.placedAtMs, rank: 1, number: item.index })),
    ...made.map((item) => ({ item, timeMs: item.timeMs, rank: item.role === 'taker' ? 2 : 3, number: item.id })),
  ].map(({ item, ...place }) => ({ item, place, account }));
}

async function rowOf(database: Database, { place, account, item }: Found, nowMs: number): Promise<ActivityRow> {
  const { uid, what, delayMs } = account;
  const opensAtMs = place.timeMs + delayMs;
  if (opensAtMs > nowMs) return { place, kind: 'sealed', opensAtMs };
  if ('role' in item) return { place, kind: 'fill', uid, fill: item };
  if ('receivedAtMs' in item) return { place, kind: 'log', uid, log: await openedLog(database, uid, item.index, what) };
  const { orderId, header, grade, link } = item;
  return { place, kind: 'order', uid, order: { orderId, header, grade, link } };
}

async function openedLog(database: Database, uid: number, index: number, what: Disclosure): Promise<ShownLog> {
  const whole = await aiLog(database, { uid, index });
  if (whole === null) throw new Error(`log ${index} of ${uid} is gone`);
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
