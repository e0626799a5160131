/**
 * The signature of a request (docs/api.md, Signing), as any caller would write it: HMAC-SHA256 over timestamp, method,
 * path, query and raw body, base64. Runs wherever WebCrypto does: Node and browsers.
 *
 * A secret may be given as text, or once and for all as a key that signs and can't be read out again (`importSecret`),
 * so that a page does not keep the text.
 */

/** A secret that signs and can't be read: what `importSecret` gives. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The parts of a key. */
export interface Credentials {
  readonly apiKey: string;
  readonly secret: string | SigningKey;
  readonly passphrase: string;
}

export interface RequestToSign {
  /** Epoch ms, as sent in ACCESS-TIMESTAMP. */
  readonly timestamp: string;
  /** Empty for the handshake of a WebSocket. */
  readonly method: 'GET' | 'POST' | 'DELETE' | '';
  /** Path without host, and without the base path of the server. */
  readonly path: string;
  /** Query exactly as it is in the URL, without `?`; empty when there is none. */
  readonly query: string;
  /** The body exactly as sent; empty when there is none. */
  readonly body: string | Uint8Array;
}

const encoder = new TextEncoder();

/** The secret as a non-extractable key. */
export function importSecret(secret: string): Promise<SigningKey> {
  return crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** ACCESS-SIGN of a request. */
export async function sign(
  secret: string | SigningKey,
  { timestamp, method, path, query, body }: RequestToSign,
): Promise<string> {
  const head = encoder.encode(`${timestamp}${method}${path}${query === '' ? '' : `?${query}`}`);
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const message = new Uint8Array(head.length + tail.length);
  message.set(head);
  message.set(tail, head.length);
  const key = typeof secret === 'string' ? await importSecret(secret) : secret;
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  return btoa(String.fromCharCode(...digest));
}

/** All headers of a signed request but Content-Type. */
export async function signedHeaders(credentials: Credentials, request: RequestToSign): Promise<Record<string, string>> {
  return {
    'ACCESS-KEY': credentials.apiKey,
    'ACCESS-SIGN': await sign(credentials.secret, request),
    'ACCESS-TIMESTAMP': request.timestamp,
    'ACCESS-PASSPHRASE': credentials.passphrase,
  };
}
