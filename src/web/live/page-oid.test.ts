import { describe, expect, it } from 'vitest';
import { newClientOid } from './page-oid.ts';

describe('an order of the page', () => {
  it('has an id of its own that a caller may have', () => {
    const id = newClientOid(new Uint8Array(16).fill(255));
    expect(id).toMatch(/^web-[a-z0-9]{25}$/);
    expect(id.length).toBeLessThanOrEqual(40);
  });
});
