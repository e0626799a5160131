/**
 * The team's signature that an upload comes with, in a header (docs/ai-log.md, Signed by the team). One that is wrong
 * is refused, since only the sender can mend it; one that is missing is not, because evidence is never turned away.
 */
import { isSignedBy, SIGNATURE_BYTES } from '../../core/log/signature.ts';
import type { UploadWarning } from '../../core/log/upload.ts';
import { fromBase64 } from '../../core/text/bytes.ts';
import { sha256 } from '../../store/sha256.ts';
import { accountOf, type Call } from '../call/call.ts';
import { type ApiError, malformed } from '../words/errors.ts';

const HEADER = 'AI-LOG-SIGNATURE';

/** The outcome of looking at it. */
export interface UploadSignature {
  /** Base64; null: none was sent, or there is no key to check it with. */
  readonly sig: string | null;
  readonly warning: Extract<UploadWarning, 'NOT_SIGNED' | 'SIGNATURE_UNCHECKED'> | null;
}

/** @throws ApiError when there is a signature, and it is none of this body by the key the team registered */
export function uploadSignatureOf(call: Call): UploadSignature {
  const given = call.raw.headers['ai-log-signature'];
  const { engine, verifyEd25519 } = call.deps;
  const publicKey = engine.state.accounts.get(accountOf(call))?.team?.publicKey ?? null;
  if (given === undefined) return { sig: null, warning: publicKey === null ? null : 'NOT_SIGNED' };
  if (typeof given !== 'string' || fromBase64(given)?.length !== SIGNATURE_BYTES) throw notASignature(String(given));
  if (publicKey === null) return { sig: null, warning: 'SIGNATURE_UNCHECKED' };
  if (!isSignedBy(publicKey, given, sha256(call.body), verifyEd25519)) throw notItsSignature(publicKey);
  return { sig: given, warning: null };
}

function notASignature(given: string): ApiError {
  const found = given.slice(0, 100);
  return malformed({
    en: `${HEADER} needs an Ed25519 signature, ${SIGNATURE_BYTES} bytes as base64; found '${found}'. Nothing was kept`,
    zh: `${HEADER}须为Ed25519签名，${SIGNATURE_BYTES}字节的base64；收到'${found}'。日志未保存`,
  });
}

function notItsSignature(publicKey: string): ApiError {
  return malformed({
    en:
      `${HEADER} is no signature of this body by the key your team registered, ${publicKey}. Signed are the bytes ` +
      "'outcry/ailog/v1', a line feed, and the SHA-256 of the body exactly as sent, 32 bytes. Nothing was kept",
    zh:
      `${HEADER}不是队伍登记的公钥 ${publicKey} 对此请求体的签名。签名内容为'outcry/ailog/v1'、换行符和请求体` +
      '（逐字节）SHA-256的32字节。日志未保存',
  });
}
