/**
 * Sends an order of this page, and says what came of it: an id, or a refusal and the field it is about. When no answer
 * comes the very same request is sent once more, and then the exchange is asked whether it has an order of that id.
 */
import { signal } from '@preact/signals';
import { NoAnswer, OutcryError } from '../../../client/errors.ts';
import type { ContractsRow } from '../../../client/index.ts';
import { type Session, session, signOutIfOver } from '../../base/session.ts';
import { type Draft, type Field, fieldOf, type OrderType, requestOf } from '../../live/order-draft.ts';
import { newClientOid } from '../../live/page-oid.ts';
import { readContracts } from '../../live/market.ts';
import { isFrozen } from '../../live/terms.ts';
import { words } from '../../words/words.ts';
import { sentDraft } from './draft.ts';

interface Answer {
  /** The order that was placed, in words. */
  readonly text: string | null;
  /** Id of the order; null: none was placed. */
  readonly orderId: string | null;
  readonly error: unknown;
  readonly field: Field | null;
}

const OID_BYTES = 16;
/** Marks an order of this page. */
export const BY_PERSON = { headers: { 'ORDER-CHANNEL': 'web' } } as const;

export const answer = signal<Answer | null>(null);
export const isSending = signal(false);

export function freshOid(): string {
  return newClientOid(crypto.getRandomValues(new Uint8Array(OID_BYTES)));
}

/** Sends what the form says. */
export async function send(contract: ContractsRow, type: OrderType): Promise<void> {
  if (isSending.value) return;
  isSending.value = true;
  answer.value = null;
  try {
    const orderId = await place(contract, type, sentDraft(contract));
    answer.value = { text: words.value.trade.placed(orderId), orderId, error: null, field: null };
  } catch (error) {
    signOutIfOver(error);
    const field = error instanceof OutcryError ? fieldOf(error.token) : null;
    answer.value = { text: null, orderId: null, error, field };
  } finally {
    isSending.value = false;
  }
}

/** Places an order, its size in coins; its id. @throws OutcryError, NoAnswer */
export async function place(contract: ContractsRow, type: OrderType, what: Draft): Promise<string> {
  const who = session.value;
  if (who === null) throw new Error(words.value.trade.why.signedOut());
  const oid = freshOid();
  try {
    const orderId = await request(who, contract, type, what, oid);
    isFrozen.value = false;
    return orderId;
  } catch (error) {
    if (error instanceof NoAnswer && error.mayHaveHappened) return await lookFor(who, oid, error);
    learnFrom(error);
    throw error;
  }
}

async function request({ client }: Session, contract: ContractsRow, type: OrderType, what: Draft, oid: string) {
  const made = requestOf(what, type, contract, oid);
  const placed =
    made.operation === 'plan_order'
      ? await client.plan_order(made.body, BY_PERSON)
      : await client.placeOrder(made.body, BY_PERSON);
  return placed.order_id;
}

/** The id of an order whose answer was lost, if it was placed. @throws the loss, when that can't be found out */
async function lookFor({ client }: Session, clientOid: string, lost: NoAnswer): Promise<string> {
  try {
    return (await client.detail({ clientOid })).order_id;
  } catch (error) {
    throw error instanceof OutcryError && error.token === 'ORDER_NOT_FOUND'
      ? new Error(words.peek().trade.notPlaced, { cause: lost })
      : lost;
  }
}

/** Learns from a refusal that says something about the account or the contract, not only about this order. */
function learnFrom(error: unknown): void {
  if (!(error instanceof OutcryError)) return;
  if (error.token === 'ACCOUNT_FROZEN') isFrozen.value = true;
  if (error.token === 'CONTRACT_NOT_TRADING') void readContracts();
}
