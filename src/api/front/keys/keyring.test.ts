import { expect, it } from 'vitest';
import { hashPassphrase } from '../../../store/keys/passphrase.ts';
import { createKeyring } from './keyring.ts';

const passphraseHash = await hashPassphrase('passphrase');
const keyOf = (name: string, more: object = {}) => ({
  id: `ak_${name}`,
  key: `key-${name}`,
  uid: 1_000_001,
  label: '',
  permission: 'trade' as const,
  ips: [],
  enabled: true,
  createdMs: 1,
  expiresMs: null,
  revokedMs: null,
  secret: 'secret-of-a-key',
  passphraseHash,
  ...more,
});

it('renews one key and leaves all others as they are', () => {
  const ring = createKeyring([keyOf('one'), keyOf('two')]);
  const two = ring.find('key-two');
  ring.renew([keyOf('one', { revokedMs: 5 }), keyOf('three')]);
  expect(ring.find('key-one')?.usable).toBe(false);
  expect(ring.find('key-three')?.usable).toBe(true);
  expect(ring.find('key-two')).toBe(two);
});

it('renews no key that is suspended into one that can be used', () => {
  const ring = createKeyring([keyOf('one')]);
  ring.suspend('ak_one');
  ring.renew([keyOf('one')]);
  expect(ring.find('key-one')?.usable).toBe(false);
  ring.resume('ak_one');
  expect(ring.find('key-one')?.usable).toBe(true);
});
