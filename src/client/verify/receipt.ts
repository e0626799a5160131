/** Receipts, with the bodies they are about, held against a policy by what the platform brings. Nothing is sent. */
import {
  type BrokenReceipt,
  type CheckedReceipt,
  checkReceipt as checkUnder,
  type ReceiptGiven,
  receiptSignatures,
} from '../../core/log/check-receipt.ts';
import type { Sha256 } from '../../core/text/bytes.ts';
import { plainSha256 } from '../../core/text/plain-sha256.ts';
import { signaturesOf } from './ed25519.ts';

/** The findings, with all that was not checked; or why the receipt is not to be believed. */
export async function checkReceipt(
  given: ReceiptGiven,
  sha256: Sha256 = plainSha256,
): Promise<(CheckedReceipt & { readonly ok: true }) | BrokenReceipt> {
  const { holds, isUnknown } = await signaturesOf(receiptSignatures(sha256, given));
  if (isUnknown)
    return { ok: false, step: 'signature', why: 'this platform has no Ed25519: the signature can not be checked' };
  return checkUnder({ sha256, verify: (one) => holds(one) === true }, given);
}
