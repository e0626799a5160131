/**
 * Sealed entries of a page of the log as far as they may be shown: those disclosed to everybody, as Live has them, and
 * the visitor's own. It is told by the exchange; the page of an entry checks it.
 */
import type { Client } from '../../client/client.ts';
import { publicClient } from '../base/rest.ts';
import type { ListedEntry } from './log-list.ts';
import { logRow, orderRow } from './own-activity.ts';
import type { ActivityRow } from './threads.ts';

export interface OpenEntry {
  readonly isOwn: boolean;
  /** A log or an order; one that is disclosed later has `opensAt` alone. */
  readonly row: ActivityRow;
}

const SEALED_KINDS: readonly string[] = ['ailog', 'order'];
/** As many as one answer of the activity, and one list of one's own, has. */
const [ROWS, OWN_ROWS] = [200, 100];
/** Fills stand between the leaves; those of so many answers are looked through for a page of them. */
const ANSWERS = 3;

/**
 * By index. An entry that is missing is sealed to this visitor.
 * @param rows newest first
 * @param own the visitor's client; null: nobody is signed in
 */
export async function openedOf(
  rows: readonly ListedEntry[],
  own: Client | null,
): Promise<ReadonlyMap<number, OpenEntry>> {
  const sealed = rows.filter(({ kind }) => SEALED_KINDS.includes(kind));
  const [newest, oldest] = [sealed[0], sealed.at(-1)];
  if (newest === undefined || oldest === undefined) return new Map();
  const range = { startTime: oldest.t, endTime: newest.t };
  const [disclosed, mine] = await Promise.all([disclosedIn(oldest.t, newest.t), own === null ? [] : ownIn(own, range)]);
  const found = new Map(disclosed.map((row) => [Number(row.index), { isOwn: false, row }]));
  for (const row of mine) {
    const known = found.get(Number(row.index));
    found.set(Number(row.index), { isOwn: true, row: known === undefined || known.row.opensAt ? row : known.row });
  }
  return found;
}

/** Logs and orders from one moment to another, both inclusive. */
export async function disclosedIn(fromMs: number, untilMs: number): Promise<readonly ActivityRow[]> {
  const found: ActivityRow[] = [];
  let before = `${untilMs + 1}-0-0`;
  for (let answers = 0; answers < ANSWERS; answers++) {
    const { list, nextPage } = await publicClient.activity({ before, after: `${fromMs}-0-0`, limit: ROWS });
    found.push(...(list as readonly ActivityRow[]).filter(({ kind }) => kind === 'log' || kind === 'order'));
    const last = list.at(-1);
    if (!nextPage || last === undefined) break;
    before = last.id;
  }
  return found;
}

async function ownIn(
  own: Client,
  range: { readonly startTime: number; readonly endTime: number },
): Promise<readonly ActivityRow[]> {
  const asked = { ...range, limit: OWN_ROWS };
  const [{ list }, orders] = await Promise.all([own.aiLogs(asked), own.aiOrders(asked)]);
  return [...list.map(logRow), ...orders.map(orderRow)];
}
