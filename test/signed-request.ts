/** A signed request with a timestamp of the caller's choice. */
import { createHmac } from 'node:crypto';

export interface Signer {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export async function stampedRequest(
  url: string,
  { apiKey, secret, passphrase }: Signer,
  method: 'GET' | 'POST',
  path: string,
  timestampMs: number,
  fields: object | null = null,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const text = fields === null ? '' : JSON.stringify(fields);
  const sign = createHmac('sha256', secret).update(`${timestampMs}${method}${path}${text}`).digest('base64');
  const response = await fetch(url + path, {
    method,
    headers: {
      'ACCESS-KEY': apiKey,
      'ACCESS-SIGN': sign,
      'ACCESS-TIMESTAMP': String(timestampMs),
      'ACCESS-PASSPHRASE': passphrase,
      'Content-Type': 'application/json',
    },
    ...(fields === null ? {} : { body: text }),
  });
  return { status: response.status, body: await response.json() };
}
