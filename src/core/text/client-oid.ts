// The client order id by which an order commits to an AI log before the log is uploaded (docs/ai-log.md 10, hash):
//
//   ai1- + the first 32 hex digits of SHA-256(raw body), and for child orders -00 to -99.
//
// Text that is not exactly of that form binds nothing; it stays a client order id like any other.
import { toHex } from './bytes.ts';

/** The content of such an id: the start of the body's hash, and which child order it is for. */
export interface AiClientOid {
  /** 32 lower-case hex digits. */
  readonly digest: string;
  /** 0–99, or null for the order itself. */
  readonly child: number | null;
}

const FORM = /^ai1-([0-9a-f]{32})(?:-([0-9]{2}))?$/;
const DIGEST_DIGITS = 32;
const MAX_CHILD = 99;

/** The id for a body with this SHA-256 (32 bytes); `child` 0–99 for a child order. Throws RangeError for any other. */
export function aiClientOid(bodySha256: Uint8Array, child: number | null = null): string {
  const id = `ai1-${toHex(bodySha256).slice(0, DIGEST_DIGITS)}`;
  if (child === null) return id;
  if (!Number.isInteger(child) || child < 0 || child > MAX_CHILD)
    throw new RangeError(`Child order ${child}: 0 to ${MAX_CHILD} is needed`);
  return `${id}-${child < 10 ? '0' : ''}${child}`;
}

/** The content of the id, or null if it is not of the form. */
export function parseAiClientOid(text: string): AiClientOid | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [, digest, child] = match;
  return { digest: digest as string, child: child === undefined ? null : Number(child) };
}

/** Every id that commits to the body with this SHA-256 in hex: its own, then its children's. */
export function bindingClientOids(bodySha256Hex: string): readonly string[] {
  const own = `ai1-${bodySha256Hex.slice(0, DIGEST_DIGITS)}`;
  return [own, ...Array.from({ length: MAX_CHILD + 1 }, (_, child) => `${own}-${String(child).padStart(2, '0')}`)];
}
