// The generated parts of docs/api.md are what the code says now: routes, codes, reasons.
import { describe, expect, it } from 'vitest';
import { withGenerated } from '../scripts/api-docs.ts';
import { read } from './source.ts';

describe('docs/api.md', () => {
  it('is what scripts/api-docs.ts writes (run `node scripts/node.mjs scripts/api-docs.ts` when it is not)', () => {
    const written = read('docs/api.md');
    expect(withGenerated(written)).toBe(written);
  });

  it('can be told from an old one: a changed row is found and put right', () => {
    const written = read('docs/api.md');
    const old = written.replace('[placeOrder]', '[place]').replace('`DUPLICATE_CLIENT_OID`', '`DUPLICATE_OID`');
    expect(old).not.toBe(written);
    expect(withGenerated(old)).toBe(written);
  });

  it('refuses a page that has no place for a part', () => {
    expect(() => withGenerated('# The API')).toThrow('<!-- generated: count -->');
  });
});
