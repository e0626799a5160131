/**
 * What opens one's own AI log: its header, keys and body, as only the owner is given them.
 */
import type { Client } from '../../../client/client.ts';
import type { Opening } from '../../live/verifier.ts';

export interface Own extends Opening {
  /** The body as received; null when it is no longer kept. */
  readonly body: string | null;
}

/**
 * Null: the leaf is not this visitor's. The list of his logs of that very moment is asked first: asking for somebody
 * else's would be refused, and a refusal is for his bot to see.
 */
export async function readOwn(client: Client, index: number, timeMs: number): Promise<Own | null> {
  const { list } = await client.aiLogs({ startTime: timeMs, endTime: timeMs });
  if (!list.some((log) => log.index === index)) return null;
  const { header, keys, body } = await client.aiLog({ index });
  if (header === null || keys === null) return null;
  return { header, keys: keys as Readonly<Record<string, string>>, shown: body === null ? {} : { body }, body };
}
