/** An API key as its holder sees it: whose it is, what it may do, until when and from where. Nothing secret. */
import type { Permission } from '../../store/keys/keys.ts';
import { list, nullableNumber, number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const apiKeyShape = shape(
  object({
    uid: number(),
    label: string(),
    permission: string<Permission>('trade implies read'),
    expiresAt: nullableNumber('Epoch ms; null: never'),
    ips: list(string(), 'Addresses it may come from; empty: any'),
  }),
  { uid: 1000001, label: 'demo', permission: 'trade', expiresAt: null, ips: [] },
);

export type ApiKeyView = ViewOf<typeof apiKeyShape>;

export function apiKeyView(key: {
  readonly account: number;
  readonly label: string;
  readonly permission: Permission;
  readonly expiresMs: number | null;
  readonly addresses: readonly string[];
}): ApiKeyView {
  const { account, label, permission, expiresMs, addresses } = key;
  return { uid: account, label, permission, expiresAt: expiresMs, ips: addresses };
}
