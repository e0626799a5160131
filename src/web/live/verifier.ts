/**
 * The verifier of `src/client/verify` as this page uses it: with a quick SHA-256, and the log's own key. Loaded when it
 * is first needed.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { checkReceipt, LogVerifier, type TileReader } from '../../client/verify/index.ts';
import { policyText } from '../../core/log/policy.ts';

export type { FoundEntry, Head, Opening, Verdict } from '../../client/verify/index.ts';

export class Verifier extends LogVerifier {
  constructor(read: TileReader, vkey: string) {
    super({ read, policy: policyText([vkey], null), sha256 });
  }
}

/** Checks a receipt, with the body it is about, against a policy; the result says what was not checked. */
export function checkReceiptHere(given: Parameters<typeof checkReceipt>[0]): ReturnType<typeof checkReceipt> {
  return checkReceipt(given, sha256);
}
