/** An API key as its holder sees it: whose it is, what it may do, until when and from where. Nothing secret. */
import type { Permission } from '../../store/keys/keys.ts';
import type { KeyLimits } from '../../core/state/records.ts';
import { keyLimitsShape, keyLimitsView } from './key-limits.ts';
import { list, nullable, nullableNumber, number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const apiKeyShape = shape(
  object({
    uid: number(),
    label: string(),
    permission: string<Permission>('trade implies read'),
    expiresAt: nullableNumber('Epoch ms; null: never'),
    ips: list(string(), 'Addresses it may come from; empty: any'),
    limits: nullable(keyLimitsShape.schema, 'What it may do at most; null: whatever its account may'),
  }),
  { uid: 1000001, label: 'demo', permission: 'trade', expiresAt: null, ips: [], limits: keyLimitsShape.sample },
);

export type ApiKeyView = ViewOf<typeof apiKeyShape>;

interface HeldKey {
  readonly account: number;
  readonly label: string;
  readonly permission: Permission;
  readonly expiresMs: number | null;
  readonly addresses: readonly string[];
}

export function apiKeyView(key: HeldKey, limits: KeyLimits | undefined): ApiKeyView {
  const { account, label, permission, expiresMs, addresses } = key;
  const shown = limits === undefined ? null : keyLimitsView(limits);
  return { uid: account, label, permission, expiresAt: expiresMs, ips: addresses, limits: shown };
}
