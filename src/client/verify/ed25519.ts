/** Ed25519 by the platform's WebCrypto, asked beforehand: the core's checks wait for nothing. */
import type { Ed25519Signature } from '../../core/log/note.ts';

export interface Answers {
  /** True, false, or null where it can't be told here; false for one that was not asked about. */
  readonly holds: (signature: Ed25519Signature) => boolean | null;
  /** This platform has no Ed25519, or none of its cryptography in this place. */
  readonly isUnknown: boolean;
}

export async function signaturesOf(signatures: readonly Ed25519Signature[]): Promise<Answers> {
  const answers = new Map<string, boolean | null>();
  for (const one of signatures) answers.set(nameOf(one), await verifyEd25519(one));
  return {
    holds: (one) => answers.get(nameOf(one)) ?? (answers.has(nameOf(one)) ? null : false),
    isUnknown: [...answers.values()].includes(null),
  };
}

function nameOf({ publicKey, message, signature }: Ed25519Signature): string {
  return [publicKey, message, signature].map((bytes) => bytes.join()).join(' ');
}

async function verifyEd25519({ publicKey, message, signature }: Ed25519Signature): Promise<boolean | null> {
  try {
    const { subtle } = crypto;
    const raw = new Uint8Array(publicKey);
    const key = await subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message));
  } catch (error) {
    return error instanceof DOMException && error.name === 'DataError' ? false : null;
  }
}
