import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../test/any-character.ts';
import { blindedLeaf, publicLeaf, sealHeader } from '../../core/log/entry.ts';
import type { OrderHeader } from '../../core/log/header.ts';
import { sha256 } from '../sha256.ts';
import { entryOf, headerOf, leafRow } from './leaf-form.ts';
import { packText, unpackText } from './packed-text.ts';
import { PHRASES } from './phrases.ts';

const HEADER: OrderHeader = {
  kind: 'order',
  v: 1,
  uid: '1000017',
  keyId: 'ak_0123456789ab',
  channel: 'api',
  orderId: '700000001234567',
  clientOid: 'ai1-00112233445566778899aabbccddeeff',
  symbol: 'cmt_btcusdt',
  type: '1',
  orderType: '3',
  matchPrice: '0',
  size: '0.0200',
  price: '49990.5',
  triggerPrice: null,
  parentOrderId: null,
};
const SEALED = sealHeader(sha256, new Uint8Array(32), HEADER);

it('gives every text back', () => {
  const phrase = fc.constantFrom(...PHRASES);
  const piece = fc.oneof(
    phrase,
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: anyCharacter }),
    fc.stringMatching(/^[0-9a-f]*$/),
  );
  const text = fc.array(piece).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (one) => unpackText(packText(one)) === one),
    { numRuns: 60 },
  );
  const long = '\u0001é'.repeat(400) + 'f'.repeat(200);
  expect(unpackText(packText(long))).toBe(long);
});

it('packs the header of an order into a fifth, and what was packed once is read for ever', () => {
  const packed = packText(SEALED.header);
  expect(SEALED.header.length).toBeGreaterThan(280);
  expect(Buffer.from(packed).toString('hex')).toBe(
    '80841000112233445566778899aabbccddeeff85060123456789ab860400123456378d024999302e3598302e020200996274639a303137a9',
  );
  expect(unpackText(packed)).toBe(SEALED.header);
  expect(PHRASES.length).toBeLessThanOrEqual(128);
});

it('refuses bytes that are no packed text', () => {
  for (const bytes of [[0], [1], [1, 2, 65], [3, 1, 2], [128 + PHRASES.length]])
    expect(() => unpackText(Uint8Array.from(bytes)), bytes.join()).toThrow(RangeError);
});

it('keeps of a blinded entry its commitment, and every entry comes back', () => {
  const { entry, hash } = blindedLeaf(sha256, 'order', SEALED.h, 1_700_000_000_123);
  const place = { idx: 7, kind: 'order', t: 1_700_000_000_123, uid: 1_000_017, hash };
  const row = leafRow({ ...place, header: SEALED.header, entry });
  expect(Buffer.from(row.entry).toString('base64')).toBe(SEALED.h);
  expect([entryOf(row), headerOf(row)]).toEqual([entry, SEALED.header]);

  const open = publicLeaf(sha256, 'outage', { from: 1, to: 2 }, 5);
  const ofOther = [open.entry, entry.replace('"v":1', '"v":2'), entry.replace('123', '124'), '{}', '{"h":"'];
  // 32 bytes mean a commitment: an entry that happens to be that long is not taken for one.
  for (const text of [...ofOther, 'k'.repeat(32), '{"h":"'.padEnd(32, 'x')]) {
    const kept = leafRow({ ...place, header: null, entry: text });
    expect([kept.entry.length === 32, entryOf(kept), headerOf(kept)]).toEqual([false, text, null]);
  }
});
