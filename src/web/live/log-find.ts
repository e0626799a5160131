/**
 * Finds an entry by what a visitor has of it: its index, a moment, the hash of its leaf, or an order of their own.
 */
import type { Client } from '../../client/client.ts';
import { momentOf } from '../base/clock.ts';
import { publicClient } from '../base/rest.ts';
import { head } from './log-head.ts';
import { indexAt } from './log-list.ts';

export type Found =
  | { readonly is: 'entry'; readonly index: number }
  | { readonly is: 'moment'; readonly timeMs: number; readonly index: number }
  | { readonly is: 'nothing'; readonly why: 'notUnderstood' | 'noIndex' | 'noLeaf' | 'noOrder' | 'signIn' };

const HASH = /^[0-9a-f]{64}$/i;
/** Ids of orders have more digits than any index in a log. */
const ORDER_ID_DIGITS = 15;

/** @param own the visitor's client; null: nobody is signed in */
export async function findEntry(text: string, own: Client | null, isUtc: boolean): Promise<Found> {
  const plain = text.replaceAll(/[,_\s](?=\d{3})/g, '');
  if (/^\d+$/.test(plain)) return plain.length >= ORDER_ID_DIGITS ? findOrder(plain, own) : findIndex(Number(plain));
  if (HASH.test(text)) return findLeaf(text.toLowerCase());
  const timeMs = momentOf(text, isUtc);
  if (timeMs === null) return { is: 'nothing', why: 'notUnderstood' };
  return { is: 'moment', timeMs, index: await indexAt(timeMs) };
}

function findIndex(index: number): Found {
  const size = head.peek()?.head.size ?? 0;
  return index < size ? { is: 'entry', index } : { is: 'nothing', why: 'noIndex' };
}

async function findLeaf(leaf: string): Promise<Found> {
  const [found] = await publicClient.aiLeaves({ leaf });
  return found === undefined ? { is: 'nothing', why: 'noLeaf' } : { is: 'entry', index: found.index };
}

/** The leaf of an order: the list of the orders of that very moment has it. */
async function findOrder(orderId: string, own: Client | null): Promise<Found> {
  if (own === null) return { is: 'nothing', why: 'signIn' };
  const detail = await own.detail({ orderId }).catch(() => null);
  if (detail === null) return { is: 'nothing', why: 'noOrder' };
  const at = Number(detail.createTime);
  const orders = await own.aiOrders({ startTime: at, endTime: at });
  const found = orders.find((order) => order.orderId === orderId);
  return found === undefined ? { is: 'nothing', why: 'noOrder' } : { is: 'entry', index: found.index };
}
