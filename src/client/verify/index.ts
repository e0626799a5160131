/**
 * `outcry-client/verify`: what a program imports that believes nothing and checks the published log, its checkpoints
 * and its receipts. The rules are those of the exchange's own verifier, the very same code (docs/ai-log.md 14 to 18).
 */
export type { BrokenReceipt, CheckedReceipt, ReceiptGiven, ReceiptStep } from '../../core/log/check-receipt.ts';
export type { Sha256 } from '../../core/text/bytes.ts';
export {
  type FoundEntry,
  type Head,
  LogVerifier,
  type LogVerifierOptions,
  type Opening,
  type Verdict,
} from './log-verifier.ts';
export { checkReceipt } from './receipt.ts';
export { readLogAt, type TileReader } from './tile-cache.ts';
