// Headers: what a blinded leaf commits to, one shape per kind, and the commitments an AI log's header is made of.
//
// A header is written as JCS and hashed under its leaf's salt; only its owner sees it. All ids and amounts in it are
// decimal text. The kinds of the contest and of verification add their own shapes beside these.
import type { Sha256 } from '../text/bytes.ts';
import { toBase64 } from '../text/bytes.ts';
import type { Field } from './commit.ts';
import { commit, fieldKey } from './commit.ts';

export type BlindedKind = 'ailog' | 'order' | 'account' | 'minute' | 'case' | 'change';

/** The fields of every header. Type aliases, not interfaces: only those are records that can be written as JCS. */
export type BlindedHeader = { readonly kind: BlindedKind; readonly v: 1 };

/** Facts of an upload besides its body; `keyId` is the API key's public id. */
export type AiLogFacts = {
  readonly uid: string;
  readonly keyId: string;
  readonly orderId: string | null;
  readonly stage: string;
  readonly model: string;
  /** The team's signature (signature.ts), base64; null: it was not signed. */
  readonly sig: string | null;
};

/** `body`, `input`, `output`, `explanation` are commitments. */
export type AiLogHeader = AiLogFacts & {
  readonly kind: 'ailog';
  readonly v: 1;
  readonly body: string;
  readonly input: string;
  readonly output: string;
  readonly explanation: string | null;
};

/** An order as accepted, in placeOrder's codes; `price`, `triggerPrice` and `size` with the contract's decimals. */
export type OrderHeader = {
  readonly kind: 'order';
  readonly v: 1;
  readonly uid: string;
  /** Null when no key placed it (channels `plan`, `system`, and `web` by session). */
  readonly keyId: string | null;
  readonly channel: 'api' | 'web' | 'plan' | 'system';
  readonly orderId: string;
  /** As shown to the caller; `~…` where the service gave it. */
  readonly clientOid: string;
  readonly symbol: string;
  readonly type: string;
  /** A plan order's as shown: `0` limit, `3` market. */
  readonly orderType: string;
  readonly matchPrice: string;
  readonly size: string;
  /** Null for a market order. */
  readonly price: string | null;
  /** Null except for plan orders. */
  readonly triggerPrice: string | null;
  /** The opening order of a preset, else null. */
  readonly parentOrderId: string | null;
};

/** A new trigger of a plan order, and the mark it was set at; prices with the contract's decimals. */
export type ChangeHeader = {
  readonly kind: 'change';
  readonly v: 1;
  readonly uid: string;
  readonly keyId: string | null;
  readonly channel: 'api' | 'web';
  readonly orderId: string;
  readonly triggerPrice: string;
  /** Null: it becomes a market order. */
  readonly price: string | null;
  readonly mark: string;
};

/** A change of the allowlist. */
export type AccountHeader = {
  readonly kind: 'account';
  readonly v: 1;
  readonly uid: string;
  readonly allowed: boolean;
  readonly reason: string;
};

/** A step of a case; its text and the bytes of its files are payloads. */
export type CaseHeader = {
  readonly kind: 'case';
  readonly v: 1;
  readonly actor: string;
  readonly case: string;
  readonly contest: string;
  readonly step: string;
  readonly team: string;
  readonly textSha256: string | null;
  /** Left out when there are none. */
  readonly files?: readonly { readonly name: string; readonly sha256: string; readonly size: number }[];
};

/** Bytes [start, end) of a body. */
export type Slice = readonly [start: number, end: number];

/** Paths of the committed values in an upload's body; `explanation` is null if there is none. */
export type UploadSlices = { readonly input: Slice; readonly output: Slice; readonly explanation: Slice | null };

/** The five field keys the owner of an AI log is given, base64. */
export type UploadKeys = Readonly<Record<'body' | 'explanation' | 'header' | 'input' | 'output', string>>;

/** Header of an AI log: commitments to its body, exactly as received, and to the slices of it. */
export function aiLogHeader(
  sha256: Sha256,
  salt: Uint8Array,
  body: Uint8Array,
  slices: UploadSlices,
  facts: AiLogFacts,
): AiLogHeader {
  const { uid, keyId, orderId, stage, model, sig } = facts;
  const of = (field: Field, [start, end]: Slice): string => commit(sha256, salt, field, body.subarray(start, end));
  return {
    kind: 'ailog',
    v: 1,
    uid,
    keyId,
    orderId,
    stage,
    model,
    body: of('body', [0, body.length]),
    input: of('input', slices.input),
    output: of('output', slices.output),
    explanation: slices.explanation === null ? null : of('explanation', slices.explanation),
    sig,
  };
}

/** The field keys of the AI log with this salt. */
export function uploadKeys(sha256: Sha256, salt: Uint8Array): UploadKeys {
  const of = (field: Field): string => toBase64(fieldKey(sha256, salt, field));
  return {
    body: of('body'),
    explanation: of('explanation'),
    header: of('header'),
    input: of('input'),
    output: of('output'),
  };
}
