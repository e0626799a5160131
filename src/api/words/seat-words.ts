/**
 * A seat as an agent is told of it: the environment its programs read, the token MCP clients send, and the sentence to
 * paste. Pure.
 */
export interface KeyParts {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** A whole key as one word for `Authorization: Bearer`: base64url of key, secret and passphrase with colons between. */
export function tokenOf({ apiKey, secret, passphrase }: KeyParts): string {
  return Buffer.from([apiKey, secret, passphrase].join(':')).toString('base64url');
}

/** The key in a token; null when it is none. Only a passphrase may hold a colon: keys can't, drawn secrets don't. */
export function keyOfToken(token: string): KeyParts | null {
  if (!/^[A-Za-z0-9_-]{1,1024}$/.test(token)) return null;
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const [, apiKey, secret, passphrase] =
    /^([\w-]{8,64}):([\x20-\x39\x3b-\x7e]{8,128}):([\x20-\x7e]{1,64})$/.exec(text) ?? [];
  if (apiKey === undefined || secret === undefined || passphrase === undefined) return null;
  return { apiKey, secret, passphrase };
}

/** @param address of the exchange, as its reader reaches it */
export function seatTold(address: string, key: KeyParts) {
  const env = {
    OUTCRY_URL: address,
    OUTCRY_KEY: key.apiKey,
    OUTCRY_SECRET: key.secret,
    OUTCRY_PASSPHRASE: key.passphrase,
    OUTCRY_TOKEN: tokenOf(key),
  };
  return { env, sentence: `Read ${address}/SKILL.md and trade.` };
}
