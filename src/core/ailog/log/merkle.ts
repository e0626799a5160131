// Hashes of the log's tree (RFC 6962 §2.1, SHA-256; docs/ai-log.md 4): a leaf is H(0x00 ‖ entry), so that no leaf can
// pass for a node.
import type { Sha256 } from '../../text/bytes.ts';

const LEAF = 0x00;

/** Hash of the leaf with this entry: 32 bytes. */
export function leafHash(sha256: Sha256, entry: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(entry.length + 1);
  bytes[0] = LEAF;
  bytes.set(entry, 1);
  return sha256(bytes);
}
