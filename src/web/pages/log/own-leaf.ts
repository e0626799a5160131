/**
 * What opens one's own AI log: its header, keys and body, as only the owner is given them.
 */
import type { Client } from '../../../client/client.ts';
import { OutcryError } from '../../../client/errors.ts';
import type { Opening } from '../../live/verifier.ts';

export interface Own extends Opening {
  /** The body as received; null when it is no longer kept. */
  readonly body: string | null;
}

/** Null: the leaf is nobody's own here, or not this visitor's. */
export async function readOwn(client: Client, index: number): Promise<Own | null> {
  try {
    const { header, keys, body } = await client.aiLog({ index });
    if (header === null || keys === null) return null;
    return { header, keys: keys as Readonly<Record<string, string>>, shown: body === null ? {} : { body }, body };
  } catch (error) {
    if (error instanceof OutcryError) return null;
    throw error;
  }
}
