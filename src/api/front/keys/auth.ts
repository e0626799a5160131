/**
 * Authenticates a private request (docs/api.md, Signing): checks 5 to 12 of docs/api.md, Order of checks in their
 * order, the first that fails answers.
 *
 * In two steps, because the head of a request comes before its body: `claimOf` reads who it says it is from (5 to 7),
 * and begins the signature, which the body's bytes are then added to one by one; `prove` judges the signature and the
 * passphrase (8, 9), `checkKey` what the key may (10 to 12). A passphrase is hashed slowly only after a right
 * signature. Never says what the right signature would have been.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { otherUnit } from '../../words/time-units.ts';
import { ApiError, type Bilingual, unavailable } from '../../words/errors.ts';
import type { Keyring, ApiKey, Permission } from './keyring.ts';
import { Mac } from './mac.ts';

/** How far a timestamp may be from the server's wall clock, both ways, inclusive. */
export const TIMESTAMP_TOLERANCE_MS = 30_000;

const DIGEST_BYTES = 32;
const DIGEST_BASE64 = 44;

/** The signed parts of a request's head. */
export interface SignedHead {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Path and `?query` as on the request line, without host and base path, leading slashes collapsed. */
  readonly target: string;
}

/** Claimed sender of a request; not proven yet. */
export interface Claim {
  readonly head: SignedHead;
  readonly accessKey: string;
  readonly key: ApiKey;
  readonly passphrase: string;
  readonly sign: string;
  /** The signature so far: to be given every byte of the body, once. */
  readonly mac: Mac;
}

/**
 * Checks 5 to 7.
 * @param nowMs the wall clock
 * @param rehearsal says itself which timestamps are near enough
 * @throws ApiError 40001, 40002, 40003, 40011, 40005, 40008, 40006
 */
export function claimOf(
  head: SignedHead,
  keyring: Keyring,
  nowMs: number,
  rehearsal?: { isNear(timestampMs: number): boolean },
): Claim {
  const { headers, method, target } = head;
  const accessKey = headerOf(headers, 'access-key', 40001);
  const sign = headerOf(headers, 'access-sign', 40002);
  const timestamp = headerOf(headers, 'access-timestamp', 40003);
  const passphrase = headerOf(headers, 'access-passphrase', 40011);
  checkTimestamp(timestamp, nowMs, rehearsal);
  const key = keyring.find(accessKey);
  if (key === undefined) throw new ApiError(40006);
  return { head, accessKey, key, passphrase, sign, mac: beginSignature(key.secret, timestamp, method, target) };
}

/**
 * Checks 8 and 9, once the whole body went through `claim.mac`; a promise while the passphrase has to be hashed. Until
 * it was seen for the first time, a wrong signature answers 40009 whatever the passphrase is: no one without the secret
 * makes this process hash.
 * @returns the expected signature
 * @throws ApiError 40012, 40009; 503 when too many passphrases of the key are being hashed
 */
export function prove(claim: Claim, bodyBytes: number): Buffer | Promise<Buffer> {
  const { key, passphrase } = claim;
  const expected = claim.mac.digest();
  const given = decodeDigest(claim.sign.trim());
  const isSigned = given !== null && timingSafeEqual(expected, given);
  const isKnown = key.passphrase.compare(passphrase);
  if (isKnown === false) throw new ApiError(40012);
  if (!isSigned) throw new ApiError(40009, { hint: seen(claim.head, bodyBytes, given === null) });
  return isKnown === true ? expected : hashed(key, passphrase).then(() => expected);
}

/** @throws ApiError 40012, 503 */
async function hashed(key: ApiKey, passphrase: string): Promise<void> {
  const isRight = await key.passphrase.hash(passphrase);
  if (isRight === null)
    throw unavailable({ en: 'too many passphrases of this key are being checked', zh: '此密钥的口令校验过多' });
  if (!isRight) throw new ApiError(40012);
}

/**
 * Checks 10 to 12: what the key may.
 * @param address client address in normal form
 * @throws ApiError 40753, 40018, 40014
 */
export function checkKey(key: ApiKey, address: string, permission: Permission, nowMs: number): void {
  if (!key.usable || (key.expiresMs !== null && nowMs >= key.expiresMs)) throw new ApiError(40753);
  if (key.addresses.length > 0 && !key.addresses.includes(address)) {
    throw new ApiError(40018, {
      hint: { en: `requests came from ${address}`, zh: `请求来自${address}` },
    });
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

function checkTimestamp(timestamp: string, nowMs: number, rehearsal: Parameters<typeof claimOf>[3]): void {
  if (timestamp.length > 16 || !isDigits(timestamp)) {
    const unit = otherUnit(timestamp);
    throw new ApiError(40005, {
      hint: {
        en: `${unit === null ? '' : `this ${unit.en}; `}ACCESS-TIMESTAMP is epoch milliseconds, 1 to 16 digits`,
        zh: `${unit === null ? '' : `${unit.zh}；`}ACCESS-TIMESTAMP为毫秒时间戳，1到16位数字`,
      },
    });
  }
  const skew = Number(timestamp) - nowMs;
  const isNear = rehearsal?.isNear(Number(timestamp)) ?? Math.abs(skew) <= TIMESTAMP_TOLERANCE_MS;
  if (isNear) return;
  const unit = otherUnit(timestamp);
  throw new ApiError(40008, {
    hint: {
      en: `${unit === null ? '' : `this ${unit.en}; `}the timestamp is ${skew} ms from the server's time ${nowMs}, allowed are ${TIMESTAMP_TOLERANCE_MS} ms either way`,
      zh: `${unit === null ? '' : `${unit.zh}；`}时间戳与服务器时间${nowMs}相差${skew}毫秒，允许前后${TIMESTAMP_TOLERANCE_MS}毫秒`,
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

/** HMAC-SHA256 over timestamp, method and target; the raw body is still to come (docs/api.md, Signing). */
export function beginSignature(secret: ApiKey['secret'], timestamp: string, method: string, target: string): Mac {
  return new Mac(secret, timestamp + method + target);
}

/** The 32 bytes of standard base64 with padding; null for anything else. */
function decodeDigest(sign: string): Buffer | null {
  if (sign.length !== DIGEST_BASE64 || sign.includes('-') || sign.includes('_')) return null;
  const bytes = Buffer.from(sign, 'base64');
  return bytes.length === DIGEST_BYTES ? bytes : null;
}

/** The text the server signed: method, path, query and body length, never the signature it expected. */
function seen({ method, target }: SignedHead, bodyBytes: number, unreadable: boolean): Bilingual {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const what = `method ${method}, path ${path}, query '${query}', body ${bodyBytes} bytes`;
  const form = unreadable ? 'ACCESS-SIGN is not base64 of 32 bytes; ' : '';
  return {
    en: `${form}the server saw ${what}; sign timestamp + method + path + ?query + raw body; see /guide/api#signing`,
    zh: `${form}服务器收到：${what}；签名内容为 timestamp + method + path + ?query + 原始body；参见/guide/api#signing`,
  };
}
