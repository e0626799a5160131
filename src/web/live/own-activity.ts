/**
 * The threads of whoever is signed in, whatever is disclosed to others: their logs, counted orders and fills, joined as
 * everybody's are. The keys that open a log are its owner's alone, and are read once for each of the newest.
 */
import { computed, effect, signal } from '@preact/signals';
import type { AiOrdersRow } from '../../client/index.ts';
import { accountText } from '../format/account-text.ts';
import { type Session, session } from '../base/session.ts';
import { coverage } from './account.ts';
import { isTight } from '../base/budget.ts';
import { type OwnFill, ownFills } from './own-fills.ts';
import { type OwnLog, ownLogs } from './own-logs.ts';
import { openOrder } from './own-order.ts';
import { type ActivityRow, type Thread, Threads } from './threads.ts';

const ORDERS_READ = 50;
const SHOWN = 10;
/** How many logs and orders are opened, newest first. */
const OPENED = 10;

const counted = signal<readonly AiOrdersRow[]>([]);
/** Fields that only the owner is given, by leaf. */
const opened = signal<ReadonlyMap<number, Partial<ActivityRow>>>(new Map());

/** Newest first; null until logs have been read. */
export const ownThreads = computed<readonly Thread[] | null>(() => {
  if (ownLogs.value === null) return null;
  const threads = new Threads();
  const name = accountText(session.value?.uid ?? '');
  threads.take([
    ...counted.value.map((order) => ({ ...orderRow(order), ...opened.value.get(order.index), name })),
    ...ownLogs.value.map((log) => ({ ...logRow(log), ...opened.value.get(log.index), name })),
    ...ownFills.value.map((fill) => ({ ...fillRow(fill), name })),
  ]);
  return threads.newest.slice(0, SHOWN);
});

/** Follows them while somebody is looking. Returns the function that ends it. */
export function followOwnActivity(): () => void {
  const stops = [
    effect(() => {
      const who = session.value;
      void coverage.value;
      if (who === null || (isTight.peek() && counted.peek().length > 0)) return;
      who.client.aiOrders({ limit: ORDERS_READ }).then(
        (rows) => {
          if (session.peek() === who) counted.value = rows;
        },
        () => undefined,
      );
    }),
    effect(() => {
      const [who, logs, orders] = [session.value, ownLogs.value, counted.value];
      if (who === null || isTight.peek()) return;
      void openLogs(who, logs ?? []);
      void openOrders(who, orders);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    [counted.value, opened.value] = [[], new Map()];
  };
}

async function openLogs({ client }: Session, logs: readonly OwnLog[]): Promise<void> {
  for (const { index } of logs.slice(0, OPENED)) {
    if (opened.peek().has(index)) continue;
    const log = await client.aiLog({ index }).catch(() => null);
    if (log === null) return;
    const { header, keys, body } = log;
    const explanation = body === null ? null : explanationOf(body);
    const known = { header, keys: keys as Readonly<Record<string, string>> | null, explanation };
    opened.value = new Map([...opened.peek(), [index, known]]);
  }
}

async function openOrders({ client }: Session, orders: readonly AiOrdersRow[]): Promise<void> {
  for (const { index } of orders.slice(0, OPENED)) {
    if (opened.peek().has(index)) continue;
    const found = await openOrder(client, index);
    if (found !== null) opened.value = new Map(opened.peek()).set(index, found);
  }
}

/** The explanation as the body has it, which is what its key opens. */
function explanationOf(body: string): string | null {
  try {
    const { explanation } = JSON.parse(body) as { readonly explanation?: unknown };
    return typeof explanation === 'string' ? explanation : null;
  } catch {
    return null;
  }
}

export function orderRow(row: AiOrdersRow): ActivityRow {
  const { orderId, index, symbol, type, size, placedAt, grade, lateUntil, link } = row;
  const links = link === null ? [] : [link];
  return { kind: 'order', id: orderId, t: placedAt, orderId, index, symbol, type, size, grade, lateUntil, links };
}

function fillRow({ isBuy, isLong, ...fill }: OwnFill): ActivityRow {
  const kind = fill.liquidateType === null ? 'fill' : 'liquidation';
  return { ...fill, kind, type: String((isBuy === isLong ? 1 : 3) + (isLong ? 0 : 1)) };
}

export function logRow({ index, receivedAt, stage, model, decisions, links }: OwnLog): ActivityRow {
  return { kind: 'log', id: String(index), t: receivedAt, index, stage, model, decisions, links };
}
