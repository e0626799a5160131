/**
 * The bot comes first: how much of the budget of this account and this address is used. Above 80 % the page reads
 * nothing that it could do without.
 */
import { signal } from '@preact/signals';

export interface Used {
  readonly used: number;
  readonly limit: number;
}

const NAMES = { account: 'X-RateLimit-UID', address: 'X-RateLimit-IP' } as const;
const FULL = 0.8;

/** Weight of the last ten seconds, as the newest answer said; null before any did. */
export const accountUsed = signal<Used | null>(null);
/** Optional reads are put off. */
export const isTight = signal(false);

export function takeBudget(headers: Headers): void {
  const account = usedOf(headers, NAMES.account);
  const address = usedOf(headers, NAMES.address);
  if (account !== null) accountUsed.value = account;
  if (account !== null) tight.account = isFull(account);
  if (address !== null) tight.address = isFull(address);
  isTight.value = tight.account || tight.address;
}

/** Of each as last reported: an answer to a public request says nothing about the account. */
const tight = { account: false, address: false };

function isFull({ used, limit }: Used): boolean {
  return limit > 0 && used >= FULL * limit;
}

function usedOf(headers: Headers, name: string): Used | null {
  const [used, limit] = [headers.get(`${name}-Used`), headers.get(`${name}-Limit`)];
  return used === null || limit === null ? null : { used: Number(used), limit: Number(limit) };
}
