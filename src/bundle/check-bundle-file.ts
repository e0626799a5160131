/**
 * Checks a bundle's file under a policy: the archive, then all that is in it.
 */
import { hash } from 'node:crypto';
import { openCheckpoint } from '../core/ailog/log/checkpoint.ts';
import { parsePolicy } from '../core/ailog/log/policy.ts';
import { type BundleAnswer, checkBundle } from '../core/verification/check-bundle.ts';
import { readBundle } from './bundle-file.ts';
import { verifyEd25519 } from './ed25519.ts';
import { ArchiveRefused } from './tar.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** @param policyText a C2SP tlog-policy: whom to believe */
export function checkBundleFile(bytes: Uint8Array, policyText: string): BundleAnswer {
  const parsed = parsePolicy(sha256, policyText);
  if (!parsed.ok) return broken(`the policy: ${parsed.why}`);
  try {
    return checkBundle(sha256, readBundle(bytes), (text) => openCheckpoint(text, parsed.policy, verifyEd25519));
  } catch (error) {
    if (error instanceof ArchiveRefused) return broken(`the archive is refused: ${error.message}`);
    throw error;
  }
}

function broken(fault: string): BundleAnswer {
  return { outcome: 'broken', fault, checked: [], unchecked: [], teams: [] };
}
