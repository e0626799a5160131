/**
 * Fetches what opens the leaf of one's own order: its header and the key to it, which are in its receipt.
 */
import type { Client } from '../../client/client.ts';
import { openingOf, parseReceipt } from '../../core/log/receipt.ts';

export interface OpenedOrder {
  readonly header: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Null while no checkpoint covers it. */
export async function openOrder(client: Client, index: number): Promise<OpenedOrder | null> {
  const text = await client.aiProof({ index }).catch(() => null);
  const receipt = text === null ? null : parseReceipt(text);
  const opening = receipt?.ok ? openingOf(receipt.receipt.extra) : null;
  if (opening?.header === undefined || opening.keys === undefined) return null;
  return { header: opening.header, keys: opening.keys };
}
