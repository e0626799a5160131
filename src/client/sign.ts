/**
 * The signature of a request (docs/api.md, Signing), as any caller would write it: HMAC-SHA256 over timestamp, method,
 * path, query and raw body, base64. Runs wherever WebCrypto does: Node and browsers.
 */

/** The parts of a key. */
export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface RequestToSign {
  /** Epoch ms, as sent in ACCESS-TIMESTAMP. */
  readonly timestamp: string;
  readonly method: 'GET' | 'POST';
  /** Path without host, and without the base path of the server. */
  readonly path: string;
  /** Query exactly as it is in the URL, without `?`; empty when there is none. */
  readonly query: string;
  /** The body exactly as sent; empty when there is none. */
  readonly body: string | Uint8Array;
}

/** ACCESS-SIGN of a request. */
export async function sign(secret: string, { timestamp, method, path, query, body }: RequestToSign): Promise<string> {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${timestamp}${method}${path}${query === '' ? '' : `?${query}`}`);
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const message = new Uint8Array(head.length + tail.length);
  message.set(head);
  message.set(tail, head.length);
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
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
