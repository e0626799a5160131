/**
 * Sends what the form says, and keeps what came of it: an id, or a refusal and the field it is about.
 */
import { signal } from '@preact/signals';
import { OutcryError } from '../../../client/errors.ts';
import type { ContractsRow } from '../../../client/index.ts';
import { session, signOutIfOver } from '../../app/session.ts';
import { type Draft, type Field, fieldOf, newClientOid, type OrderType, requestOf } from '../../live/order-draft.ts';
import { words } from '../../words/words.ts';
import { draft } from './draft.ts';

interface Answer {
  /** What was placed, in words. */
  readonly text: string | null;
  readonly error: OutcryError | null;
  readonly field: Field | null;
}

interface Terms {
  /** Of the cross margin. */
  readonly leverage: string;
  readonly takerFee: string;
  /** The contest of the account, if it is in one, takes orders from a page. */
  readonly isWebAllowed: boolean;
}

const NO_TERMS: Terms = { leverage: '', takerFee: '', isWebAllowed: true };
const OID_BYTES = 16;
/** What marks an order of this page. */
export const BY_PERSON = { headers: { 'ORDER-CHANNEL': 'web' } } as const;

export const answer = signal<Answer | null>(null);
export const isSending = signal(false);
export const terms = signal<Terms>(NO_TERMS);

/** Reads what an order of this contract costs the account that is signed in. */
export function readTerms(symbol: string): void {
  const who = session.value;
  terms.value = NO_TERMS;
  if (who === null) return;
  const settings = who.client.settings({ symbol }).catch(() => ({}));
  const contest = who.client.contestMe().catch(() => null);
  void Promise.all([settings, contest]).then(([bySymbol, me]) => {
    if (session.value !== who) return;
    const own = (bySymbol as Awaited<ReturnType<typeof who.client.settings>>)[symbol];
    terms.value = {
      leverage: own?.cross_leverage ?? '',
      takerFee: own?.taker_fee_rate ?? '',
      isWebAllowed: me?.contest == null || me.channels.includes('web'),
    };
  });
}

/** The same id goes out again when an answer is lost, so an order is placed once. */
function freshOid(): string {
  return newClientOid(crypto.getRandomValues(new Uint8Array(OID_BYTES)));
}

export async function send(contract: ContractsRow, type: OrderType, what: Draft = draft.value): Promise<void> {
  const who = session.value;
  if (who === null || isSending.value) return;
  isSending.value = true;
  answer.value = null;
  try {
    const request = requestOf(what, type, contract, freshOid());
    const placed =
      request.operation === 'plan_order'
        ? await who.client.plan_order(request.body, BY_PERSON)
        : await who.client.placeOrder(request.body, BY_PERSON);
    answer.value = { text: words.value.trade.placed(placed.order_id), error: null, field: null };
  } catch (error) {
    signOutIfOver(error);
    const refusal = error instanceof OutcryError ? error : null;
    const field = refusal === null ? null : fieldOf(refusal.token);
    const text = refusal === null ? (error as Error).message : null;
    answer.value = { text, error: refusal, field };
  } finally {
    isSending.value = false;
  }
}
