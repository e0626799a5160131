/**
 * Signs AI logs with a team's own key (docs/ai-log.md, Signed by the team), so that whoever runs the exchange can't
 * have written them. The key is 32 bytes of Ed25519, base64, as `outcry ailog key` makes it; its public half is
 * registered with the team. Runs wherever WebCrypto has Ed25519: Node, and browsers since 2025.
 */
import { signedBytes } from '../core/log/signature.ts';
import { fromBase64, toBase64 } from '../core/text/bytes.ts';

const KEY_BYTES = 32;
/** The bytes before the 32 of a private key in PKCS #8. */
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

export type SignLog = (body: string | Uint8Array) => Promise<string>;

/**
 * A function that signs a log's bytes, base64.
 * @throws TypeError when the key is none; it does not show it
 */
export function logSigner(key: string): SignLog {
  const seed = fromBase64(key);
  if (seed?.length !== KEY_BYTES)
    throw new TypeError(`a key for AI logs is ${KEY_BYTES} bytes as base64, as \`outcry ailog key\` makes it`);
  const pkcs8 = Uint8Array.from([...PKCS8, ...seed]);
  let kept: ReturnType<typeof crypto.subtle.importKey> | null = null;
  return async (body) => {
    const own = await (kept ??= crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']));
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const signature = await crypto.subtle.sign('Ed25519', own, new Uint8Array(signedBytes(digest)));
    return toBase64(new Uint8Array(signature));
  };
}
