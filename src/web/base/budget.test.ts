import { describe, expect, it } from 'vitest';
import { accountUsed, isTight, takeBudget } from './budget.ts';

const used = (account: number, address: number) =>
  new Headers({
    'X-RateLimit-UID-Used': String(account),
    'X-RateLimit-UID-Limit': '1000',
    'X-RateLimit-IP-Used': String(address),
    'X-RateLimit-IP-Limit': '2000',
  });

describe('the bot comes first', () => {
  it('puts off what the page could do without from 80 % of either budget on', () => {
    for (const [account, address, tight] of [
      [799, 1_599, false],
      [800, 0, true],
      [0, 1_600, true],
      [10, 10, false],
    ] as const) {
      takeBudget(used(account, address));
      expect(isTight.value, `${account} of the account, ${address} of the address`).toBe(tight);
      expect(accountUsed.value).toEqual({ used: account, limit: 1_000 });
    }
  });

  it('keeps what it knows of the account while answers speak of the address alone', () => {
    takeBudget(used(900, 0));
    takeBudget(new Headers({ 'X-RateLimit-IP-Used': '5', 'X-RateLimit-IP-Limit': '2000' }));
    expect(isTight.value).toBe(true);
    takeBudget(used(10, 5));
    expect(isTight.value).toBe(false);
  });

  it('learns nothing from an answer that says nothing', () => {
    takeBudget(used(900, 0));
    takeBudget(new Headers());
    expect(isTight.value).toBe(true);
  });
});
