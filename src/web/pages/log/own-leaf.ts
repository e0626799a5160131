/**
 * The opening of a leaf: of one's own, for an AI log its header, keys and body, for an order its header and the key to
 * it; of somebody else's what is disclosed to everybody.
 */
import type { Client } from '../../../client/client.ts';
import { disclosedIn } from '../../live/log-open.ts';
import { openOrder } from '../../live/own-order.ts';
import type { Opening } from '../../live/verifier.ts';

export interface Own extends Opening {
  /** The body as received; null when it is no longer kept, for an order, and for a log that isn't one's own. */
  readonly body: string | null;
}

/**
 * Null: the leaf is not this visitor's. The list of their logs, or orders, of that moment is read first: asking for
 * somebody else's would be refused, and a refusal is for their bot to see.
 */
export async function readOwn(client: Client, index: number, kind: string, timeMs: number): Promise<Own | null> {
  if (kind === 'ailog') return readLog(client, index, timeMs);
  return kind === 'order' ? readOrder(client, index, timeMs) : null;
}

async function readOrder(client: Client, index: number, timeMs: number): Promise<Own | null> {
  const orders = await client.aiOrders({ startTime: timeMs, endTime: timeMs });
  if (!orders.some((order) => order.index === index)) return null;
  const opened = await openOrder(client, index);
  return opened === null ? null : { ...opened, shown: {}, body: null };
}

async function readLog(client: Client, index: number, timeMs: number): Promise<Own | null> {
  const { list } = await client.aiLogs({ startTime: timeMs, endTime: timeMs });
  if (!list.some((log) => log.index === index)) return null;
  const { header, keys, body } = await client.aiLog({ index });
  if (header === null || keys === null) return null;
  return { header, keys: keys as Readonly<Record<string, string>>, shown: body === null ? {} : { body }, body };
}

/** Null: it is not disclosed, or not yet. */
export async function readDisclosed(index: number, timeMs: number): Promise<Own | null> {
  const row = (await disclosedIn(timeMs, timeMs)).find((one) => one.index === index);
  if (row?.header == null || row.keys == null) return null;
  const texts = Object.entries({ explanation: row.explanation, input: row.input, output: row.output });
  const shown = Object.fromEntries(texts.filter(([, text]) => text != null)) as Own['shown'];
  return { header: row.header, keys: row.keys, shown, body: null };
}
