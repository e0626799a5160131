/**
 * Who sends a private request, proven over the raw bytes (wire 2). Checks 5 to 12 of wire 2.3 in their order; the first that fails
 * answers. Never says what the right signature would have been.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, type Bilingual } from './errors.ts';
import type { Keyring, ApiKey, Permission } from './keyring.ts';

/** How far a timestamp may be from the server's wall clock, both ways, inclusive. */
export const TIMESTAMP_TOLERANCE_MS = 30_000;

const DIGEST_BYTES = 32;
const DIGEST_BASE64 = 44;

/** What of a request is signed, and where it came from. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Path and `?query` as on the request line, without host and base path, leading slashes collapsed. */
  readonly target: string;
  /** Raw bytes. */
  readonly body: Buffer;
  /** Client address in normal form. */
  readonly address: string;
}

/**
 * The key the request was signed with; a promise of it until the key's passphrase was seen for the first time.
 * @param nowMs the wall clock
 * @throws ApiError 40001, 40002, 40003, 40011, 40005, 40008, 40006, 40012, 40009, 40753, 40018, 40014
 */
export function authenticate(
  request: SignedRequest,
  keyring: Keyring,
  permission: Permission,
  nowMs: number,
): ApiKey | Promise<ApiKey> {
  const { headers } = request;
  const accessKey = headerOf(headers, 'access-key', 40001);
  const sign = headerOf(headers, 'access-sign', 40002);
  const timestamp = headerOf(headers, 'access-timestamp', 40003);
  const passphrase = headerOf(headers, 'access-passphrase', 40011);
  checkTimestamp(timestamp, nowMs);
  const key = keyring.find(accessKey);
  if (key === undefined) throw new ApiError(40006);
  const matches = key.passphraseMatches(passphrase);
  const rest = (isRight: boolean): ApiKey => {
    if (!isRight) throw new ApiError(40012);
    checkSignature(request, key, timestamp, sign);
    checkKey(request, key, permission, nowMs);
    return key;
  };
  return typeof matches === 'boolean' ? rest(matches) : matches.then(rest);
}

/** Checks 10 to 12: what the key may. */
function checkKey(request: SignedRequest, key: ApiKey, permission: Permission, nowMs: number): void {
  if (!key.usable || (key.expiresMs !== null && nowMs >= key.expiresMs)) throw new ApiError(40753);
  if (key.addresses.length > 0 && !key.addresses.includes(request.address)) {
    throw new ApiError(40018, { hint: { en: `requests came from ${request.address}`, zh: `请求来自${request.address}` } });
  }
  if (permission === 'trade' && key.permission !== 'trade') {
    throw new ApiError(40014, {
      hint: { en: 'this call needs a key with the trade permission', zh: '此接口需要交易权限的密钥' },
    });
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string, code: 40001 | 40002 | 40003 | 40011): string {
  const value = headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ApiError(code, { hint: underscoreHint(headers, name) });
}

/** Header names with underscores do not arrive as the documented ones; say so. */
function underscoreHint(headers: IncomingHttpHeaders, name: string): Bilingual | undefined {
  const wrong = name.replaceAll('-', '_');
  if (headers[wrong] === undefined) return undefined;
  const sent = wrong.toUpperCase();
  const right = name.toUpperCase();
  return {
    en: `you sent ${sent} with an underscore; the header is ${right}`,
    zh: `你发送了带下划线的${sent}，正确的请求头是${right}`,
  };
}

function checkTimestamp(timestamp: string, nowMs: number): void {
  if (timestamp.length > 16 || !isDigits(timestamp)) {
    throw new ApiError(40005, {
      hint: { en: 'ACCESS-TIMESTAMP is epoch milliseconds, 1 to 16 digits', zh: 'ACCESS-TIMESTAMP为毫秒时间戳，1到16位数字' },
    });
  }
  const skew = Number(timestamp) - nowMs;
  if (skew <= TIMESTAMP_TOLERANCE_MS && skew >= -TIMESTAMP_TOLERANCE_MS) return;
  const seconds = timestamp.length === 10;
  throw new ApiError(40008, {
    hint: {
      en: `${seconds ? 'this looks like seconds, multiply by 1000; ' : ''}the timestamp is ${skew} ms from the server's time ${nowMs}, allowed are ${TIMESTAMP_TOLERANCE_MS} ms either way`,
      zh: `${seconds ? '看起来是秒，请乘以1000；' : ''}时间戳与服务器时间${nowMs}相差${skew}毫秒，允许前后${TIMESTAMP_TOLERANCE_MS}毫秒`,
    },
  });
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

/** HMAC-SHA256 over timestamp, method, target and raw body (wire 2.2). */
export function signatureOf(secret: ApiKey['secret'], timestamp: string, method: string, target: string, body: Buffer): Buffer {
  const mac = createHmac('sha256', secret).update(timestamp + method + target, 'latin1');
  return (body.length === 0 ? mac : mac.update(body)).digest();
}

function checkSignature(request: SignedRequest, key: ApiKey, timestamp: string, sign: string): void {
  const { method, target, body } = request;
  const expected = signatureOf(key.secret, timestamp, method, target, body);
  const given = decodeDigest(sign.trim());
  if (given !== null && timingSafeEqual(expected, given)) return;
  throw new ApiError(40009, { hint: seen(request, given === null) });
}

/** The 32 bytes of standard base64 with padding; null for anything else. */
function decodeDigest(sign: string): Buffer | null {
  if (sign.length !== DIGEST_BASE64 || sign.includes('-') || sign.includes('_')) return null;
  const bytes = Buffer.from(sign, 'base64');
  return bytes.length === DIGEST_BYTES ? bytes : null;
}

/** What the server signed: method, path, query and body length, never the signature it expected. */
function seen({ method, target, body }: SignedRequest, unreadable: boolean): Bilingual {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const what = `method ${method}, path ${path}, query '${query}', body ${body.length} bytes`;
  const form = unreadable ? 'ACCESS-SIGN is not base64 of 32 bytes; ' : '';
  return {
    en: `${form}the server saw ${what}; sign timestamp + method + path + ?query + raw body`,
    zh: `${form}服务器收到：${what}；签名内容为 timestamp + method + path + ?query + 原始body`,
  };
}
