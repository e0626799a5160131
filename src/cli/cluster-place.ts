/** The order that a verb of `outcry cluster` is about, and the way to it. */
import type { EtcdLook } from '../app/node/look.ts';
import { ConfigError, readOrderPlace } from '../app/settings/config.ts';
import { NotReadable } from '../folder/disk/given-file.ts';
import { Unreachable, UsageError } from './told.ts';
import type { Call, VerbOption } from './verb.ts';

export const PLACE: Readonly<Record<string, VerbOption>> = {
  journal: { value: 'ADDRESS', about: 'the order: etcd://host:2379,host:2379,host:2379/name (OUTCRY_JOURNAL)' },
  'journal-tls-ca': { value: 'FILE', about: 'who vouches for the members of etcd, as for a node' },
  'journal-tls-cert': { value: 'FILE', about: 'the certificate that is shown to them' },
  'journal-tls-key': { value: 'FILE', about: 'and its key' },
  'journal-user': { value: 'NAME', about: 'user of etcd, where it asks for one' },
  'journal-password-file': { value: 'FILE', about: 'file of the user’s password' },
  config: { value: 'FILE', about: 'the settings of a node: what is not given here is read there' },
};

/** The options of these names as they were given. */
export function givenOf({ options }: Call, names: readonly string[]): string[] {
  return names.flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, options[name]]));
}

/** @throws UsageError, Unreachable */
export async function withLook<T>(call: Call, work: (look: EtcdLook) => Promise<T>): Promise<T> {
  const argv = givenOf(call, Object.keys(PLACE));
  // A single machine loads nothing of it.
  const { lookAtOrder } = await import('../app/node/look.ts');
  try {
    const found = await lookAtOrder(readOrderPlace(argv), work);
    if (found instanceof Error) throw new Unreachable(found.message, { cause: found });
    return found;
  } catch (error) {
    if (error instanceof ConfigError || error instanceof NotReadable)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
