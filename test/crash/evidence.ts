/**
 * What a restarted exchange must still know, asked over its API as any caller would: every answered order once, every
 * answered log once with its body, nothing half done, and bills without gap or repeat. Problems are returned as text,
 * so that a failure shows them all.
 */
import type { BillView } from '../../src/api/shapes/bill.ts';
import type { Account } from '../cli/process.ts';
import type { AiLogView } from '../../src/api/shapes/ai-log.ts';
import { type Sent, TARGETS } from './callers.ts';
import type { Connection, Reply } from './connection.ts';

const HISTORY_WITHIN_MS = 60_000;

/** Runs `work` on every item, as many at a time as there are connections. */
export async function overAll<Item>(
  connections: readonly Connection[],
  items: readonly Item[],
  work: (item: Item, connection: Connection) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item, connection);
    }),
  );
}

/** An answered order sent again, byte for byte, is the same order. */
export async function repeatOrders(connections: readonly Connection[], orders: readonly Sent[]): Promise<string[]> {
  const problems: string[] = [];
  await overAll(connections, orders, async ({ who, body, key, reply }, connection) => {
    const again = await connection.send(who, 'POST', TARGETS.order, body);
    const isSame =
      again.status === 200 && again.body.order_id === reply?.body.order_id && again.body.client_oid === key;
    if (!isSame || again.headers['idempotent-replay'] !== 'true')
      problems.push(`order ${key} was answered ${shown(reply)}, its repeat ${shown(again)}`);
  });
  return problems;
}

/**
 * Sends again what got no answer; then it has one. Returns how many had been carried out before, unheard: never in
 * part, because what is half there would be neither a repeat nor a new one.
 */
export async function sendAgain(connections: readonly Connection[], unanswered: readonly Sent[]): Promise<number> {
  let wereThere = 0;
  await overAll(connections, unanswered, async (sent, connection) => {
    sent.reply = await connection.send(sent.who, 'POST', TARGETS[sent.kind], sent.body);
    const { headers } = sent.reply;
    if (headers['idempotent-replay'] === 'true' || headers['ai-log-duplicate'] === '1') wereThere++;
  });
  return wereThere;
}

/** A read of the past, asked again while history has not caught up with a restart. */
async function read(connection: Connection, who: Account, method: 'GET' | 'POST', target: string, body = '') {
  for (const untilMs = performance.now() + HISTORY_WITHIN_MS; ; ) {
    const reply: Reply = await connection.send(who, method, target, body);
    if (reply.status !== 503 || performance.now() > untilMs) return reply;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** All AI logs of an account, newest first. */
export async function listLogs(connection: Connection, who: Account): Promise<AiLogView[]> {
  const logs: AiLogView[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const reply = await read(
      connection,
      who,
      'GET',
      `/capi/v2/ai/logs?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    logs.push(...(reply.body.list as AiLogView[]));
    cursor = reply.headers['x-next-cursor'] as string | undefined;
  }
  return logs;
}

/**
 * Every log answered once is listed once, at its index, and no log twice; those of `opened` show the body that was
 * sent.
 */
export async function checkLogs(
  connection: Connection,
  who: Account,
  sent: readonly Sent[],
  opened: readonly Sent[],
): Promise<string[]> {
  const listed = await listLogs(connection, who);
  const byHash = Map.groupBy(listed, (log) => log.bodySha256);
  const problems = [...byHash].flatMap(([hash, rows]) =>
    rows.length === 1 ? [] : [`log ${hash} is there ${rows.length} times`],
  );
  if (new Set(listed.map((log) => log.index)).size !== listed.length)
    problems.push(`an index is there twice for ${who.uid}`);
  for (const { key, reply } of sent) {
    const found = byHash.get(key)?.[0]?.index;
    if (reply !== null && found !== Number(reply.headers['ai-log-index']))
      problems.push(`log ${key} was answered ${shown(reply)}, listed at ${found ?? 'no index'}`);
  }
  for (const { key, body } of opened) {
    const index = byHash.get(key)?.[0]?.index;
    if (index === undefined) continue;
    const { body: log } = await read(connection, who, 'GET', `/capi/v2/ai/log?index=${index}`);
    if (log.body !== body) problems.push(`log ${index} opens to something else than was sent`);
  }
  return problems;
}

/** The bills of an account behind bill `known`, and that one, oldest first; all of them when it is 0. */
export async function listBills(connection: Connection, who: Account, known: number): Promise<BillView[]> {
  const bills: BillView[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const body = JSON.stringify({ limit: 100, cursor });
    const reply: Reply = await read(connection, who, 'POST', '/capi/v2/account/bills', body);
    const page = reply.body.items as BillView[];
    bills.push(...page.filter(({ billId }) => billId >= known));
    cursor = page.some(({ billId }) => billId < known)
      ? undefined
      : (reply.headers['x-next-cursor'] as string | undefined);
  }
  return bills.reverse();
}

/** The last bill of each part of an account, by the position it belongs to (0: the shared part). */
export type Balances = Map<number, bigint>;

/** Follows an account's bills from `balances` on: each balance is the one before it plus the amount, and ids rise. */
export function followBills(bills: readonly BillView[], balances: Balances): string[] {
  const problems: string[] = [];
  let lastId = 0;
  for (const { billId, isolatedPositionId, amount, balance } of bills) {
    const expected = (balances.get(isolatedPositionId) ?? 0n) + e8(amount);
    if (expected !== e8(balance)) problems.push(`bill ${billId} should leave ${expected}e-8, says ${balance}`);
    if (billId <= lastId) problems.push(`bill ${billId} comes after ${lastId}`);
    lastId = billId;
    balances.set(isolatedPositionId, e8(balance));
  }
  return problems;
}

/** Money of the wire, with 8 decimals or `0`, as an integer of 1e-8. */
function e8(text: string): bigint {
  return text === '0' ? 0n : BigInt(text.replace('.', ''));
}

export function shown(reply: Reply | null): string {
  return reply === null ? 'not at all' : `${reply.status} ${JSON.stringify(reply.body)}`;
}
