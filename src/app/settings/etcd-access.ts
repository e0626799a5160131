/** Certificates and passwords for etcd, read from the files that settings name, at the moment they are needed. */
import { createSecureContext } from 'node:tls';
import type { EtcdAccess } from '../../sequencer/etcd/etcd-client.ts';
import { givenText, NotReadable } from '../../folder/disk/given-file.ts';

/** Paths, and a name; null: not set. */
export interface EtcdFiles {
  readonly tlsCa: string | null;
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  readonly user: string | null;
  readonly passwordFile: string | null;
}

/** @throws NotReadable, also when they are no certificates and keys, or not of each other */
export function accessBy({ tlsCa, tlsCert, tlsKey, user, passwordFile }: EtcdFiles): EtcdAccess {
  const who =
    user === null || passwordFile === null ? null : { name: user, password: givenText(passwordFile).trimEnd() };
  const own = tlsCert === null || tlsKey === null ? {} : { cert: givenText(tlsCert), key: givenText(tlsKey) };
  const tls = tlsCa === null ? null : { ca: givenText(tlsCa), ...own };
  try {
    if (tls !== null) createSecureContext(tls);
  } catch (error) {
    const files = [tlsCa, tlsCert, tlsKey].filter((file) => file !== null).join(', ');
    const why = error instanceof Error ? error.message : String(error);
    throw new NotReadable(`${files} are no certificates and keys in PEM, of each other: ${why}`, { cause: error });
  }
  return { tls, user: who };
}
