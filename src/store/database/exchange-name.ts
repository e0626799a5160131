/**
 * An exchange in words, for messages. It is known by the verifier key of its AI log: the log's name, a hash and the
 * public key. Never decides whose anything is (owner.ts), and loads no database.
 */
export function exchangeName(verifierKey: string): string {
  const [name, hash] = verifierKey.split('+');
  return `the exchange '${name}' (key ${hash})`;
}
