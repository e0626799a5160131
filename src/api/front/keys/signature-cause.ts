/**
 * Why a signature was refused, found by trying the usual slips: for the checkup of a rehearsal alone (REH-12, D01). It
 * says which slip it was and never what the signature should have been; without the secret nobody learns anything.
 */
import { createHmac } from 'node:crypto';
import type { Claim } from './auth.ts';

interface Signed {
  readonly stamp: string;
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  readonly body: string;
}

/** Slips by name: the text that was signed instead. */
const SLIPS: Readonly<Record<string, (of: Signed) => string>> = {
  'query not signed': ({ stamp, method, path, body }) => stamp + method + path + body,
  'question mark not signed': ({ stamp, method, path, query, body }) => stamp + method + path + query + body,
  'body not signed': ({ stamp, method, path, query }) => stamp + method + path + mark(query),
  'timestamp not signed': ({ method, path, query, body }) => method + path + mark(query) + body,
  'method not signed': ({ stamp, path, query, body }) => stamp + path + mark(query) + body,
  'method in lower case': ({ stamp, method, path, query, body }) =>
    stamp + method.toLowerCase() + path + mark(query) + body,
  'path without its beginning': ({ stamp, method, path, query, body }) =>
    stamp + method + path.replace(/^\/(capi|api)\/v\d/, '') + mark(query) + body,
  'empty body signed as {}': ({ stamp, method, path, query }) => `${stamp}${method}${path}${mark(query)}{}`,
  'body written differently': ({ stamp, method, path, query, body }) =>
    stamp + method + path + mark(query) + (compact(body) ?? body),
  'body with blanks': ({ stamp, method, path, query, body }) =>
    stamp + method + path + mark(query) + (spaced(body) ?? body),
  'order of the parts': ({ stamp, method, path, query, body }) => method + path + mark(query) + body + stamp,
};

const mark = (query: string): string => (query === '' ? '' : `?${query}`);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function compact(body: string): string | null {
  const value = parsed(body);
  return value === undefined ? null : JSON.stringify(value);
}

/** As Python writes it. */
function spaced(body: string): string | null {
  const value = parsed(body);
  if (typeof value !== 'object' || value === null) return null;
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`)
    .join(', ')}}`;
}

/** @returns the slip's name; `another secret` when none explains it */
export function signatureCause({ head, key, sign }: Claim, body: Buffer): string {
  const [path = '', ...query] = head.target.split('?');
  const stamp = String(head.headers['access-timestamp'] ?? '');
  const signed: Signed = { stamp, method: head.method, path, query: query.join('?'), body: body.toString('utf8') };
  const given = sign.trim();
  const right = signed.stamp + signed.method + head.target + signed.body;
  const isOf = (text: string, form: 'base64' | 'hex' | 'base64url'): boolean =>
    createHmac('sha256', key.secret.secret).update(text).digest(form) === given;
  if (isOf(right, 'hex')) return 'hex instead of base64';
  if (isOf(right, 'base64url')) return 'base64 of another alphabet';
  for (const [slip, textOf] of Object.entries(SLIPS)) if (isOf(textOf(signed), 'base64')) return slip;
  return 'another secret';
}
