import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Mac, macKey } from './mac.ts';

/** Around a block of 64 bytes, and around what counts as short. */
const secrets = fc.uint8Array({ minLength: 0, maxLength: 140 });
const heads = fc.oneof(
  fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 200 }),
  fc.integer({ min: 4000, max: 4200 }).map((length) => 'h'.repeat(length)),
);
const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ minLength: 3990, maxLength: 4200 }));

describe('a signature', () => {
  it("is the runtime's HMAC-SHA256, whatever the parts it came in", () => {
    fc.assert(
      fc.property(secrets, heads, fc.array(bytes, { maxLength: 4 }), (secret, head, parts) => {
        const expected = createHmac('sha256', secret).update(head, 'latin1');
        const mac = new Mac(macKey(Buffer.from(secret)), head);
        for (const part of parts) {
          expected.update(part);
          mac.update(Buffer.from(part));
        }
        expect(mac.digest().toString('hex')).toBe(expected.digest('hex'));
      }),
    );
  });

  it('is that of RFC 4231, test case 2', () => {
    const mac = new Mac(macKey(Buffer.from('Jefe')), 'what do ya want ');
    mac.update(Buffer.from('for nothing?'));
    expect(mac.digest().toString('hex')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('is not disturbed by another that is under way', () => {
    const [one, other] = ['one', 'other'].map((head) => new Mac(macKey(Buffer.from(head)), head));
    one!.update(Buffer.from('a body'));
    other!.update(Buffer.from('b'));
    const expected = createHmac('sha256', 'one').update('onea body').digest('hex');
    expect(other!.digest().toString('hex')).not.toBe(expected);
    expect(one!.digest().toString('hex')).toBe(expected);
  });
});
