/**
 * Checks a bundle's file under a policy: the archive, then all that is in it.
 */
import { hash } from 'node:crypto';
import { openCheckpoint } from '../core/log/checkpoint.ts';
import { parsePolicy } from '../core/log/policy.ts';
import { brokenBundle, type BundleAnswer, checkBundle } from '../core/verification/check-bundle.ts';
import type { AskedBoard } from '../core/verification/judge-board.ts';
import { damageIn, readBundle } from './bundle-file.ts';
import { verifyEd25519 } from './ed25519.ts';
import { ArchiveDamaged, ArchiveRefused } from './tar.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/**
 * @param policyText a C2SP tlog-policy: whom to believe
 * @param asked a board that is wanted, or to be compared
 */
export function checkBundleFile(bytes: Uint8Array, policyText: string, asked: AskedBoard = null): BundleAnswer {
  const parsed = parsePolicy(sha256, policyText);
  if (!parsed.ok) return brokenBundle(`the policy: ${parsed.why}`);
  try {
    const open = (text: string) => openCheckpoint(text, parsed.policy, verifyEd25519);
    return checkBundle(sha256, verifyEd25519, readBundle(bytes), open, asked);
  } catch (error) {
    if (error instanceof ArchiveRefused) {
      const where = error instanceof ArchiveDamaged ? `: ${damageIn(bytes)}` : '';
      return brokenBundle(`the archive is refused: ${error.message}${where}`);
    }
    // Its maker chose its content: what can't be judged isn't evidence.
    return brokenBundle(`it can not be judged: ${error instanceof Error ? error.message : String(error)}`);
  }
}
