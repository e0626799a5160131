/**
 * The opening of a leaf of one's own, which only its owner is given: for an AI log its header, keys and body, for an
 * order its header and the key to it.
 */
import type { Client } from '../../../client/client.ts';
import { openOrder } from '../../live/own-order.ts';
import type { Opening } from '../../live/verifier.ts';

export interface Own extends Opening {
  /** The body as received; null when it is no longer kept, and for an order. */
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
